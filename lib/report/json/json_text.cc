#include "report/json/json_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/check.h"
#include "text/utf8.h"

namespace sluice {
void append_utf16_escape(std::string& out, char32_t code) {
  const auto value = static_cast<std::uint32_t>(code);
  if (value < 0x10000) {
    out += fmt::format("\\u{:04x}", value);
  } else {
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (value >> 10),
                       0xDC00 + (value & 0x3FF));
  }
}

// Such a character can only be in strings, so each can become \uNNNN.
std::string inert_json(std::string text) {
  const auto is_plain = [](char c) {
    return static_cast<unsigned char>(c) < 0x7F;
  };
  if (std::ranges::all_of(text, is_plain)) return text;  // as nearly always
  std::string out;
  out.reserve(text.size());
  std::string_view rest = text;
  while (!rest.empty()) {
    const Utf8Char c = decode_utf8(rest);
    SLUICE_CHECK(c.size != 0);
    if (is_control(c.code) && c.code >= 0x7F) {
      append_utf16_escape(out, c.code);
    } else {
      out += rest.substr(0, c.size);
    }
    rest.remove_prefix(c.size);
  }
  return out;
}

// nlohmann escapes the C0 controls; with `replace` the document is valid where
// an exception would be thrown else.
std::string json_text(const nlohmann::ordered_json& json) {
  return inert_json(json.dump(
      -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace sluice

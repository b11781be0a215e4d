#include "text/escape.h"

#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

std::string hex_byte(char byte) {
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

}  // namespace

std::string escape_invalid_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const std::size_t size = decode_utf8(text).size;
    if (size == 0) {
      out += hex_byte(text.front());
    } else if (text.front() == '\\') {
      out += "\\\\";
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

VisibleChar next_visible(std::string_view text) {
  SLUICE_CHECK(!text.empty());
  const Utf8Char c = decode_utf8(text);
  VisibleChar visible;
  visible.size = c.size == 0 ? 1 : c.size;
  if (c.size != 0 && !is_control(c.code)) {
    visible.text = text.substr(0, c.size);
    visible.columns = display_columns(c.code);
    return visible;
  }
  visible.text =
      c.size <= 1 ? hex_byte(text.front())
                  : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c.code));
  visible.columns = visible.text.size();
  return visible;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const VisibleChar next = next_visible(text);
    columns += next.columns;
    text.remove_prefix(next.size);
  }
  return columns;
}

std::string escape_for_terminal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const VisibleChar visible = next_visible(text);
    out += visible.text;
    text.remove_prefix(visible.size);
  }
  return out;
}

std::string escape_percent(std::string_view text, std::string_view also) {
  const auto is_plain = [&](char c) {
    return is_printable(c) && c != '%' && also.find(c) == also.npos;
  };
  if (std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    const std::size_t size = c.size == 0 ? 1 : c.size;
    const char front = text.front();
    const bool plain = c.size != 0 && !is_control(c.code) && front != '%' &&
                       also.find(front) == std::string_view::npos;
    for (const char byte : text.substr(0, size)) {
      if (plain) {
        out += byte;
      } else {
        out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
      }
    }
    text.remove_prefix(size);
  }
  return out;
}

}  // namespace sluice

#include "gitleaks/go/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>

#include "text/utf8.h"

namespace sluice {
namespace {

// Calls `put(code, bytes)` for each character. A byte that belongs to no
// character is U+FFFD; `valid` distinguishes it from a U+FFFD in the text.
template <typename Put>
void for_each_character(std::string_view text, Put put) {
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    const std::size_t size = std::max<std::size_t>(c.size, 1);
    put(c.size == 0 ? char32_t{0xFFFD} : c.code, text.substr(0, size),
        c.size != 0);
    text.remove_prefix(size);
  }
}

// unicode.IsSpace.
bool is_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x20 || code == 0x85 ||
         code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F ||
         code == 0x3000;
}

// The last character, if it is one: begin and code.
Utf8Char last_character(std::string_view text) {
  for (std::size_t size = 1; size <= 4 && size <= text.size(); ++size) {
    const Utf8Char c = decode_utf8(text.substr(text.size() - size));
    if (c.size == size) return c;
  }
  return {};
}

}  // namespace

std::string_view go_leading_space(std::string_view text) {
  std::size_t size = 0;
  for (;;) {
    const Utf8Char c = decode_utf8(text.substr(size));
    if (c.size == 0 || !is_space(c.code)) return text.substr(0, size);
    size += c.size;
  }
}

std::string_view go_trim_space_right(std::string_view text) {
  for (;;) {
    const Utf8Char c = last_character(text);
    if (c.size == 0 || !is_space(c.code)) return text;
    text.remove_suffix(c.size);
  }
}

std::string_view go_trim_space(std::string_view text) {
  text.remove_prefix(go_leading_space(text).size());
  return go_trim_space_right(text);
}

namespace {

// Like unicode.IsPrint, except for characters that Unicode has not assigned.
bool is_printable(char32_t code) {
  if (code == ' ') return true;
  if (is_control(code)) return false;
  const bool is_blank = code == 0xA0 || code == 0x1680 ||
                        (code >= 0x2000 && code <= 0x200A) || code == 0x202F ||
                        code == 0x205F || code == 0x3000;
  const bool is_private = (code >= 0xE000 && code <= 0xF8FF) || code >= 0xF0000;
  return !is_blank && !is_private;
}

}  // namespace

std::string go_quoted(std::string_view text) {
  constexpr std::string_view kNamed = "\a\b\f\n\r\t\v\\\"";
  constexpr std::string_view kNames = "abfnrtv\\\"";
  std::string out = "\"";
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    const char first = text.front();
    const std::size_t named = kNamed.find(first);
    if (named != std::string_view::npos) {
      out += {'\\', kNames[named]};
    } else if (c.size == 0 || c.code < 0x20 || c.code == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(first));
    } else if (is_printable(c.code)) {
      out += text.substr(0, c.size);
    } else if (c.code < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.code));
    } else {
      out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c.code));
    }
    text.remove_prefix(std::max<std::size_t>(c.size, 1));
  }
  return out + '"';
}

std::string go_json_string(std::string_view text) {
  std::string out = "\"";
  for_each_character(
      text, [&](char32_t code, std::string_view bytes, bool valid) {
        const auto number = static_cast<unsigned>(code);
        switch (code) {
          case '"':
          case '\\':
            out += '\\';
            out += bytes;
            return;
          case '\b':
            out += "\\b";
            return;
          case '\f':
            out += "\\f";
            return;
          case '\n':
            out += "\\n";
            return;
          case '\r':
            out += "\\r";
            return;
          case '\t':
            out += "\\t";
            return;
          default:
            if (code < 0x20 || code == '<' || code == '>' || code == '&' ||
                code == 0x2028 || code == 0x2029 || !valid)
              out += fmt::format("\\u{:04x}", number);
            else
              out += bytes;
        }
      });
  return out + '"';
}

std::string go_json_number(float value) {
  const float size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-6F && size < 1e21F);
  std::array<char, 64> text{};
  const auto end = std::to_chars(
      text.data(), text.data() + text.size(), value,
      plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string out(text.data(), end.ptr);
  // e-09 is written e-9.
  const std::size_t n = out.size();
  if (!plain && n >= 4 && out[n - 4] == 'e' && out[n - 3] == '-' &&
      out[n - 2] == '0')
    out.erase(n - 2, 1);
  return out;
}

std::string go_csv_field(std::string_view text) {
  if (text.empty()) return "";
  const Utf8Char first = decode_utf8(text);
  // The blanks of unicode.IsSpace.
  const auto is_blank = [](char32_t c) {
    return (c >= '\t' && c <= '\r') || c == ' ' || c == 0x85 || c == 0xA0 ||
           c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
  };
  if (text != "\\." &&
      text.find_first_of(",\"\r\n") == std::string_view::npos &&
      (first.size == 0 || !is_blank(first.code)))
    return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string go_xml_text(std::string_view text) {
  std::string out;
  for_each_character(
      text, [&](char32_t code, std::string_view bytes, bool valid) {
        switch (code) {
          case '"':
            out += "&#34;";
            return;
          case '\'':
            out += "&#39;";
            return;
          case '&':
            out += "&amp;";
            return;
          case '<':
            out += "&lt;";
            return;
          case '>':
            out += "&gt;";
            return;
          case '\t':
            out += "&#x9;";
            return;
          case '\n':
            out += "&#xA;";
            return;
          case '\r':
            out += "&#xD;";
            return;
          default:
            // XML has no such character.
            if (!valid || code < 0x20 || code == 0xFFFE || code == 0xFFFF)
              out += "\xEF\xBF\xBD";
            else
              out += bytes;
        }
      });
  return out;
}

double rune_entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<std::uint32_t, 128> ascii{};
  std::map<char32_t, std::uint32_t> others;
  const double share_of_one = 1.0 / static_cast<double>(text.size());
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    if (c.size == 1)
      ++ascii[c.code];
    else
      ++others[c.size == 0 ? 0xFFFD : c.code];
    text.remove_prefix(std::max<std::size_t>(c.size, 1));
  }
  double bits = 0;
  const auto add = [&](std::uint32_t count) {
    const double share = count * share_of_one;
    bits -= share * std::log2(share);
  };
  for (const std::uint32_t count : ascii)
    if (count != 0) add(count);
  for (const auto& [code, count] : others) add(count);
  return bits;
}

}  // namespace sluice

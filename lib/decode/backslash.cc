#include <cstdint>
#include <optional>
#include <string>

#include "decode/decoders.h"
#include "decode/text_builder.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// The number that `count` hexadecimal digits at the start of `text` mean.
std::optional<std::uint32_t> hex_number(std::string_view text,
                                        std::size_t count) {
  if (text.size() < count) return std::nullopt;
  std::uint32_t number = 0;
  for (const char c : text.substr(0, count)) {
    if (!is_hex(c)) return std::nullopt;
    number = number << 4 | hex_value(c);
  }
  return number;
}

// Decodes \uXXXX at the start of `text`; a pair of surrogates is one character.
std::size_t unicode_escape(std::string_view text, std::string* out) {
  constexpr std::size_t kSize = 6;
  const auto unit = hex_number(text.substr(2), 4);
  if (!unit) return 0;
  if (*unit < 0xD800 || *unit > 0xDFFF) {
    append_utf8(*unit, out);
    return kSize;
  }
  if (*unit < 0xDC00 && text.substr(kSize).starts_with("\\u"))
    if (const auto low = hex_number(text.substr(kSize + 2), 4);
        low && *low >= 0xDC00 && *low <= 0xDFFF) {
      append_utf8(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), out);
      return 2 * kSize;
    }
  append_utf8(0xFFFD, out);
  return kSize;
}

char simple_escape(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case '"':
    case '\'':
    case '\\':
    case '/':
    case '`':
      return c;
    default:
      return '\0';
  }
}

// Returns the size of the escape at the start of `text`, or 0 if there is none.
std::size_t escape_at(std::string_view text, std::string* out) {
  if (text.size() < 2) return 0;
  if (text[1] == 'u') return unicode_escape(text, out);
  if (text[1] == 'x') {
    const auto byte = hex_number(text.substr(2), 2);
    if (!byte) return 0;
    *out += static_cast<char>(*byte);
    return 4;
  }
  const char c = simple_escape(text[1]);
  if (c == '\0') return 0;
  *out += c;
  return 2;
}

}  // namespace

Decoded decode_backslash(std::string_view encoded) {
  TextBuilder out(encoded);
  std::string text;
  for (std::size_t at = encoded.find('\\'); at < encoded.size();
       at = encoded.find('\\', at)) {
    text.clear();
    const std::size_t size = escape_at(encoded.substr(at), &text);
    if (size == 0) {
      ++at;
      continue;
    }
    out.keep_to(at);
    out.replace(size, text);
    at += size;
  }
  return out.finish();
}

}  // namespace sluice

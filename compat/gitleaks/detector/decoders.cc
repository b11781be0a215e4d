// Source: gitleaks 8.30.1 (MIT), detect/codec; Go's encoding/base64. All but
// Unicode escapes must decode to printable ASCII, so most pieces are given up
// at their first bytes.

#include <algorithm>
#include <array>
#include <cstdint>

#include "gitleaks/detector/encodings.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/utf8.h"

namespace sluice {
namespace {

bool is_text(unsigned byte) { return byte >= 0x09 && byte <= 0x7E; }

std::string decode_percent(std::string_view piece) {
  std::string out;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (piece[at] == '%' && at + 2 < piece.size()) {
      if (is_hex(piece[at + 1]) && is_hex(piece[at + 2])) {
        const unsigned byte =
            hex_value(piece[at + 1]) << 4 | hex_value(piece[at + 2]);
        if (!is_text(byte)) return "";
        out.push_back(static_cast<char>(byte));
        at += 2;
        continue;
      }
    }
    out.push_back(piece[at]);
  }
  return out;
}

std::string decode_hex(std::string_view piece) {
  if (piece.size() % 2 != 0) return "";
  if (std::ranges::none_of(piece, [](char c) { return c >= '0' && c <= '9'; }))
    return "";
  std::string out;
  for (std::size_t at = 0; at < piece.size(); at += 2) {
    const unsigned byte = hex_value(piece[at]) << 4 | hex_value(piece[at + 1]);
    if (!is_text(byte)) return "";
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

// Decodes a text that consists of digits only. Surplus bits at the end do not
// matter.
std::string decode_base64_digits(std::string_view digits,
                                 const Base64Values& values) {
  if (digits.size() % 4 == 1) return "";
  std::string out;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : digits) {
    const unsigned value = values[static_cast<unsigned char>(c)];
    if (value == kNoBase64Digit) return "";
    bits = (bits << 6 | value) & 0xFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const unsigned byte = bits >> held & 0xFF;
    if (!is_text(byte)) return "";
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

bool is_likely_base64(char c) {
  return is_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

// The pieces are at least 16 digits long.
std::string decode_base64(std::string_view piece) {
  if (!may_be_base64_text(piece) ||
      std::ranges::none_of(piece, is_likely_base64))
    return "";
  std::string_view digits = piece;
  while (digits.ends_with('=')) digits.remove_suffix(1);
  if (piece.size() % 4 == 0) {
    std::string decoded =
        decode_base64_digits(digits, base64_values(Base64::kStandard));
    if (!decoded.empty()) return decoded;
  }
  return digits.size() == piece.size()
             ? decode_base64_digits(digits, base64_values(Base64::kUrl))
             : "";
}

// The piece is a chain of escapes of one kind, each with four digits after its
// marker. The blanks between them are dropped.
std::string decode_unicode(std::string_view piece) {
  std::string out;
  for (std::size_t at = 0; at < piece.size();) {
    at = piece.find_first_of("uU", at);
    if (at == std::string_view::npos) break;
    ++at;
    if (piece[at] == '+') ++at;
    unsigned code = 0;
    for (std::size_t i = 0; i < 4; ++i)
      code = code << 4 | hex_value(piece[at + i]);
    if (code >= 0xD800 && code <= 0xDFFF) code = 0xFFFD;  // as Go's string()
    append_utf8(code, &out);
    at += 4;
  }
  return out;
}

}  // namespace

bool may_be_base64_text(std::string_view piece) {
  const Base64Values& values = base64_values(Base64::kEither);
  unsigned bits = 0;
  for (std::size_t i = 0; i < 4; ++i)
    bits = bits << 6 | values[static_cast<unsigned char>(piece[i])];
  return is_text(bits >> 16) && is_text(bits >> 8 & 0xFF) &&
         is_text(bits & 0xFF);
}

std::string decode(Encoding encoding, std::string_view piece) {
  switch (encoding) {
    case Encoding::kPercent:
      return decode_percent(piece);
    case Encoding::kUnicode:
      return decode_unicode(piece);
    case Encoding::kHex:
      return decode_hex(piece);
    case Encoding::kBase64:
      return decode_base64(piece);
  }
  return "";
}

}  // namespace sluice

// Source: gitleaks 8.30.1 (MIT), detect/codec; Go's encoding/base64. All but
// Unicode escapes must decode to printable ASCII, so most pieces are given up
// at their first bytes.

#include <algorithm>
#include <array>
#include <cstdint>

#include "gitleaks/detector/encodings.h"

namespace sluice {
namespace {

constexpr unsigned kNoDigit = 0xFF;

unsigned hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  if (lower >= 'a' && lower <= 'f')
    return static_cast<unsigned>(lower - 'a' + 10);
  return kNoDigit;
}

bool is_printable(unsigned byte) { return byte >= 0x09 && byte <= 0x7E; }

std::string decode_percent(std::string_view piece) {
  std::string out;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (piece[at] == '%' && at + 2 < piece.size()) {
      const unsigned high = hex_digit(piece[at + 1]);
      const unsigned low = hex_digit(piece[at + 2]);
      if (high != kNoDigit && low != kNoDigit) {
        const unsigned byte = high << 4 | low;
        if (!is_printable(byte)) return "";
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
    const unsigned byte = hex_digit(piece[at]) << 4 | hex_digit(piece[at + 1]);
    if (!is_printable(byte)) return "";
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

constexpr std::string_view kBase64Letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

constexpr auto make_base64_digits(char digit62, char digit63) {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  std::uint8_t value = 0;
  for (const char c : kBase64Letters)
    digits[static_cast<unsigned char>(c)] = value++;
  digits[static_cast<unsigned char>(digit62)] = 62;
  digits[static_cast<unsigned char>(digit63)] = 63;
  return digits;
}
constexpr auto kStandard = make_base64_digits('+', '/');
constexpr auto kForUrls = make_base64_digits('-', '_');

// Of digits alone. Bits that are left over at the end do not matter.
std::string decode_base64_digits(std::string_view digits,
                                 const std::array<std::uint8_t, 256>& values) {
  if (digits.size() % 4 == 1) return "";
  std::string out;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : digits) {
    const unsigned value = values[static_cast<unsigned char>(c)];
    if (value == kNoDigit) return "";
    bits = (bits << 6 | value) & 0xFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const unsigned byte = bits >> held & 0xFF;
    if (!is_printable(byte)) return "";
    out.push_back(static_cast<char>(byte));
  }
  return out;
}

// Both alphabets at once, for a first look.
constexpr auto kEither = [] {
  auto digits = kStandard;
  digits[static_cast<unsigned char>('-')] = 62;
  digits[static_cast<unsigned char>('_')] = 63;
  return digits;
}();

bool is_likely_base64(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '-' || c == '_';
}

// The pieces are at least 16 digits long.
std::string decode_base64(std::string_view piece) {
  if (!may_be_base64_text(piece) ||
      std::ranges::none_of(piece, is_likely_base64))
    return "";
  std::string_view digits = piece;
  while (digits.ends_with('=')) digits.remove_suffix(1);
  if (piece.size() % 4 == 0) {
    std::string decoded = decode_base64_digits(digits, kStandard);
    if (!decoded.empty()) return decoded;
  }
  return digits.size() == piece.size() ? decode_base64_digits(digits, kForUrls)
                                       : "";
}

void append_utf8(unsigned code, std::string* out) {
  const auto put = [out](unsigned byte) {
    out->push_back(static_cast<char>(byte));
  };
  if (code >= 0xD800 && code <= 0xDFFF) code = 0xFFFD;  // as Go's string() does
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

// The piece is a chain of escapes of one kind, each with four digits behind its
// marker; the blanks between them go.
std::string decode_unicode(std::string_view piece) {
  std::string out;
  for (std::size_t at = 0; at < piece.size();) {
    at = piece.find_first_of("uU", at);
    if (at == std::string_view::npos) break;
    ++at;
    if (piece[at] == '+') ++at;
    unsigned code = 0;
    for (std::size_t i = 0; i < 4; ++i)
      code = code << 4 | hex_digit(piece[at + i]);
    append_utf8(code, &out);
    at += 4;
  }
  return out;
}

}  // namespace

bool may_be_base64_text(std::string_view piece) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 4; ++i)
    bits = bits << 6 | kEither[static_cast<unsigned char>(piece[i])];
  return is_printable(bits >> 16) && is_printable(bits >> 8 & 0xFF) &&
         is_printable(bits & 0xFF);
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

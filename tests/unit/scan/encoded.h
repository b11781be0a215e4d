// One text in every encoding, made from its UTF-16 units, which may hold
// surrogates without a partner.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace sluice {

enum class Encoded {
  kUtf8,
  kUtf8Mark,
  kLittleMark,
  kBigMark,
  kLittle,
  kBig,
};

inline constexpr std::array kForms = {Encoded::kUtf8,       Encoded::kUtf8Mark,
                                      Encoded::kLittleMark, Encoded::kBigMark,
                                      Encoded::kLittle,     Encoded::kBig};

inline bool is_utf16_form(Encoded form) { return form >= Encoded::kLittleMark; }

inline std::size_t mark_size(Encoded form) {
  switch (form) {
    case Encoded::kUtf8Mark:
      return 3;
    case Encoded::kLittleMark:
    case Encoded::kBigMark:
      return 2;
    default:
      return 0;
  }
}

inline std::string to_utf8(std::u16string_view units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t code = units[i];
    if (code >= 0xD800 && code < 0xE000) {
      const char32_t next = i + 1 < units.size() ? units[i + 1] : 0;
      if (code < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
        code = 0x10000 + (code - 0xD800) * 0x400 + (next - 0xDC00);
        ++i;
      } else {
        code = 0xFFFD;
      }
    }
    const auto tail = [&](unsigned shift) {
      text += static_cast<char>(0x80 + code / (1u << shift) % 64);
    };
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xC0 + code / 64);
      tail(0);
    } else if (code < 0x10000) {
      text += static_cast<char>(0xE0 + code / 4096);
      tail(6);
      tail(0);
    } else {
      text += static_cast<char>(0xF0 + code / 262144);
      tail(12);
      tail(6);
      tail(0);
    }
  }
  return text;
}

inline std::string encoded(std::u16string_view units, Encoded form) {
  if (form == Encoded::kUtf8) return to_utf8(units);
  if (form == Encoded::kUtf8Mark) return "\xEF\xBB\xBF" + to_utf8(units);
  const bool little = form == Encoded::kLittleMark || form == Encoded::kLittle;
  std::string bytes;
  const auto put = [&](char16_t unit) {
    const char low = static_cast<char>(unit % 256);
    const char high = static_cast<char>(unit / 256);
    bytes += little ? low : high;
    bytes += little ? high : low;
  };
  if (mark_size(form) != 0) put(0xFEFF);
  for (const char16_t unit : units) put(unit);
  return bytes;
}

}  // namespace sluice

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "text/ascii.h"

namespace sluice {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Each table is in ascending order.
constexpr std::array kControls = {
    Range{0x00, 0x1F},        Range{0x7F, 0x9F},     Range{0xAD, 0xAD},
    Range{0x61C, 0x61C},      Range{0x200B, 0x200F}, Range{0x2028, 0x202E},
    Range{0x2060, 0x206F},    Range{0xFDD0, 0xFDEF}, Range{0xFEFF, 0xFEFF},
    Range{0xFFF9, 0xFFFB},    Range{0xFFFE, 0xFFFF}, Range{0xE0000, 0xE007F},
    Range{0x10FFFE, 0x10FFFF}};

constexpr std::array kCombining = {
    Range{0x300, 0x36F},   Range{0x483, 0x489},    Range{0x591, 0x5BD},
    Range{0x610, 0x61A},   Range{0x64B, 0x65F},    Range{0x1AB0, 0x1AFF},
    Range{0x1DC0, 0x1DFF}, Range{0x20D0, 0x20FF},  Range{0xFE00, 0xFE0F},
    Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};

constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x4DBF},
    Range{0x4E00, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF01, 0xFF60},
    Range{0xFFE0, 0xFFE6},   Range{0x16FE0, 0x18DFF}, Range{0x1B000, 0x1B2FF},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF},
    Range{0x1FA70, 0x1FAFF}, Range{0x20000, 0x3FFFD}};

bool is_in(std::span<const Range> ranges, char32_t code) {
  const auto range = std::lower_bound(
      ranges.begin(), ranges.end(), code,
      [](const Range& r, char32_t value) { return r.last < value; });
  return range != ranges.end() && range->first <= code;
}

}  // namespace

Utf8Char decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [text](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t size = 0;
  char32_t code = 0;
  char32_t least = 0;  // anything below is an overlong form
  if ((lead & 0xE0) == 0xC0) {
    size = 2, code = lead & 0x1F, least = 0x80;
  } else if ((lead & 0xF0) == 0xE0) {
    size = 3, code = lead & 0x0F, least = 0x800;
  } else if ((lead & 0xF8) == 0xF0) {
    size = 4, code = lead & 0x07, least = 0x10000;
  } else {
    return {};
  }
  if (text.size() < size) return {};
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least || code > 0x10FFFF || surrogate) return {};
  return {code, size};
}

void append_utf8(char32_t code, std::string* text) {
  const std::uint32_t size = utf8_size(code);
  if (size == 1) return text->push_back(static_cast<char>(code));
  text->push_back(
      static_cast<char>((0xF00U >> size & 0xF0U) |
                        static_cast<unsigned>(code >> 6 * (size - 1))));
  for (std::uint32_t i = size - 1; i-- > 0;)
    text->push_back(static_cast<char>(0x80U | (code >> 6 * i & 0x3FU)));
}

// Whole files pass through this, so characters of two and three bytes, which
// most texts beyond ASCII consist of, are tested here and not decoded.
bool is_utf8(std::string_view text) {
  constexpr std::size_t kEight = sizeof(std::uint64_t);
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto byte = [&at](std::size_t i) {
    return static_cast<unsigned char>(at[i]);
  };
  const auto goes_on = [&byte](std::size_t i) {
    return (byte(i) & 0xC0U) == 0x80U;
  };
  while (at != end) {
    const auto left = static_cast<std::size_t>(end - at);
    if (left >= kEight) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, at, kEight);
      if ((eight & kHighBits) == 0) {
        at += kEight;
        continue;
      }
    }
    const unsigned lead = byte(0);
    if (lead < 0x80) {
      ++at;
    } else if (lead >= 0xC2 && lead < 0xE0 && left >= 2 && goes_on(1)) {
      at += 2;
    } else if ((lead & 0xF0U) == 0xE0 && left >= 3 && goes_on(1) &&
               goes_on(2) && !(lead == 0xE0 && byte(1) < 0xA0) &&
               !(lead == 0xED && byte(1) >= 0xA0)) {
      at += 3;  // neither an overlong form nor a surrogate
    } else {
      const std::size_t size = decode_utf8({at, left}).size;
      if (size == 0) return false;
      at += size;
    }
  }
  return true;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t ascii = ascii_head(text);
    count += ascii;
    text.remove_prefix(ascii);
    if (text.empty()) break;
    text.remove_prefix(std::max<std::size_t>(decode_utf8(text).size, 1));
    ++count;
  }
  return count;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string repaired(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = decode_utf8(text.substr(at)).size;
    if (size == 0) repaired[at] = '\x7f';
    at += std::max<std::size_t>(size, 1);
  }
  return repaired;
}

bool is_control(char32_t code) {
  if (code >= 0x20 && code < 0x7F) return false;
  return is_in(kControls, code);
}

unsigned display_columns(char32_t code) {
  if (code < 0x300) return 1;
  if (is_in(kCombining, code)) return 0;
  return is_in(kWide, code) ? 2 : 1;
}

}  // namespace sluice

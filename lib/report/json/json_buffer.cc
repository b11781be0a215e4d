#include "report/json/json_buffer.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "report/json/json_text.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::size_t kEight = sizeof(std::uint64_t);

constexpr std::uint64_t all_of(unsigned char byte) {
  return 0x0101010101010101U * byte;
}

// Returns how many of the eight bytes, from the first on, need no escape. The
// carries of a subtraction go upwards only, so the lowest bit that is set is
// right.
std::size_t plain_head(std::uint64_t eight) {
  const auto zeros = [](std::uint64_t bytes) {
    return (bytes - all_of(1)) & ~bytes;
  };
  const std::uint64_t others =
      (eight | ((eight - all_of(' ')) & ~eight) | zeros(eight ^ all_of('"')) |
       zeros(eight ^ all_of('\\')) | zeros(eight ^ all_of(0x7F))) &
      all_of(0x80);
  return static_cast<std::size_t>(std::countr_zero(others)) / 8;
}

// The bytes that need no escape in a string of JSON.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x7F; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

// Copies the bytes of `text` up to the first that needs an escape to `out`,
// which has room for all of it, and returns how many these are.
std::size_t copy_plain(std::string_view text, char* out) {
  std::size_t at = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; at + kEight <= text.size(); at += kEight) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, text.data() + at, kEight);
      std::memcpy(out + at, &eight, kEight);
      if (const std::size_t plain = plain_head(eight); plain != kEight)
        return at + plain;
    }
  }
  for (; at < text.size() && kPlain[static_cast<unsigned char>(text[at])]; ++at)
    out[at] = text[at];
  return at;
}

std::string_view short_escape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return {};
  }
}

}  // namespace

void JsonBuffer::grow(std::size_t bytes) {
  constexpr std::size_t kFirst = 4096;
  held_.resize(std::max({kFirst, 2 * held_.size(), size_ + bytes}));
}

// Bits of entropy have two decimals at most.
void JsonBuffer::add_fraction(double value) {
  constexpr double kMost = 1000;
  if (!std::signbit(value) && value < kMost) {
    const auto hundredths = static_cast<unsigned>(value * 100 + 0.5);
    if (static_cast<double>(hundredths) / 100 == value) {
      add_number(hundredths / 100);
      add(".");
      add_number(hundredths / 10 % 10);
      if (hundredths % 10 != 0) add_number(hundredths % 10);
      return;
    }
  }
  const std::string digits = fmt::format("{}", value);
  add(digits);
  if (digits.find_first_of(".e") == digits.npos) add(".0");
}

void JsonBuffer::add_string(std::string_view text) {
  constexpr std::size_t kMostForByte = 6;  // \u001f
  make_room(kMostForByte * text.size() + 2);
  char* out = held_.data() + size_;
  *out++ = '"';
  for (;;) {
    const std::size_t plain = copy_plain(text, out);
    out += plain;
    text.remove_prefix(plain);
    if (text.empty()) break;
    std::string_view shown = short_escape(text.front());
    std::string escape;
    std::size_t size = 1;
    if (shown.empty()) {
      const Utf8Char c = decode_utf8(text);
      size = std::max<std::size_t>(c.size, 1);
      shown = c.size == 0 ? "\xEF\xBF\xBD" : text.substr(0, size);
      if (c.size != 0 && is_control(c.code)) {
        append_utf16_escape(escape, c.code);
        shown = escape;
      }
    }
    out = std::copy(shown.begin(), shown.end(), out);
    text.remove_prefix(size);
  }
  *out++ = '"';
  size_ = static_cast<std::size_t>(out - held_.data());
}

}  // namespace sluice

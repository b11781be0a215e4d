// RFC 2781 and RFC 3629. Most text is ASCII, so units are narrowed in blocks. A
// block with any other character is decoded character by character; then blocks
// are tried again.
//
// Rejected: iconv. It reports no places, stops at each lone surrogate, and
// needs a descriptor for each file. It is the oracle of the tests.

#include "text/utf16.h"

#include <algorithm>

#include "base/check.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::size_t kBlock = 32;  // units

bool is_high_surrogate(char32_t unit) { return (unit & 0xFC00) == 0xD800; }
bool is_low_surrogate(char32_t unit) { return (unit & 0xFC00) == 0xDC00; }

template <ByteOrder kOrder>
char32_t unit_at(const char* at) {
  const char32_t first = static_cast<unsigned char>(at[0]);
  const char32_t second = static_cast<unsigned char>(at[1]);
  return kOrder == ByteOrder::kLittle ? first | second << 8
                                      : second | first << 8;
}

// Narrows whole blocks of ASCII and returns the number of units. A block that
// is not ASCII leaves its traces at `out`, which has room for all `units`.
template <ByteOrder kOrder>
std::size_t copy_ascii(const char* in, std::size_t units, char* out) {
  constexpr std::size_t kLow = kOrder == ByteOrder::kLittle ? 0 : 1;
  std::size_t done = 0;
  for (; units - done >= kBlock; done += kBlock) {
    const char* const block = in + 2 * done;
    unsigned char low = 0;
    unsigned char high = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      low |= static_cast<unsigned char>(block[2 * i + kLow]);
      high |= static_cast<unsigned char>(block[2 * i + 1 - kLow]);
      out[done + i] = block[2 * i + kLow];
    }
    if (high != 0 || low >= 0x80) break;
  }
  return done;
}

struct Utf16Char {
  char32_t code = kReplacement;
  std::size_t size = 0;  // bytes; 0 if there is nothing, or only its start
};

// The character at the start of `in`.
template <ByteOrder kOrder>
Utf16Char char_at(std::string_view in, bool at_end) {
  if (in.size() < 2) return {kReplacement, at_end ? in.size() : 0};
  const char32_t unit = unit_at<kOrder>(in.data());
  if (is_high_surrogate(unit)) {
    if (in.size() < 4) return {kReplacement, at_end ? 2u : 0u};
    const char32_t next = unit_at<kOrder>(in.data() + 2);
    if (is_low_surrogate(next))
      return {0x10000 + ((unit & 0x3FF) << 10 | (next & 0x3FF)), 4};
    return {kReplacement, 2};
  }
  return {is_low_surrogate(unit) ? kReplacement : unit, 2};
}

void put_utf8(char32_t code, std::size_t size, char* out) {
  if (size == 1) {
    *out = static_cast<char>(code);
    return;
  }
  for (std::size_t i = size - 1; i > 0; --i, code >>= 6)
    out[i] = static_cast<char>(0x80 | (code & 0x3F));
  out[0] = static_cast<char>((0xF00u >> size & 0xF0u) | code);
}

template <ByteOrder kOrder>
DecodedStep decode(std::string_view in, bool at_end, char* out,
                   std::size_t room) {
  DecodedStep step;
  for (;;) {
    const std::size_t ascii = copy_ascii<kOrder>(
        in.data() + step.read,
        std::min((in.size() - step.read) / 2, room - step.written),
        out + step.written);
    step.read += 2 * ascii;
    step.written += ascii;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const Utf16Char c = char_at<kOrder>(in.substr(step.read), at_end);
      const std::size_t size = utf8_size(c.code);
      if (c.size == 0 || size > room - step.written) return step;
      put_utf8(c.code, size, out + step.written);
      step.read += c.size;
      step.written += size;
    }
  }
}

// Returns U+FFFD and counts it in `*strange` if no character has that number.
char32_t character_of(const char* at, ByteOrder order, std::size_t* strange) {
  char32_t code = 0;
  for (std::size_t i = 0; i < 4; ++i)
    code = code << 8 |
           static_cast<unsigned char>(at[order == ByteOrder::kBig ? i : 3 - i]);
  const bool is_character =
      code < 0x110000 && !is_high_surrogate(code) && !is_low_surrogate(code);
  if (!is_character) ++*strange;
  return is_character ? code : kReplacement;
}

}  // namespace

DecodedStep decode_utf16(std::string_view in, ByteOrder order, bool at_end,
                         char* out, std::size_t room) {
  return order == ByteOrder::kLittle
             ? decode<ByteOrder::kLittle>(in, at_end, out, room)
             : decode<ByteOrder::kBig>(in, at_end, out, room);
}

DecodedStep decode_utf32(std::string_view in, ByteOrder order, bool at_end,
                         char* out, std::size_t room) {
  DecodedStep step;
  while (step.read < in.size()) {
    const std::size_t left = std::min<std::size_t>(in.size() - step.read, 4);
    if (left < 4 && !at_end) return step;
    std::size_t strange = 0;
    const char32_t code =
        left < 4 ? kReplacement
                 : character_of(in.data() + step.read, order, &strange);
    const std::size_t size = utf8_size(code);
    if (size > room - step.written) return step;
    put_utf8(code, size, out + step.written);
    step.read += left;
    step.written += size;
    step.strange += strange;
  }
  return step;
}

std::uint64_t DecodedCursor::advance(std::string_view text,
                                     std::uint64_t origin,
                                     std::uint64_t target) {
  SLUICE_CHECK(offset_ <= target && origin <= offset_ &&
               target - origin <= text.size());
  std::uint64_t units = 0;
  for (const char c : text.substr(static_cast<std::size_t>(offset_ - origin),
                                  static_cast<std::size_t>(target - offset_))) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80;       // the first byte of a character
    units += unit_ == 2 && byte >= 0xF0;  // which took a pair
  }
  file_offset_ += unit_ * units;
  offset_ = target;
  return file_offset_;
}

}  // namespace sluice

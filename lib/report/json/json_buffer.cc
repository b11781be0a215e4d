#include "report/json/json_buffer.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>

#include "report/json/json_text.h"
#include "text/utf8.h"

namespace sluice {
namespace {

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
#if defined(__SSE2__)
  // As signed numbers, bytes above 127 are less than a blank.
  const __m128i below = _mm_set1_epi8(' ' - 1);
  const __m128i above = _mm_set1_epi8('\x7f');
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  constexpr std::size_t kAtOnce = sizeof(__m128i);
  for (; at + kAtOnce <= text.size(); at += kAtOnce) {
    const __m128i bytes =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + at), bytes);
    const __m128i plain = _mm_and_si128(_mm_cmpgt_epi8(bytes, below),
                                        _mm_cmpgt_epi8(above, bytes));
    const __m128i escaped = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote),
                                         _mm_cmpeq_epi8(bytes, backslash));
    const auto others = static_cast<unsigned>(
        _mm_movemask_epi8(_mm_andnot_si128(escaped, plain)) ^ 0xFFFF);
    if (others != 0)
      return at + static_cast<std::size_t>(std::countr_zero(others));
  }
#endif
  for (; at < text.size() && kPlain[static_cast<unsigned char>(text[at])]; ++at)
    out[at] = text[at];
  return at;
}

// The letter of a short escape ("\n"), or 0.
char escape_letter(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return '\0';
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
  constexpr std::size_t kPiece = 512;
  add("\"");
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kPiece);
    make_room(piece.size());
    const std::size_t plain = copy_plain(piece, held_.data() + size_);
    size_ += plain;
    text.remove_prefix(plain);
    if (plain != piece.size()) text.remove_prefix(add_escaped(text));
  }
  add("\"");
}

// Adds the first character, and returns its size.
std::size_t JsonBuffer::add_escaped(std::string_view text) {
  if (const char letter = escape_letter(text.front()); letter != '\0') {
    make_room(2);
    held_[size_++] = '\\';
    held_[size_++] = letter;
    return 1;
  }
  const Utf8Char c = decode_utf8(text);
  if (c.size == 0) {
    add("\xEF\xBF\xBD");
    return 1;
  }
  if (is_control(c.code)) {
    std::string escape;
    append_utf16_escape(escape, c.code);
    add(std::string_view(escape));
  } else {
    add(text.substr(0, c.size));
  }
  return c.size;
}

}  // namespace sluice

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

constexpr char kPlain = '\0';
constexpr char kLong = '\1';

// How a byte is written in a string of JSON: kPlain as it is, kLong by the
// character that it begins (add_long()), any other as a backslash and this letter.
constexpr auto kLetters = [] {
  std::array<char, 256> letters{};
  letters.fill(kLong);
  for (std::size_t c = 0x20; c < 0x7F; ++c) letters[c] = kPlain;
  letters['"'] = '"';
  letters['\\'] = '\\';
  letters['\b'] = 'b';
  letters['\f'] = 'f';
  letters['\n'] = 'n';
  letters['\r'] = 'r';
  letters['\t'] = 't';
  return letters;
}();

constexpr std::size_t kBytesAtOnce = 16;

// Copies sixteen bytes, and returns how many of them, from the first on, are
// plain.
std::size_t copy_sixteen(const char* text, char* out) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
  // Bytes above 127 are less than a blank, as signed numbers.
  const __m128i plain =
      _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(' ' - 1)),
                    _mm_cmpgt_epi8(_mm_set1_epi8(0x7F), bytes));
  const __m128i escaped =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                   _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  const auto others = static_cast<unsigned>(
      _mm_movemask_epi8(_mm_andnot_si128(escaped, plain)) ^ 0xFFFF);
  return others == 0 ? kBytesAtOnce
                     : static_cast<std::size_t>(std::countr_zero(others));
#else
  std::copy_n(text, kBytesAtOnce, out);
  return 0;
#endif
}

// Writes the bytes of `text` up to the first that is kLong to `*out`, which has
// room for twice as many, and moves it. Returns how many bytes these are.
std::size_t write_short(std::string_view text, char** out) {
  char* to = *out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(at + kBytesAtOnce, text.size());
    if (end - at == kBytesAtOnce) {
      const std::size_t plain = copy_sixteen(text.data() + at, to);
      at += plain;
      to += plain;
    }
    for (; at < end; ++at) {
      const char letter = kLetters[static_cast<unsigned char>(text[at])];
      if (letter == kLong) {
        *out = to;
        return at;
      }
      if (letter != kPlain) *to++ = '\\';
      *to++ = letter == kPlain ? text[at] : letter;
    }
  }
  *out = to;
  return at;
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
    make_room(2 * piece.size());
    char* out = held_.data() + size_;
    const std::size_t written = write_short(piece, &out);
    size_ = static_cast<std::size_t>(out - held_.data());
    text.remove_prefix(written);
    if (written != piece.size()) text.remove_prefix(add_long(text));
  }
  add("\"");
}

// Adds the first character, and returns its size.
std::size_t JsonBuffer::add_long(std::string_view text) {
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

// With AVX2, the beginnings of escapes are found by half bytes: the lower half
// of the first character, and both halves of the second one, which refuse most.
// With AVX-512, a table of 128 bytes gives, for each character of ASCII, the
// beginnings whose first character it may be. Another table does so for the
// second character. An escape begins where both have a beginning in common.
// This takes a third of the instructions of AVX2.
//
// The search tests for eights, not for all runs of 24. Each such run contains
// two adjacent eights, and one number shows where these are in 512 bytes.
//
// For rows in programs, AVX2 tests only every fourth eight, with one beside it,
// because a run of 40 contains such a pair. With AVX-512, all are looked up and
// four in a row are tested for, without a branch.
//
// Source of the look-ups: text/ascii_set.h.

#include "decode/mark_blocks.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <cstring>

#include "base/processor.h"
#include "decode/escape_beginnings.h"
#include "text/ascii.h"
#include "text/ascii_set.h"

#define SLUICE_AVX2 __attribute__((target("avx2,bmi")))
#define SLUICE_AVX2_PART \
  __attribute__((target("avx2,bmi"), always_inline)) inline
#define SLUICE_AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi")))

namespace sluice {
namespace {

constexpr bool is_digit_of_run(char c) { return is_alnum(c) || c == '/'; }
constexpr AsciiSet kRunDigits([](char c) { return is_digit_of_run(c); });
constexpr std::size_t kEight = 8;

// Tables for AVX2. Each of kEscapeBeginnings has a bit. `first` gives, for the
// lower half of a first character, the bits of the entries that it may belong
// to. `second_low` and `second_high` do so for the halves of a second
// character. Each table is stored twice, to fill a vector register.
struct HalfBytes {
  using Table = std::array<std::uint8_t, 32>;
  alignas(32) Table first{};
  alignas(32) Table second_low{};
  alignas(32) Table second_high{};

  constexpr HalfBytes() {
    for (std::size_t i = 0; i < kEscapeBeginnings.size(); ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << i);
      const auto add = [bit](auto& table, unsigned half) {
        table[half] |= bit;
        table[half + 16] |= bit;
      };
      const EscapeBeginning& beginning = kEscapeBeginnings[i];
      for (const char c : beginning.firsts)
        add(first, static_cast<unsigned char>(c) % 16);
      for (const char second : beginning.seconds) {
        add(second_low, static_cast<unsigned char>(second) % 16);
        add(second_high, static_cast<unsigned char>(second) / 16);
      }
    }
  }
};
constexpr HalfBytes kHalfBytes;

// For AVX-512, by character of ASCII. Bit i: it is the first, or a second one,
// of kEscapeBeginnings[i]; the high bit of a first one: it is no digit, and in
// `row`: nor a backslash.
struct Characters {
  using Table = std::array<std::uint8_t, 128>;
  static constexpr std::uint8_t kOther = 0x80;
  alignas(64) Table first{};
  alignas(64) Table second{};
  alignas(64) Table row{};

  constexpr Characters() {
    for (std::size_t c = 0; c < first.size(); ++c)
      if (!is_digit_of_run(static_cast<char>(c))) first[c] = kOther;
    row = first;
    row['\\'] = 0;
    static_assert(kEscapeBeginnings.size() < 8);
    for (std::size_t i = 0; i < kEscapeBeginnings.size(); ++i) {
      const auto bit = static_cast<std::uint8_t>(1U << i);
      const EscapeBeginning& beginning = kEscapeBeginnings[i];
      for (const char c : beginning.firsts)
        first[static_cast<unsigned char>(c)] |= bit;
      for (const char c : beginning.seconds)
        second[static_cast<unsigned char>(c)] |= bit;
    }
  }
};
constexpr Characters kCharacters;

// Bits of the escapes and of the eights of one block or of a half of it.
struct Found {
  std::uint64_t escapes;
  std::uint64_t eights;
};

SLUICE_AVX2_PART __m256i vector_of(const HalfBytes::Table& table) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(table.data()));
}

// In 32 bytes.
SLUICE_AVX2_PART Found find_in_half(const char* from) {
  // By the lower half of an escape's first character, that character; one that
  // fits none elsewhere.
  const __m256i leads = _mm256_setr_epi8(
      1, 0, '"', 1, 1, '%', '&', '\'', 1, 1, 1, 1, '\\', '=', '>', 1, 1, 0, '"',
      1, 1, '%', '&', '\'', 1, 1, 1, 1, '\\', '=', '>', 1);
  const __m256i first = vector_of(kHalfBytes.first);
  const __m256i second_low = vector_of(kHalfBytes.second_low);
  const __m256i second_high = vector_of(kHalfBytes.second_high);
  const __m256i zero = _mm256_setzero_si256();
  const auto* const here = reinterpret_cast<const __m256i*>(from);
  const auto* const behind = reinterpret_cast<const __m256i*>(from + 1);
  const __m256i bytes = _mm256_loadu_si256(here);
  const __m256i next = _mm256_loadu_si256(behind);
  const __m256i upper =
      _mm256_and_si256(_mm256_srli_epi16(next, 4), _mm256_set1_epi8(0x0F));
  const __m256i kinds = _mm256_and_si256(
      _mm256_and_si256(_mm256_shuffle_epi8(second_low, next),
                       _mm256_shuffle_epi8(second_high, upper)),
      _mm256_shuffle_epi8(first, bytes));
  const __m256i is_lead =
      _mm256_cmpeq_epi8(_mm256_shuffle_epi8(leads, bytes), bytes);
  const __m256i escapes =
      _mm256_andnot_si256(_mm256_cmpeq_epi8(kinds, zero), is_lead);
  const __m256i eights = _mm256_cmpeq_epi64(kRunDigits.others(bytes), zero);
  return {static_cast<std::uint32_t>(_mm256_movemask_epi8(escapes)),
          static_cast<std::uint32_t>(
              _mm256_movemask_pd(_mm256_castsi256_pd(eights)))};
}

SLUICE_AVX2 BlockMarks mark_by_avx2(const char* text, std::size_t count) {
  BlockMarks marks{};
  for (std::size_t i = 0; i < count; ++i) {
    const char* const block = text + i * kMarkBlock;
    const Found low = find_in_half(block);
    const Found high = find_in_half(block + kMarkBlock / 2);
    marks.escapes[i] = low.escapes | high.escapes << 32;
    marks.eights |= (low.eights | high.eights << 4) << (i * kEight);
  }
  return marks;
}

SLUICE_AVX512 BlockMarks mark_by_avx512(const char* text, std::size_t count) {
  const __m512i first_low = _mm512_load_si512(kCharacters.first.data());
  const __m512i first_high = _mm512_load_si512(kCharacters.first.data() + 64);
  const __m512i second_low = _mm512_load_si512(kCharacters.second.data());
  const __m512i second_high = _mm512_load_si512(kCharacters.second.data() + 64);
  const __m512i high_bits =
      _mm512_set1_epi8(static_cast<char>(Characters::kOther));
  BlockMarks marks{};
  for (std::size_t i = 0; i < count; ++i) {
    const char* const block = text + i * kMarkBlock;
    const __m512i bytes = _mm512_loadu_si512(block);
    const __m512i next = _mm512_loadu_si512(block + 1);
    // The look-ups take the lower seven bits of a byte.
    const __m512i firsts =
        _mm512_permutex2var_epi8(first_low, bytes, first_high);
    const __m512i seconds =
        _mm512_permutex2var_epi8(second_low, next, second_high);
    const __mmask64 ascii = _mm512_testn_epi8_mask(bytes, high_bits);
    marks.escapes[i] = _mm512_mask_test_epi8_mask(ascii, firsts, seconds);
    const __mmask8 eights =
        _mm512_testn_epi64_mask(_mm512_or_si512(firsts, bytes), high_bits);
    marks.eights |= std::uint64_t{eights} << (i * kEight);
  }
  return marks;
}

// The eights at `at`, 32 bytes after it and so on, as four numbers. A number is
// all ones if its eight may be part of a run or row.
SLUICE_AVX2_PART __m256i every_fourth(const char* at) {
  const auto eight_of =
      [](const char* from) __attribute__((target("avx2,bmi"), always_inline)) {
    double bytes = 0;  // loads go straight into a vector
    std::memcpy(&bytes, from, sizeof bytes);
    return bytes;
  };
  const __m256i heads = _mm256_castpd_si256(_mm256_set_pd(
      eight_of(at + 96), eight_of(at + 64), eight_of(at + 32), eight_of(at)));
  const __m256i word =
      _mm256_andnot_si256(_mm256_cmpeq_epi8(heads, _mm256_set1_epi8('_')),
                          _mm256_cmpgt_epi8(heads, _mm256_set1_epi8('.')));
  return _mm256_cmpeq_epi64(word, _mm256_set1_epi8(-1));
}

// A third of the blocks of a program have an eight with only such letters. The
// loop is in a function of its own, so that nothing else uses its registers.
SLUICE_AVX2 RowEights next_by_avx2(const char* at, const char* end) {
  for (; at < end; at += kRowBlock) {
    const __m256i full = every_fourth(at);
    if (_mm256_testz_si256(full, full) != 0) continue;
    const __m256i longer = _mm256_and_si256(
        full,
        _mm256_or_si256(every_fourth(at - kEight), every_fourth(at + kEight)));
    if (_mm256_testz_si256(longer, longer) != 0) continue;
    const auto four =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(longer)));
    std::uint64_t eights = 0;
    for (unsigned bit = 0; bit < 4; ++bit)
      eights |= std::uint64_t{four >> bit & 1} << bit * 4;
    return {at, eights, at + kRowBlock};
  }
  return {end, 0, end};
}

SLUICE_AVX512 RowEights next_by_avx512(const char* at, const char* end) {
  constexpr std::size_t kMost = 64 * kEight;  // bytes, by a number
  const __m512i low = _mm512_load_si512(kCharacters.row.data());
  const __m512i high = _mm512_load_si512(kCharacters.row.data() + 64);
  const __m512i high_bits =
      _mm512_set1_epi8(static_cast<char>(Characters::kOther));
  while (at < end) {
    const std::size_t size =
        std::min(kMost, static_cast<std::size_t>(end - at));
    std::uint64_t full = 0;
    for (std::size_t i = 0; i < size; i += kMarkBlock) {
      const __m512i bytes = _mm512_loadu_si512(at + i);
      const __m512i kinds = _mm512_permutex2var_epi8(low, bytes, high);
      const __mmask8 eight =
          _mm512_testn_epi64_mask(_mm512_or_si512(kinds, bytes), high_bits);
      full |= std::uint64_t{eight} << (i / kEight);
    }
    // The last of four in a row; the bytes before the block are unknown.
    const std::uint64_t twos = full & (full << 1 | 0b1);
    const std::uint64_t fours = twos & (twos << 2 | 0b11);
    if (fours != 0) return {at, fours, at + size};
    at += size;
  }
  return {end, 0, end};
}

}  // namespace

BlockMarks mark_blocks(const char* text, std::size_t count) {
  return has_avx512() ? mark_by_avx512(text, count) : mark_by_avx2(text, count);
}

RowEights next_row_eights(const char* at, const char* end) {
  return has_avx512() ? next_by_avx512(at, end) : next_by_avx2(at, end);
}

}  // namespace sluice

#endif

// A set of ASCII characters, and which of 64 bytes in a row are in it.
//
//   constexpr AsciiSet kHex([](char c) { return is_hex(c); });
//   kHex.among(text)   bit i: text[i] is in the set
//
// Two look-ups in tables of 16 bytes answer for 32 bytes at once. The row of a
// byte is its upper half: row 3 contains 0123456789:;<=>?. For a set, each of
// the eight rows of ASCII has a bit in a table that is indexed by the lower
// half of the byte. The set {0, A} has the bit of row 3 at entry 0, and that of
// row 4 at entry 1. A second table has, for the upper half, that row's bit, and
// none above ASCII. A byte is in the set if both entries have a bit in common.
// Source: W. Muła and D. Lemire, Faster Base64 Encoding and Decoding Using AVX2
// Instructions (2018), where sets of this form are called nibble look-ups.
//
// Thread-safety: constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sluice {

class AsciiSet {
 public:
  template <typename Predicate>
  explicit constexpr AsciiSet(Predicate is_in) {
    for (unsigned c = 0; c < 128; ++c) {
      if (!is_in(static_cast<char>(c))) continue;
      has_[c] = true;
      rows_[c % 16] |= static_cast<std::uint8_t>(1U << (c / 16));
      rows_[c % 16 + 16] = rows_[c % 16];
    }
  }

  constexpr bool has(char c) const {
    return has_[static_cast<unsigned char>(c)];
  }

#if defined(__x86_64__)
  // All ones where one of the 32 bytes is not in the set. Only where
  // has_avx2(); the same of among().
  __attribute__((target("avx2"), always_inline)) inline __m256i others(
      __m256i bytes) const {
    const __m256i row_bits =
        _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                         1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i table =
        _mm256_load_si256(reinterpret_cast<const __m256i*>(rows_.data()));
    const __m256i upper =
        _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    return _mm256_cmpeq_epi8(
        _mm256_and_si256(_mm256_shuffle_epi8(table, bytes),
                         _mm256_shuffle_epi8(row_bits, upper)),
        _mm256_setzero_si256());
  }
  // Bit i: byte i of the 32, or of the 64 at `bytes`, is in the set.
  __attribute__((target("avx2"), always_inline)) inline std::uint32_t among(
      __m256i bytes) const {
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(others(bytes)));
  }
  __attribute__((target("avx2"), always_inline)) inline std::uint64_t among(
      const char* bytes) const {
    const auto* from = reinterpret_cast<const __m256i*>(bytes);
    return among(_mm256_loadu_si256(from)) |
           std::uint64_t{among(_mm256_loadu_si256(from + 1))} << 32;
  }
#endif

 private:
  std::array<bool, 256> has_{};
  // By the lower half of a byte; stored twice, to fill a vector register.
  alignas(32) std::array<std::uint8_t, 32> rows_{};
};

// Returns the places at which sixteen set bits begin: bit i of the result is
// set if the bits i to i + 15 of `bits` are. Sixteen bytes in a row that are in
// a set (AsciiSet::among()) begin a run.
constexpr std::uint64_t sixteen_in_a_row(std::uint64_t bits) {
  bits &= bits >> 1;
  bits &= bits >> 2;
  bits &= bits >> 4;
  return bits & bits >> 8;
}

}  // namespace sluice

// For the branch predictor, it is a coin toss whether a flagged position is a
// q-gram, and so is the number of flags of a block. Therefore no branch depends
// on either. One instruction that packs the numbers of set bits (VPCOMPRESSW)
// turns flags into positions. Then sixteen positions at once are gathered,
// hashed, compared, and packed again. This takes a third of the time of a loop
// over single bits (measured).
//
// A position is looked up once for each size of q-grams.

#include "match/prefilter/qgram_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sluice {

static_assert(std::endian::native == std::endian::little);

std::uint32_t QgramTable::key_of(const LiteralQgram& qgram) {
  std::uint32_t key = 0;
  static_assert(sizeof key == kQgram);
  std::memcpy(&key, qgram.folded.data(), sizeof key);
  return key;
}

void QgramTable::add(const LiteralQgram& qgram) {
  const std::uint32_t key = key_of(qgram);
  std::uint32_t& known = key_[slot_of(key)];
  known = known == kNoKey || known == key ? key : kKeys;
  pairs_ += qgram.size == kMinQgram ? 1 : 0;
}

#if defined(__x86_64__)

#define SLUICE_VBMI2 __attribute__((target("avx512f,avx512bw,avx512vbmi2")))

SLUICE_VBMI2 std::size_t positions_of(std::span<const FlaggedBlock> blocks,
                                      std::uint16_t* positions) {
  alignas(64) static constexpr auto kNumbers = [] {
    std::array<std::uint16_t, QgramMask::kBlock> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<std::uint16_t>(i);
    return numbers;
  }();
  constexpr std::size_t kHalf = QgramMask::kBlock / 2;
  const __m512i low = _mm512_load_si512(kNumbers.data());
  const __m512i high = _mm512_load_si512(kNumbers.data() + kHalf);
  std::size_t count = 0;
  for (const FlaggedBlock& block : blocks) {
    const __m512i first = _mm512_set1_epi16(static_cast<short>(block.first));
    const auto lower_half = static_cast<__mmask32>(block.positions);
    const auto upper_half = static_cast<__mmask32>(block.positions >> kHalf);
    _mm512_storeu_si512(
        positions + count,
        _mm512_maskz_compress_epi16(lower_half, _mm512_add_epi16(first, low)));
    count += static_cast<std::size_t>(std::popcount(lower_half));
    _mm512_storeu_si512(
        positions + count,
        _mm512_maskz_compress_epi16(upper_half, _mm512_add_epi16(first, high)));
    count += static_cast<std::size_t>(std::popcount(upper_half));
  }
  return count;
}

SLUICE_VBMI2 void QgramTable::find(const std::uint8_t* segment,
                                   std::span<const std::uint16_t> positions,
                                   Candidates* candidates) const {
  SLUICE_CHECK(positions.size() <= kBatch);
  constexpr std::size_t kLanes = 16;
  constexpr auto kFold = static_cast<int>(0x01010101U * kFoldMask);
  const __m512i fold = _mm512_set1_epi32(kFold);
  const __m512i multiplier = _mm512_set1_epi32(static_cast<int>(kMultiplier));
  const __m512i several = _mm512_set1_epi32(static_cast<int>(kKeys));
  std::size_t count = 0;
  for (std::size_t i = 0; i < positions.size(); i += kLanes) {
    const std::size_t lanes = std::min(kLanes, positions.size() - i);
    const auto present = static_cast<__mmask16>((1U << lanes) - 1);
    const __m512i at = _mm512_cvtepu16_epi32(_mm256_loadu_si256(
        reinterpret_cast<const __m256i*>(positions.data() + i)));
    const __m512i whole = _mm512_and_si512(
        fold, _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), present, at,
                                          segment, 1));
    // Appends the possible q-grams of the bytes under `bytes`, except slots
    // that `other` has already looked up. Returns their slots.
    const auto look_up = [&](__m512i key, __mmask16 wanted) SLUICE_VBMI2 {
      const __m512i slot = _mm512_srli_epi32(
          _mm512_mullo_epi32(key, multiplier), 32 - kSlotBits);
      const __m512i known = _mm512_mask_i32gather_epi32(
          _mm512_setzero_si512(), wanted, slot, key_.data(), 4);
      const auto found = static_cast<__mmask16>(
          _mm512_mask_cmpeq_epi32_mask(wanted, known, key) |
          _mm512_mask_cmpeq_epi32_mask(wanted, known, several));
      _mm512_storeu_si512(candidates->at.data() + count,
                          _mm512_maskz_compress_epi32(found, at));
      _mm512_storeu_si512(candidates->slot.data() + count,
                          _mm512_maskz_compress_epi32(found, slot));
      count += static_cast<std::size_t>(std::popcount(found));
      return std::pair(slot, found);
    };
    const auto [slot, found] = look_up(whole, present);
    // A slot that was already looked up is not looked up again.
    const __m512i short_key =
        _mm512_and_si512(whole, _mm512_set1_epi32(0x00ffffff));
    const __m512i short_slot = _mm512_srli_epi32(
        _mm512_mullo_epi32(short_key, multiplier), 32 - kSlotBits);
    const auto fresh = static_cast<__mmask16>(
        present & ~_mm512_mask_cmpeq_epi32_mask(found, slot, short_slot));
    const auto [other_slot, other_found] = look_up(short_key, fresh);
    if (pairs_ == 0) continue;
    const __m512i pair = _mm512_and_si512(whole, _mm512_set1_epi32(0x0000ffff));
    const __m512i pair_slot =
        _mm512_srli_epi32(_mm512_mullo_epi32(pair, multiplier), 32 - kSlotBits);
    look_up(
        pair,
        static_cast<__mmask16>(
            present & ~_mm512_mask_cmpeq_epi32_mask(found, slot, pair_slot) &
            ~_mm512_mask_cmpeq_epi32_mask(other_found, other_slot, pair_slot)));
  }
  candidates->count = count;
}

#undef SLUICE_VBMI2

#else

std::size_t positions_of(std::span<const FlaggedBlock>, std::uint16_t*) {
  return 0;
}

void QgramTable::find(const std::uint8_t*, std::span<const std::uint16_t>,
                      Candidates* candidates) const {
  candidates->count = 0;
}

#endif

}  // namespace sluice

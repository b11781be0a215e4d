// A hash table with one byte per slot, which tests every second position.
//
// A literal of at least five bytes has a q-gram of four at an even place,
// wherever it begins: one for either parity of its beginning. So twice as many
// q-grams are searched for at half of the places. Q-grams of shorter literals
// include a byte beside the literal, which can be any byte; such a q-gram takes
// a slot for each. Therefore only four bits of a q-gram's first byte and of its
// last are hashed. This makes 16 slots instead of 64. The price are flags for
// q-grams that differ only there.
//
// No branch could predict whether a position is flagged, so none depends on it:
// the results become the bits of a word for each block. The hashes are computed
// by the vectors of the processor, and the look-ups are single loads: 4.6 GB/s
// on Zen 3, 3.9 with the positions written out. Before it looks up q-grams,
// find() tests another hash of all bits, which rejects two of three flags.
//
// Measured with the 1,231 literals for C of the default rules on Linux 6.1: 2.6
// % of the bytes are flagged, and 0.63 % really contain q-grams. Other
// multipliers of the hash flag as many or more (60 tried).
//
// Rejected, by measurement on the same text:
//   every position, q-grams of three bytes and more      1.8 GB/s
//   all bits of the four bytes hashed                    5.6 % flagged
//   three bits or two of the first and the last byte     3.3 % and more
//   each position written and counted by its answer      3.2 GB/s
//   a block's flags unpacked by a table, byte by byte    3.0 GB/s
//   taken apart one by one, up to none (mispredicts)     1.9 GB/s
//   slots written to memory and loaded one by one        1.7 GB/s

#include "match/prefilter/qgram_probe.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/check.h"
#include "base/processor.h"
#include "match/prefilter/bytes.h"

namespace sluice {
namespace {

// The hashed bits: only four of the first byte and of the last.
constexpr std::uint32_t kHashed = kFoldWord & 0x0fffff0fU;

// The kinds: with all four bytes, with the first three, with the last three.
constexpr std::uint32_t kKnown[] = {kFoldWord, kFoldWord & 0x00ffffffU,
                                    kFoldWord & 0xffffff00U};

std::size_t kind_of(const LiteralQgram& qgram) {
  if (qgram.offset < 0) return 2;
  return qgram.size == kQgram ? 0 : 1;
}

inline std::uint32_t key_at(const std::uint8_t* text) {
  std::uint32_t key = 0;
  static_assert(sizeof key == kQgram);
  std::memcpy(&key, text, sizeof key);
  return key & kFoldWord;
}

inline std::uint32_t slot_of(std::uint32_t key) {
  return ((key & kHashed) * QgramTable::kMultiplier) >>
         (32 - QgramProbe::kSlotBits);
}

// By all the bits of a key.
inline std::uint32_t slot_of_all(std::uint32_t key) {
  return (key * QgramTable::kMultiplier) >> (32 - QgramProbe::kSlotBits);
}

// The compiler turns these into the vectors of its target.
using Words = std::uint32_t __attribute__((vector_size(32)));
using Pairs = std::uint64_t __attribute__((vector_size(32)));

// The slots of eight words in a row, in pairs. Most of the loop's time is spent
// on taking them out of a vector by twos.
__attribute__((always_inline)) inline void find_slots(const std::uint8_t* text,
                                                      Pairs* slots) {
  Words words;
  std::memcpy(&words, text, sizeof words);
  words = ((words & kHashed) * QgramTable::kMultiplier) >>
          (32 - QgramProbe::kSlotBits);
  *slots = reinterpret_cast<Pairs>(words);
}

// The flags of a block, one for each tested place.
struct Flags {
  std::uint32_t first;  // position
  std::uint32_t places;
};
constexpr std::size_t kMaxBlocks = 64;
// Few blocks have more, so a branch for more is well predicted.
constexpr int kFewFlags = 5;
static_assert(QgramProbe::kBlock / QgramProbe::kStep == 32);

__attribute__((always_inline)) inline std::size_t flag_with(
    const std::uint8_t* taken, const std::uint8_t* text, std::size_t blocks,
    std::uint32_t* positions) {
  SLUICE_CHECK(blocks <= kMaxBlocks);
  constexpr std::uint32_t kStep = QgramProbe::kStep;
  std::array<Flags, kMaxBlocks> flagged;
  std::size_t flagged_blocks = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = block * QgramProbe::kBlock;
    std::uint32_t places = 0;
#pragma GCC unroll 2
    for (std::size_t half = 0; half < 2; ++half) {
      // The words at each fourth position, and those between them.
      const std::uint8_t* const here = text + begin + half * sizeof(Words);
      Pairs even;
      Pairs odd;
      find_slots(here, &even);
      find_slots(here + kStep, &odd);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < sizeof(Pairs) / sizeof even[0]; ++i) {
        const auto at = [&](std::uint64_t slot) -> std::uint32_t {
          return taken[slot];
        };
        const std::uint32_t low =
            at(even[i] & 0xffffffffU) + 2 * at(odd[i] & 0xffffffffU);
        const std::uint32_t high = at(even[i] >> 32U) + 2 * at(odd[i] >> 32U);
        places |= (low + 4 * high) << (16 * half + 4 * i);
      }
    }
    flagged[flagged_blocks] = {static_cast<std::uint32_t>(begin), places};
    flagged_blocks += places != 0;
  }
  std::size_t count = 0;
  for (Flags flags : std::span(flagged).first(flagged_blocks)) {
    const auto take_first = [&] {
      const auto place =
          static_cast<std::uint32_t>(std::countr_zero(flags.places));
      positions[count] = flags.first + kStep * place;
      count += flags.places != 0;
      flags.places &= flags.places - 1;
    };
    for (int i = 0; i < kFewFlags; ++i) take_first();
    while (flags.places != 0) take_first();
  }
  return count;
}

#if defined(__x86_64__)
__attribute__((target("avx2,bmi"))) std::size_t flag_avx2(
    const std::uint8_t* taken, const std::uint8_t* text, std::size_t blocks,
    std::uint32_t* positions) {
  return flag_with(taken, text, blocks, positions);
}
#endif

}  // namespace

void QgramProbe::add(const LiteralQgram& qgram) {
  SLUICE_CHECK(qgram.size >= kShortQgram);
  const std::uint32_t key = QgramTable::key_of(qgram);
  const std::uint32_t any = kFoldWord & ~kKnown[kind_of(qgram)];
  // All values with only bits of `any`, from all of them to none.
  for (std::uint32_t bits = any;; bits = (bits - 1) & any) {
    taken_[slot_of(key | bits)] = 1;
    const std::uint32_t bit = slot_of_all(key | bits);
    screen_[bit / 32] |= 1U << bit % 32;
    if (bits == 0) return;
  }
}

double QgramProbe::fill() const {
  const auto taken = static_cast<std::ptrdiff_t>(kSlots) -
                     std::ranges::count(taken_, std::uint8_t{0});
  return static_cast<double>(taken) / static_cast<double>(kSlots);
}

void QgramProbe::append_to(std::string* bytes) const {
  append_bytes(taken_.data(), taken_.size(), bytes);
  append_bytes(screen_.data(), screen_.size(), bytes);
}

bool QgramProbe::take_from(std::string_view* bytes) {
  return take_bytes(bytes, taken_.size(), taken_.data()) &&
         take_bytes(bytes, screen_.size(), screen_.data());
}

std::size_t QgramProbe::flag(const std::uint8_t* text, std::size_t blocks,
                             std::uint32_t* positions) const {
#if defined(__x86_64__)
  if (has_avx2()) return flag_avx2(taken_.data(), text, blocks, positions);
#endif
  return flag_with(taken_.data(), text, blocks, positions);
}

void QgramProbe::find(const QgramTable& table, const std::uint8_t* text,
                      std::span<const std::uint32_t> positions,
                      QgramTable::Candidates* candidates) const {
  SLUICE_CHECK(positions.size() <= QgramTable::kBatch);
  std::array<std::uint32_t, QgramTable::kBatch> left;
  std::size_t lefts = 0;
  for (const std::uint32_t at : positions) {
    const std::uint32_t bit = slot_of_all(key_at(text + at));
    left[lefts] = at;
    lefts += screen_[bit / 32] >> bit % 32 & 1U;
  }
  std::size_t count = 0;
  for (const std::uint32_t at : std::span(left).first(lefts)) {
    const std::uint32_t key = key_at(text + at);
    std::array<std::uint32_t, std::size(kKnown)> slots;
    std::array<unsigned, std::size(kKnown)> found;  // 0 or 1: without a jump
#pragma GCC unroll 3
    for (std::size_t kind = 0; kind < std::size(kKnown); ++kind) {
      const std::uint32_t known = key & kKnown[kind];
      slots[kind] = QgramTable::slot_of(known);
      found[kind] = table.may_hold(known, slots[kind]);
      // What was already found is not found again.
      for (std::size_t before = 0; before < kind; ++before)
        found[kind] &=
            ~(found[before] & unsigned{slots[before] == slots[kind]});
      candidates->at[count] = at;
      candidates->slot[count] = slots[kind];
      count += found[kind];
    }
  }
  candidates->count = count;
}

}  // namespace sluice

// A Bloom filter in registers, which tests 64 positions at once.
//
// Teddy (Langdale, in Hyperscan's source; also in the Rust crate aho-corasick)
// looks up each half byte of a q-gram in a table of 16 bytes that fits into a
// register. An entry is a set of eight groups of literals, and a position is a
// candidate if some group is in all of its sets. That works for some dozen
// literals: with forty in a group, every half byte belongs to most groups.
//
// AVX-512 VBMI looks up 64 or 128 entries by one instruction. So here, ten
// hashes of the q-gram's bytes c0 to c3 test a position. Four are the low six
// bits of each byte, which in text are as good as the byte itself. The others
// are c_i XOR M c_j for each pair of bytes, where M is a matrix of bits and the
// product is one GFNI instruction; two pairs use 7 bits of it and the others 6.
// The pairs ignore case, as most literals do; the single bytes respect it.
// Q-grams that begin alike share a group, and so entries.
//
// Measured with the 315 q-grams of the default rules on Linux 6.1: 0.24 % of
// the positions are flagged, and 0.12 % really contain q-grams, at 11 GB/s.
//
// Eight groups are too few for more q-grams. So there may be several layers of
// tables, with the same hashes. A position is flagged if it is in any layer.
// 395 literals flag 0.8 % of the positions in one layer and 0.15 % in two,
// which take 1.9 times as long. 662 literals flag 0.6 % in two.
//
// Rejected, by measurement on the same text:
//   six pairs of 7 bits with a matrix each   0.4 %, 8.5 GB/s
//   the same with one matrix for all         0.4 %, 10.4 GB/s
//   the single bytes and six pairs of 6 bits 0.5 %, 12 GB/s
//   the single bytes and three pairs of 7    0.8 %, 11 GB/s
//   hashes of three and of four bytes        1.0 % and more: few entries shared
// A flag costs the sieves that follow some 5 ns.
//
// Without VBMI, there would be eight times as many look-ups. So other
// processors search for q-grams in another way (qgram_probe.cc).

#include "match/prefilter/qgram_mask.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/processor.h"

namespace sluice {
namespace {

// The matrix in the form of GF2P8AFFINEQB: the most significant byte contains
// the bits of the operand that make bit 0 of the product. It is the best of 40
// random matrices. The columns of the bits that kFoldMask lacks are zero.
constexpr std::uint64_t kMatrix = 0x0652160f50054c00U;

constexpr std::size_t kNone = kQgram;

struct Hash {
  std::size_t plain;          // the byte that goes in as it is
  std::size_t mixed = kNone;  // the byte that the matrix mixes
  std::size_t slots = 64;
};

constexpr std::array<Hash, 10> kHash = {{{0},
                                         {1},
                                         {2},
                                         {3},
                                         {0, 1, 128},
                                         {2, 3, 128},
                                         {1, 2},
                                         {0, 2},
                                         {1, 3},
                                         {0, 3}}};

constexpr std::uint8_t product(std::uint8_t byte) {
  unsigned bits = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint64_t row = kMatrix >> (8 * (7 - i)) & byte;
    bits |= (static_cast<unsigned>(std::popcount(row)) & 1U) << i;
  }
  return static_cast<std::uint8_t>(bits);
}

constexpr bool is_letter(std::uint8_t byte) {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

}  // namespace

void QgramMask::add(std::string_view qgram, bool caseless, std::size_t group) {
  const std::size_t layer = group / kGroups;
  used_ = std::max(used_, layer + 1);
  auto& groups = layers_[layer].groups;
  const auto bit = static_cast<std::uint8_t>(1U << group % kGroups);
  for (std::size_t h = 0; h < kHashes; ++h) {
    const Hash& hash = kHash[h];
    if (hash.plain >= qgram.size() ||
        (hash.mixed != kNone && hash.mixed >= qgram.size())) {
      for (std::uint8_t& slot : groups[h]) slot |= bit;
      continue;
    }
    const auto byte = static_cast<std::uint8_t>(qgram[hash.plain]);
    if (hash.mixed == kNone) {
      groups[h][byte % hash.slots] |= bit;
      if (caseless && is_letter(byte))
        groups[h][(byte ^ 0x20) % hash.slots] |= bit;
      continue;
    }
    const auto mixed = static_cast<std::uint8_t>(qgram[hash.mixed]);
    groups[h][((byte & kFoldMask) ^ product(mixed)) % hash.slots] |= bit;
  }
}

double QgramMask::false_alarm_rate() const {
  double sum = 0;
  for (std::size_t group = 0; group < used_ * kGroups; ++group) {
    const auto& groups = layers_[group / kGroups].groups;
    double rate = 1;
    for (std::size_t h = 0; h < kHashes; ++h) {
      // Letters do not spread over the entries of a single byte.
      if (kHash[h].mixed == kNone) continue;
      unsigned taken = 0;
      for (std::size_t slot = 0; slot < kHash[h].slots; ++slot)
        taken += static_cast<unsigned>(groups[h][slot]) >> group % kGroups & 1U;
      rate *= taken / static_cast<double>(kHash[h].slots);
    }
    sum += rate;
  }
  return sum;
}

#if defined(__x86_64__)

bool QgramMask::supported() { return has_avx512(); }

#define SLUICE_VBMI \
  __attribute__((target("avx512f,avx512bw,avx512vbmi,gfni,bmi")))

template <std::size_t kLayers>
SLUICE_VBMI std::size_t QgramMask::flag_layers(const std::uint8_t* text,
                                               std::size_t blocks,
                                               FlaggedBlock* out) const {
  __m512i low[kLayers][kHashes];
  __m512i high[kLayers][kHashes];
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    for (std::size_t h = 0; h < kHashes; ++h) {
      const std::uint8_t* groups = layers_[layer].groups[h].data();
      low[layer][h] = _mm512_load_si512(groups);
      high[layer][h] = _mm512_load_si512(groups + kSlots / 2);
    }
  }
  const __m512i matrix = _mm512_set1_epi64(kMatrix);
  const __m512i fold = _mm512_set1_epi8(kFoldMask);
  constexpr int kMaskedXor = (0xf0 & 0xcc) ^ 0xaa;
  std::size_t count = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::uint8_t* at = text + block * kBlock;
    __m512i bytes[kQgram];
    __m512i mixed[kQgram];
    for (std::size_t i = 0; i < kQgram; ++i) {
      bytes[i] = _mm512_loadu_si512(at + i);
      mixed[i] = _mm512_gf2p8affine_epi64_epi8(bytes[i], matrix, 0);
    }
    __m512i common[kLayers];
    for (__m512i& groups : common) groups = _mm512_set1_epi8(-1);
    for (std::size_t h = 0; h < kHashes; ++h) {
      const Hash& hash = kHash[h];
      const __m512i slot =
          hash.mixed == kNone
              ? bytes[hash.plain]
              : _mm512_ternarylogic_epi64(bytes[hash.plain], fold,
                                          mixed[hash.mixed], kMaskedXor);
      for (std::size_t layer = 0; layer < kLayers; ++layer) {
        const __m512i groups =
            hash.slots == kSlots
                ? _mm512_permutex2var_epi8(low[layer][h], slot, high[layer][h])
                : _mm512_permutexvar_epi8(slot, low[layer][h]);
        common[layer] = _mm512_and_si512(common[layer], groups);
      }
    }
    for (std::size_t layer = 1; layer < kLayers; ++layer)
      common[0] = _mm512_or_si512(common[0], common[layer]);
    const std::uint64_t positions = _mm512_test_epi8_mask(common[0], common[0]);
    // Each is written, and kept only if it is not empty. So there is no branch
    // to mispredict.
    out[count] = {static_cast<std::uint32_t>(block * kBlock), positions};
    count += positions != 0;
  }
  return count;
}

std::size_t QgramMask::flag(const std::uint8_t* text, std::size_t blocks,
                            FlaggedBlock* out) const {
  static_assert(kMaxLayers == 4);
  switch (used_) {
    case 1:
      return flag_layers<1>(text, blocks, out);
    case 2:
      return flag_layers<2>(text, blocks, out);
    case 3:
      return flag_layers<3>(text, blocks, out);
    default:
      return flag_layers<4>(text, blocks, out);
  }
}

#undef SLUICE_VBMI

#else

bool QgramMask::supported() { return false; }

std::size_t QgramMask::flag(const std::uint8_t*, std::size_t,
                            FlaggedBlock*) const {
  return 0;
}

#endif

}  // namespace sluice

// Prefilter chooses rare q-grams, and tests each place of a text for whether
// one of them may begin there. This fails for thousands of literals: too many
// places begin one of their q-grams, and its tables in registers are full.
// Here, the work depends on the text, and hardly on the number of literals.
//
// Idea: among four places in a row, one is a multiple of four. So a literal of
// seven bytes, wherever it begins, contains four bytes that begin at a multiple
// of four. Each literal gets a q-gram for each residue of its beginning by
// four: the rarest of those that then begin at a multiple. There are four times
// as many q-grams, at a quarter of the places. Three sieves follow, 4,096 bytes
// at a time:
//
// 1. StrideProbe flags the places whose four bytes may be a q-gram: 0.6 % of
//    all bytes in source code if the 10,000 literals are random, and 3.5 % if
//    they are names.
// 2. Most flagged places have a q-gram of some literal: with so many literals,
//    nearly any four letters are one. So the bytes around it decide. Each
//    literal chooses a window for each residue: seven of its bytes, among them
//    its q-gram. A Bloom filter of all windows tests the four that contain the
//    place, without a branch. Each window has two bits in one word of it.
// 3. A hash table has the windows, and the few that are left are looked up.
//    Then the literals are compared.
//
// Invariant: a literal occurs at p exactly if its window for the residue of p
// is at p + offset, and the comparison succeeds. The key of a window contains
// its distance from the q-gram, and the q-gram begins at a multiple of four. So
// a key and an offset determine the residue of p, and each occurrence is found
// once.
//
// Literals with the same window are compared one by one, so a literal chooses a
// window that few others have. If literals are so alike that this fails, a text
// could be slow. So the comparisons of a segment are counted, and if many are
// useless, Hyperscan gets the following bytes (literal_index.cc).
//
// Measured with 10,000 literals on Linux 6.1, on Zen 5 with other work in its
// caches; nanoseconds per byte:
//
//                             AVX-512   other vectors   Hyperscan
//   random letters and `_`       0.10            0.23        0.28
//   names of packages            0.30            0.44        0.63
//
// It takes 2 to 10 ms to make, and Hyperscan's index 120 ms.
//
// Rejected:
//   - one pass for the default rules' literals and these: from some thousand
//     literals on, the mask of Prefilter would flag a fifth of random bytes
//   - every second place with q-grams of six bytes: fewer flags, but twice the
//     look-ups, which take most of the time (0.13 instead of 0.06 for the
//     first sieve)
//   - a hash table of the q-grams in place of the windows: as fast for random
//     letters, and 0.58 for names, because many names share a q-gram
//   - literals of five and six bytes, too, with q-grams of three bytes: 1.0 for
//     a set of names of any length. Prefilter finds the short ones faster (0.74
//     for both searches together)
//   - the filter's words by q-gram, so that the four windows of a place are in
//     one line of the cache: 0.36 for names

#include "match/prefilter/stride_filter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/check.h"
#include "base/processor.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// The most comparisons without an occurrence in a segment. A comparison takes
// 5 ns.
constexpr std::size_t kMaxVain = 300;

// The cost of a flagged place, in comparisons with the literals of a window
// where only the q-gram was there.
constexpr float kFlagCost = 20;

// The bits of the Bloom filter for each entry.
constexpr std::size_t kBitsPerEntry = 16;

// So many that the filter has several words.
constexpr std::size_t kLeastSlots = 64;

// How many bytes are read before a q-gram, and from its beginning on.
constexpr std::size_t kReadBefore = 3;
constexpr std::size_t kReadAfter = 7;

std::uint64_t eight_at(const char* text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

// The key of a window whose bytes are the upper seven: its folded bytes and
// the distance from the window to its q-gram.
constexpr std::uint64_t key_of(std::uint64_t bytes, std::size_t distance) {
  constexpr std::uint64_t kFold = (kFoldWord | std::uint64_t{kFoldWord} << 32U)
                                  << 8U;
  return (bytes & kFold) | distance;
}

constexpr std::size_t distance_in(std::uint64_t key) { return key & 0xffU; }

constexpr std::uint64_t hash_of(std::uint64_t key) {
  return key * 0x9E3779B97F4A7C15U;
}

// Another hash, for which AVX2 has the instructions. Its bits from kWordAt on
// are the number of a word in the Bloom filter, and six bits from each of the
// others are those of a bit in it.
constexpr std::uint32_t kForLower = 2654435761U;
constexpr std::uint32_t kForUpper = 2246822519U;
constexpr int kWordAt = 26;
constexpr int kFirstAt = 20;
constexpr int kSecondAt = 14;
constexpr std::uint64_t filter_hash_of(std::uint64_t key) {
  return (key & 0xffffffffU) * kForLower + (key >> 32U) * kForUpper;
}
constexpr unsigned first_bit(std::uint64_t hash) {
  return hash >> kFirstAt & 63U;
}
constexpr unsigned second_bit(std::uint64_t hash) {
  return hash >> kSecondAt & 63U;
}

bool is_at(const Literal& literal, const char* text) {
  if (!literal.caseless)
    return std::memcmp(literal.text.data(), text, literal.text.size()) == 0;
  return std::equal(literal.text.begin(), literal.text.end(), text,
                    [](char a, char b) { return a == lower(b); });
}

LiteralQgram qgram_at(std::string_view literal, std::size_t offset) {
  LiteralQgram qgram{static_cast<std::ptrdiff_t>(offset), kQgram, {}};
  for (std::size_t i = 0; i < kQgram; ++i)
    qgram.folded[i] =
        static_cast<std::uint8_t>(literal[offset + i]) & kFoldMask;
  return qgram;
}

}  // namespace

std::unique_ptr<StrideFilter> StrideFilter::make(
    std::span<const Literal> literals, Front front) {
  if (literals.empty()) return nullptr;
  std::unique_ptr<StrideFilter> made(new StrideFilter(literals, front));
  if (!made->probe_.is_selective()) return nullptr;
  return made;
}

StrideFilter::StrideFilter(std::span<const Literal> literals, Front front)
    : literals_(literals.begin(), literals.end()),
      probe_(front, kStride * literals.size()) {
  const std::size_t slots =
      std::bit_ceil(std::max(kLeastSlots, kStride * literals_.size()));
  slot_shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  std::vector<std::uint32_t> load(slots);
  std::vector<Entry> entries;
  entries.reserve(kStride * literals_.size());
  qgrams_.resize(literals_.size());
  for (std::uint32_t id = 0; id < literals_.size(); ++id) {
    Literal& literal = literals_[id];
    SLUICE_CHECK(suits(literal));
    if (literal.caseless)
      std::ranges::transform(literal.text, literal.text.begin(), lower);
    const std::size_t size = literal.text.size();
    for (std::size_t residue = 0; residue < kStride; ++residue) {
      Entry entry = choose(literal.text, residue, load);
      entry.literal = id;
      entries.push_back(entry);
      ++load[slot_of(entry.key)];
      const std::size_t at = entry.window + distance_in(entry.key);
      probe_.add(qgram_at(literal.text, at));
      qgrams_[id][residue] = static_cast<std::uint8_t>(at);
      most_before_ = std::max(most_before_, at);
      most_after_ = std::max(most_after_, size - at);
    }
  }
  add_entries(entries);
}

// Chooses a q-gram and a window of a literal for the occurrences that begin at
// this residue: those that probably cost least. `load` is the number of entries
// in each slot.
auto StrideFilter::choose(std::string_view literal, std::size_t residue,
                          std::span<const std::uint32_t> load) const -> Entry {
  const std::size_t first = (kStride - residue) % kStride;
  const bool has_one = first + kStride + kQgram > literal.size();
  Entry best{};
  float least = std::numeric_limits<float>::max();
  for (std::size_t at = first; at + kQgram <= literal.size(); at += kStride) {
    const float rate = has_one ? 1 : qgram_rate(qgram_at(literal, at));
    const std::size_t last = std::min(at, literal.size() - kWindow);
    for (std::size_t window = at - std::min(at, kWindows - 1); window <= last;
         ++window) {
      char bytes[sizeof(std::uint64_t)] = {};
      literal.copy(bytes + 1, kWindow, window);
      const std::uint64_t key = key_of(eight_at(bytes), at - window);
      const float cost =
          rate * (kFlagCost + static_cast<float>(load[slot_of(key)]));
      if (cost >= least) continue;
      least = cost;
      best.key = key;
      best.window = static_cast<std::uint32_t>(window);
    }
  }
  return best;
}

void StrideFilter::add_entries(std::span<const Entry> entries) {
  const std::size_t slots = std::size_t{1} << (64 - slot_shift_);
  bits_.resize(kBitsPerEntry * slots / 64);
  first_.resize(slots + 1);
  for (const Entry& entry : entries) {
    const std::uint64_t hash = filter_hash_of(entry.key);
    bits_[hash >> kWordAt & (bits_.size() - 1)] |=
        std::uint64_t{1} << first_bit(hash) | std::uint64_t{1}
                                                  << second_bit(hash);
    ++first_[slot_of(entry.key) + 1];
  }
  for (std::size_t slot = 0; slot < slots; ++slot)
    first_[slot + 1] += first_[slot];
  entries_.resize(entries.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Entry& entry : entries)
    entries_[next[slot_of(entry.key)]++] = entry;
}

std::size_t StrideFilter::slot_of(std::uint64_t key) const {
  return hash_of(key) >> slot_shift_;
}

std::size_t StrideFilter::qgram_of(LiteralHit hit) const {
  const std::size_t begin = hit.end - literals_[hit.literal].text.size();
  return begin + qgrams_[hit.literal][begin % kStride];
}

std::size_t StrideFilter::find(std::string_view text, std::size_t from,
                               std::vector<LiteralHit>* hits) const {
  // The q-grams begin at multiples.
  from = (from + kStride - 1) / kStride * kStride;
  if (from >= text.size()) return text.size();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  while (text.size() - from >= kBlock) {
    const std::size_t blocks =
        std::min((text.size() - from) / kBlock, StrideProbe::kMaxBlocks);
    const bool goes_on = find_in(bytes + from, blocks, text, from, hits);
    from += blocks * kBlock;
    if (!goes_on) return from;
  }
  // The last bytes are searched in a copy, with room to read beyond them.
  std::uint8_t rest[kBlock] = {};
  std::copy(bytes + from, bytes + text.size(), rest);
  find_in(rest, 1, text, from, hits);
  return text.size();
}

// Appends the occurrences whose q-gram begins in the first `blocks` * kBlock
// bytes of `segment`, which is a copy of the text at `from`. Returns false if
// another way should search the rest.
bool StrideFilter::find_in(const std::uint8_t* segment, std::size_t blocks,
                           std::string_view text, std::size_t from,
                           std::vector<LiteralHit>* hits) const {
  StrideProbe::Places places;
  const std::size_t flags = probe_.flag(segment, blocks, &places);
  Candidates candidates;
  const std::size_t count =
      sift(text, from, std::span(places).first(flags), &candidates);
  const std::size_t before = hits->size();
  std::size_t compared = 0;
  for (const Candidate& candidate : std::span(candidates).first(count))
    compared += confirm(text, candidate, hits);
  return compared - (hits->size() - before) <= kMaxVain;
}

inline StrideFilter::Keys StrideFilter::keys_at(std::string_view text,
                                                std::size_t at) {
  std::array<char, kReadBefore + kReadAfter> copy;
  const bool is_inside = at >= kReadBefore && at + kReadAfter <= text.size();
  const char* here = text.data() + at;
  if (!is_inside) {
    // Zeros where there is no text.
    copy.fill('\0');
    const std::size_t before = std::min(at, kReadBefore);
    if (at - before < text.size())
      text.substr(at - before)
          .copy(copy.data() + kReadBefore - before, before + kReadAfter);
    here = copy.data() + kReadBefore;
  }
  const std::uint64_t before = eight_at(here - 3);
  const std::uint64_t behind = eight_at(here - 1);
  static_assert(kWindows == 4);
  return {key_of(behind, 0), key_of(behind << 8U, 1), key_of(before, 2),
          key_of(before << 8U, 3)};
}

// Which windows around a place may be those of literals.
inline std::uint32_t StrideFilter::windows_at(std::string_view text,
                                              std::size_t at) const {
  const Keys keys = keys_at(text, at);
  std::uint32_t windows = 0;
  for (unsigned distance = 0; distance < kWindows; ++distance) {
    const std::uint64_t hash = filter_hash_of(keys[distance]);
    const std::uint64_t word = bits_[hash >> kWordAt & (bits_.size() - 1)];
    const std::uint64_t both =
        word >> first_bit(hash) & word >> second_bit(hash) & 1U;
    windows |= static_cast<std::uint32_t>(both) << distance;
  }
  return windows;
}

// Tests the windows around places. Returns the number of candidates. No branch
// depends on the outcome, because no branch predictor could know it.
std::size_t StrideFilter::sift(std::string_view text, std::size_t from,
                               std::span<const std::uint32_t> places,
                               Candidates* candidates) const {
#if defined(__x86_64__)
  if (has_avx2()) return sift_by_avx2(text, from, places, candidates);
#endif
  std::size_t count = 0;
  for (const std::uint32_t place : places) {
    const std::size_t at = from + place;
    const std::uint32_t windows = windows_at(text, at);
    (*candidates)[count] = {static_cast<std::uint32_t>(at), windows};
    count += windows != 0;
  }
  return count;
}

#if defined(__x86_64__)
// The same, with the four windows of a place in one vector.
__attribute__((target("avx2"))) std::size_t StrideFilter::sift_by_avx2(
    std::string_view text, std::size_t from,
    std::span<const std::uint32_t> places, Candidates* candidates) const {
  // From the sixteen bytes that begin three before the place: for each distance
  // a zero and the bytes of the window.
  const __m256i of_windows =
      _mm256_setr_epi8(-1, 3, 4, 5, 6, 7, 8, 9, -1, 2, 3, 4, 5, 6, 7, 8,  //
                       -1, 1, 2, 3, 4, 5, 6, 7, -1, 0, 1, 2, 3, 4, 5, 6);
  const __m256i distances = _mm256_setr_epi64x(0, 1, 2, 3);
  const __m256i fold =
      _mm256_set1_epi64x(static_cast<long long>(key_of(~std::uint64_t{0}, 0)));
  const __m256i for_lower = _mm256_set1_epi64x(kForLower);
  const __m256i for_upper = _mm256_set1_epi64x(kForUpper);
  const __m256i word_mask =
      _mm256_set1_epi64x(static_cast<long long>(bits_.size() - 1));
  const __m256i bit_mask = _mm256_set1_epi64x(63);
  const auto* words = reinterpret_cast<const long long*>(bits_.data());
  constexpr std::size_t kLoaded = 16;
  std::size_t count = 0;
  for (const std::uint32_t place : places) {
    const std::size_t at = from + place;
    std::uint32_t windows = 0;
    if (at >= kReadBefore && at - kReadBefore + kLoaded <= text.size()) {
      const __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128(
          reinterpret_cast<const __m128i*>(text.data() + at - kReadBefore)));
      const __m256i keys = _mm256_or_si256(
          _mm256_and_si256(_mm256_shuffle_epi8(both, of_windows), fold),
          distances);
      const __m256i hash = _mm256_add_epi64(
          _mm256_mul_epu32(keys, for_lower),
          _mm256_mul_epu32(_mm256_srli_epi64(keys, 32), for_upper));
      const __m256i word = _mm256_i64gather_epi64(
          words, _mm256_and_si256(_mm256_srli_epi64(hash, kWordAt), word_mask),
          8);
      const __m256i first = _mm256_srlv_epi64(
          word, _mm256_and_si256(_mm256_srli_epi64(hash, kFirstAt), bit_mask));
      const __m256i second = _mm256_srlv_epi64(
          word, _mm256_and_si256(_mm256_srli_epi64(hash, kSecondAt), bit_mask));
      windows =
          static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(
              _mm256_slli_epi64(_mm256_and_si256(first, second), 63))));
    } else {
      windows = windows_at(text, at);
    }
    (*candidates)[count] = {static_cast<std::uint32_t>(at), windows};
    count += windows != 0;
  }
  return count;
}
#endif

// Appends the occurrences of literals with these windows. Returns the number of
// comparisons.
std::size_t StrideFilter::confirm(std::string_view text,
                                  const Candidate& candidate,
                                  std::vector<LiteralHit>* hits) const {
  std::size_t compared = 0;
  const Keys keys = keys_at(text, candidate.at);
  for (std::uint32_t left = candidate.windows; left != 0; left &= left - 1) {
    const auto distance = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t key = keys[distance];
    const std::size_t slot = slot_of(key);
    for (std::uint32_t k = first_[slot]; k < first_[slot + 1]; ++k) {
      const Entry& entry = entries_[k];
      if (entry.key != key) continue;
      ++compared;
      const Literal& literal = literals_[entry.literal];
      const std::size_t before = distance + entry.window;
      // Zeros beyond the ends of the text may look like a window.
      if (candidate.at < before) continue;
      const std::size_t begin = candidate.at - before;
      const std::size_t end = begin + literal.text.size();
      if (end <= text.size() && is_at(literal, text.data() + begin))
        hits->push_back({entry.literal, static_cast<std::uint32_t>(end)});
    }
  }
  return compared;
}

}  // namespace sluice

// There are four sieves. Each one handles what the one before let through,
// 4,096 positions at a time, so that each runs in a tight loop of its own:
//
// 1. QgramMask flags positions at which the q-gram of some literal may begin,
//    64 at once; in source code one of a hundred. On processors without its
//    instructions, QgramProbe does this at every second position.
// 2. A hash table of the q-grams drops what only looked like a q-gram. For the
//    branch predictor, it is a coin toss whether a flagged position passes. So
//    this loop has no branch: it always writes, and increases the count by the
//    outcome.
// 3. Two bytes beside the q-gram drop half of the rest, again without a branch.
//    They are the rarest bytes that all literals of its slot have there or that
//    must follow these literals (Lookahead).
// 4. The rest, some thousand per megabyte, is compared with the literals,
//    sixteen bytes under masks at once. So the processor need not predict where
//    two texts begin to differ. Forty literals share the q-gram of `password`;
//    two more bytes leave a few of them (Narrowing).
//
// Invariant: a literal occurs at p exactly if its q-gram, for the parity of p
// where that matters, begins at p + offset and the comparison succeeds. The
// first three sieves never drop a true q-gram, except if no match of a rule can
// continue after it. Therefore the result does not depend on where segments
// begin, and the caller can let another matcher handle any range of q-gram
// positions.
//
// If q-grams without a literal are close together, the later sieves cost more
// than the filter gains: a flag takes about 5 ns and a comparison 10, and the
// whole gain is 0.1 ns per byte. So the useless work of a segment is counted.
// If it is too much, the text from there on is handed back. A text that is made
// to be slow costs that much before each stretch that Hyperscan gets. Flags
// that lead to literals do not count, because they cost Hyperscan more.
//
// Rejected: hs_scan on the flagged spans only. A call costs as much as 200
// bytes of scanning, and spans around one of 100 positions are the whole text.

#include "match/prefilter/prefilter.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/check.h"
#include "match/prefilter/bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Below this estimate of false alarms, another layer costs more than it saves.
// Above the other, the set is too large for any.
constexpr double kFewFalseAlarms = 0.05;
constexpr double kMaxFalseAlarms = 0.2;

// Above this share of taken slots the set is too large for the probe.
constexpr double kMaxFill = 0.2;

// The most useless work in a segment, in flags. A candidate counts as two more.
constexpr std::ptrdiff_t kMaxWaste = 600;
constexpr std::ptrdiff_t kMaxProbedWaste = 900;

bool equal(std::string_view own, bool caseless, const char* text) {
  if (!caseless) return std::memcmp(own.data(), text, own.size()) == 0;
  return std::equal(own.begin(), own.end(), text,
                    [](char a, char b) { return a == lower(b); });
}

constexpr std::size_t kWord = 8;

std::uint64_t word_at(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, sizeof word);
  return word;
}

// The rate of bytes that have one of these bits, in 100,000 bytes of text.
float rate_of(std::uint64_t bits) {
  float rate = 0;
  for (; bits != 0; bits &= bits - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(bits));
    rate += byte_rate(
        static_cast<std::uint8_t>((bit & 0x1fU) | (bit << 1U & 0x40U)));
  }
  return rate;
}

// The distance from the beginning of a q-gram within which bytes are used:
// [-kBeside, kBeside).
constexpr std::size_t kBeside = 16;

// Bytes as frequent as this are not worth a test.
constexpr float kAnyByte = 90000;

// A literal and its q-gram, which will be put into a group.
struct Placed {
  LiteralQgram qgram;
  std::string_view text;
  bool caseless;
};

// A group of short q-grams flags more than a group of whole ones, so few share
// it.
constexpr std::size_t kShortsInGroup = 12;

// Q-grams that begin alike share a group. Those of each short size have
// separate groups, the last ones.
QgramMask filled(std::vector<Placed> qgrams, std::size_t layers) {
  QgramMask mask;
  std::ranges::sort(qgrams, {}, [](const Placed& placed) {
    return std::pair(placed.qgram.size, placed.qgram.folded);
  });
  // Adds q-grams of one size to the groups [first, first + groups).
  const auto add = [&](std::span<const Placed> some, std::size_t first,
                       std::size_t groups) {
    const auto differs = [&](std::size_t i) {
      return i > 0 && some[i].qgram.folded != some[i - 1].qgram.folded;
    };
    std::size_t distinct = 1;
    for (std::size_t i = 0; i < some.size(); ++i) distinct += differs(i);
    std::size_t number = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      number += differs(i);
      const LiteralQgram& qgram = some[i].qgram;
      mask.add(some[i].text.substr(static_cast<std::size_t>(qgram.offset),
                                   qgram.size),
               some[i].caseless, first + number * groups / distinct);
    }
  };
  std::size_t groups = QgramMask::kGroups * layers;
  std::span<const Placed> rest = qgrams;
  for (const std::size_t size : {kMinQgram, kShortQgram}) {
    const auto end = std::ranges::find_if(
        rest, [&](const Placed& one) { return one.qgram.size != size; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    if (count == 0) continue;
    const std::size_t own = std::min(1 + count / kShortsInGroup, groups / 3);
    groups -= own;
    add(rest.first(count), groups, own);
    rest = rest.subspan(count);
  }
  add(rest, 0, groups);
  return mask;
}

}  // namespace

std::unique_ptr<Prefilter> Prefilter::make(std::span<const Literal> literals,
                                           std::span<const Follow> follow,
                                           Front front) {
  if (literals.empty()) return nullptr;
  for (const Literal& literal : literals)
    if (literal.text.size() < least(front) || literal.text.size() > kLongest)
      return nullptr;
  std::vector<Qgrams> qgrams;
  if (front == Front::kVector) {
    qgrams = {choose_qgrams(literals)};
  } else {
    qgrams = {choose_qgrams(literals, 0), choose_qgrams(literals, 1)};
  }
  if (literals.size() * qgrams.size() >
      std::numeric_limits<std::uint16_t>::max())
    return nullptr;
  auto made = std::make_unique<Prefilter>();
  made->fixed_.front = front;
  made->fixed_.literals = literals.size();
  if (!(front == Front::kVector ? made->fill_mask(literals, qgrams.front())
                                : made->fill_probe(qgrams)))
    return nullptr;
  made->add_literals(literals, qgrams);
  made->add_besides(follow);
  made->add_narrowings();
  return made;
}

// Returns false if too many positions would be flagged.
bool Prefilter::fill_mask(std::span<const Literal> literals,
                          const Qgrams& qgrams) {
  std::vector<Placed> placed;
  for (std::size_t i = 0; i < literals.size(); ++i)
    placed.push_back({qgrams[i], literals[i].text, literals[i].caseless});
  QgramMask& mask = fixed_.mask;
  for (std::size_t layers = 1; layers <= QgramMask::kMaxLayers; ++layers) {
    mask = filled(placed, layers);
    if (mask.false_alarm_rate() <= kFewFalseAlarms) break;
  }
  return mask.false_alarm_rate() <= kMaxFalseAlarms;
}

// The same.
bool Prefilter::fill_probe(std::span<const Qgrams> qgrams) {
  probe_.emplace();
  for (const Qgrams& some : qgrams)
    for (const LiteralQgram& qgram : some) probe_->add(qgram);
  return probe_->fill() <= kMaxFill;
}

void Prefilter::add_literals(std::span<const Literal> literals,
                             std::span<const Qgrams> qgrams) {
  struct Slotted {
    std::uint32_t slot;
    Entry entry;
  };
  std::vector<Slotted> slotted;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const Literal& literal = literals[i];
    Entry entry = entry_of(literal);
    entry.literal = static_cast<std::uint32_t>(i);
    entry.text = static_cast<std::uint32_t>(texts_.size());
    for (const char c : literal.text) texts_ += literal.caseless ? lower(c) : c;
    Reach& reach = reach_.emplace_back();
    reach.size = entry.size;
    for (const Qgrams& some : qgrams) {
      const LiteralQgram& qgram = some[i];
      entry.qgram = static_cast<std::int8_t>(qgram.offset);
      fixed_.qgrams.add(qgram);
      slotted.push_back(
          {QgramTable::slot_of(QgramTable::key_of(qgram)), entry});
      const auto before =
          static_cast<std::uint64_t>(std::max(qgram.offset, std::ptrdiff_t{0}));
      fixed_.most_before = std::max(fixed_.most_before, before);
    }
    for (std::size_t parity = 0; parity < reach.from_qgram.size(); ++parity) {
      const std::ptrdiff_t offset = qgrams[parity % qgrams.size()][i].offset;
      const auto from = static_cast<std::uint8_t>(entry.size - offset);
      reach.from_qgram[parity] = from;
      fixed_.most_after = std::max<std::uint64_t>(fixed_.most_after, from);
    }
  }
  std::ranges::stable_sort(slotted, {}, &Slotted::slot);
  auto& first = fixed_.first;
  for (const Slotted& one : slotted) {
    entries_.push_back(one.entry);
    ++first[one.slot + 1];
  }
  for (std::size_t slot = 1; slot < first.size(); ++slot)
    first[slot] = static_cast<std::uint16_t>(first[slot] + first[slot - 1]);
}

void Prefilter::add_besides(std::span<const Follow> follow) {
  beside_.resize(entries_.size());
  const std::span<const Entry> entries = entries_;
  for (std::size_t slot = 0; slot + 1 < fixed_.first.size(); ++slot) {
    const std::size_t first = fixed_.first[slot];
    const std::size_t count = fixed_.first[slot + 1] - first;
    if (count > 0)
      beside_[first] = beside(entries.subspan(first, count), follow);
  }
}

// Returns the rarest bytes to test. If the literals have too little in common,
// any byte of the q-gram will do.
Prefilter::Beside Prefilter::beside(std::span<const Entry> entries,
                                    std::span<const Follow> follow) const {
  // At `offset` from the q-gram; kAny if no byte is required.
  const auto bytes_at = [&](const Entry& own, std::int64_t offset) {
    const std::int64_t at = own.qgram + offset;
    if (at < 0) return Follow::kAny;
    const auto place = static_cast<std::size_t>(at);
    if (place < own.size) return bit_of(texts_[own.text + place]);
    if (follow.empty() || place - own.size >= Follow::kReach)
      return Follow::kAny;
    return follow[own.literal].bytes[place - own.size];
  };
  // Takes the rarest byte, or the rarest set of bytes; among equally rare ones
  // the furthest from the q-gram. The second one is not near the first: if a
  // byte belongs to a word, its neighbours probably do, too.
  constexpr auto kFurthest = static_cast<std::int64_t>(kBeside);
  constexpr std::int64_t kApart = 3;
  Beside beside{};
  beside.bytes.fill(Follow::kAny);
  for (std::size_t k = 0; k < Beside::kBytes; ++k) {
    float least = kAnyByte;
    for (std::int64_t offset = -kFurthest; offset < kFurthest; ++offset) {
      const bool is_in_qgram = offset >= 0 && offset < std::int64_t{kQgram};
      const bool is_near =
          k > 0 && std::abs(offset - beside.offset[0]) < kApart;
      if (is_in_qgram || is_near) continue;
      std::uint64_t bytes = 0;
      for (const Entry& own : entries) bytes |= bytes_at(own, offset);
      if (bytes == Follow::kAny) continue;
      const float rate = rate_of(bytes);
      const bool is_further =
          std::abs(offset) > std::abs(beside.offset[k]) && rate == least;
      if (rate >= least && !is_further) continue;
      least = rate;
      beside.bytes[k] = bytes;
      beside.offset[k] = offset;
    }
  }
  return beside;
}

// A slot of fewer literals is compared with all of them.
constexpr std::size_t kManyEntries = 6;

void Prefilter::add_narrowings() {
  for (std::size_t slot = 0; slot + 1 < fixed_.first.size(); ++slot) {
    const std::span<Entry> entries = std::span(entries_).subspan(
        fixed_.first[slot], fixed_.first[slot + 1] - fixed_.first[slot]);
    if (entries.size() < kManyEntries) continue;
    const auto first = static_cast<std::uint32_t>(narrowings_.size());
    for (Entry& entry : entries) entry.narrowing = first;
    for (std::size_t i = 0; i < entries.size(); i += Narrowing::kMost)
      narrowings_.push_back(narrowing_of(
          entries.subspan(i, std::min(entries.size() - i, Narrowing::kMost))));
  }
}

// Takes the bytes by which the fewest literals are left, on average. The byte
// in a text is one of any text, or one of a literal, each with half of the
// chance. The bytes of the q-gram are known.
Prefilter::Narrowing Prefilter::narrowing_of(
    std::span<const Entry> entries) const {
  using Values = std::array<std::uint64_t, Narrowing::kValues>;
  using Chances = std::array<double, Narrowing::kValues>;
  Chances of_any_text{};
  for (unsigned byte = 0; byte <= kFoldMask; ++byte)
    if ((byte & kFoldMask) == byte)
      of_any_text[byte % Narrowing::kValues] +=
          double{byte_rate(static_cast<std::uint8_t>(byte))} / 200'000;
  struct Choice {
    Values may_be{};
    Chances chances{};
  };
  const auto choice_at = [&](std::int64_t offset) {
    Choice choice{{}, of_any_text};
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint64_t own = std::uint64_t{1} << i;
      const std::int64_t at = entries[i].qgram + offset;
      if (at < 0 || at >= std::int64_t{entries[i].size}) {
        for (std::uint64_t& may_be : choice.may_be) may_be |= own;
        continue;
      }
      const std::size_t value = Narrowing::value_of(
          texts_[entries[i].text + static_cast<std::size_t>(at)]);
      choice.may_be[value] |= own;
      choice.chances[value] += 0.5 / static_cast<double>(entries.size());
    }
    return choice;
  };
  std::array<Choice, Narrowing::kBytes> best{};
  for (Choice& choice : best) choice.may_be.fill(~std::uint64_t{0});
  best[0].chances.fill(1);
  Narrowing narrowing{};
  for (std::size_t k = 0; k < Narrowing::kBytes; ++k) {
    double least = std::numeric_limits<double>::max();
    const Choice other = best[0];
    for (auto offset = -static_cast<std::int64_t>(kBeside);
         offset < static_cast<std::int64_t>(kBeside); ++offset) {
      if (offset >= 0 && offset < std::int64_t{kQgram}) continue;
      const Choice choice = choice_at(offset);
      double left = 0;
      for (std::size_t a = 0; a < Narrowing::kValues; ++a)
        for (std::size_t b = 0; b < Narrowing::kValues; ++b)
          left += choice.chances[a] * other.chances[b] *
                  std::popcount(choice.may_be[a] & other.may_be[b]);
      if (left >= least) continue;
      least = left;
      best[k] = choice;
      narrowing.offset[k] = offset;
    }
    narrowing.may_be[k] = best[k].may_be;
  }
  return narrowing;
}

Prefilter::Entry Prefilter::entry_of(const Literal& literal) {
  const std::size_t size = literal.text.size();
  char bytes[kLongest] = {};
  char mask[kLongest] = {};
  for (std::size_t i = 0; i < size; ++i) {
    const char c = literal.text[i];
    const bool is_letter = lower(c) >= 'a' && lower(c) <= 'z';
    mask[i] = static_cast<char>(literal.caseless && is_letter ? 0xdf : 0xff);
    bytes[i] = static_cast<char>(c & mask[i]);
  }
  Entry entry{};
  entry.size = static_cast<std::uint8_t>(size);
  entry.tail_at = static_cast<std::uint8_t>(size > kWord ? size - kWord : 0);
  entry.caseless = literal.caseless;
  entry.narrowing = kNone;
  entry.head = word_at(bytes);
  entry.head_mask = word_at(mask);
  entry.tail = word_at(bytes + entry.tail_at);
  entry.tail_mask = word_at(mask + entry.tail_at);
  return entry;
}

std::string Prefilter::serialize() const {
  std::string bytes;
  append_bytes(&fixed_, 1, &bytes);
  if (probe_) probe_->append_to(&bytes);
  append_list(entries_, &bytes);
  append_list(narrowings_, &bytes);
  append_bytes(beside_.data(), beside_.size(), &bytes);
  append_bytes(reach_.data(), reach_.size(), &bytes);
  return bytes + texts_;
}

std::unique_ptr<Prefilter> Prefilter::deserialize(std::string_view bytes) {
  auto made = std::make_unique<Prefilter>();
  if (!take_bytes(&bytes, 1, &made->fixed_)) return nullptr;
  if (made->fixed_.front == Front::kPortable &&
      !made->probe_.emplace().take_from(&bytes))
    return nullptr;
  if (!take_list(&bytes, &made->entries_) ||
      !take_list(&bytes, &made->narrowings_))
    return nullptr;
  const std::size_t literals = made->fixed_.literals;
  if (literals > bytes.size()) return nullptr;
  made->beside_.resize(made->entries_.size());
  made->reach_.resize(literals);
  if (!take_bytes(&bytes, made->beside_.size(), made->beside_.data()) ||
      !take_bytes(&bytes, literals, made->reach_.data()))
    return nullptr;
  made->texts_ = bytes;
  return made;
}

std::size_t Prefilter::find(std::string_view text, std::size_t from,
                            std::vector<LiteralHit>* hits) const {
  // The probe's q-grams begin at even places.
  if (probe_ && from % 2 == 1) ++from;
  if (from >= text.size()) return text.size();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const Source source{text.data(), 0, text.size(), false};
  while (text.size() - from > kCopiedBlocks * kBlock) {
    const std::size_t blocks =
        std::min((text.size() - from - kOverhang) / kBlock, kSegmentBlocks);
    const Progress progress = find_in(bytes + from, blocks, source, from, hits);
    from += progress.positions;
    if (progress.gave_up) return from;
  }
  const Progress progress = find_in_copy(text, from, hits);
  if (!progress.gave_up) return text.size();
  return std::min(text.size(), from + progress.positions);
}

// Does the same for the last bytes of a text.
Prefilter::Progress Prefilter::find_in_copy(
    std::string_view text, std::size_t from,
    std::vector<LiteralHit>* hits) const {
  const std::size_t blocks = (text.size() - from + kBlock - 1) / kBlock;
  SLUICE_CHECK(blocks <= kCopiedBlocks);
  static_assert(kOverhang <= kRoom);
  std::uint8_t copy[kRoom + kCopiedBlocks * kBlock + kRoom];
  std::uint8_t* const segment = copy + kRoom;
  const std::size_t before = std::min(from, kRoom);
  std::fill(copy, segment - before, std::uint8_t{0});
  std::uint8_t* const end = std::copy(
      text.data() + from - before, text.data() + text.size(), segment - before);
  std::fill(end, segment + blocks * kBlock + kRoom, std::uint8_t{0});
  const Source source{
      reinterpret_cast<const char*>(copy),
      static_cast<std::ptrdiff_t>(from) - static_cast<std::ptrdiff_t>(kRoom),
      text.size(), true};
  return find_in(segment, blocks, source, from, hits);
}

// Appends the occurrences whose q-gram begins in the first `blocks` * kBlock
// bytes of `segment`, which is a copy of the text at `from`, or in fewer.
Prefilter::Progress Prefilter::find_in(const std::uint8_t* segment,
                                       std::size_t blocks, const Source& source,
                                       std::size_t from,
                                       std::vector<LiteralHit>* hits) const {
  // With room for values that are written but not kept.
  constexpr std::size_t kMax = (kSegmentBlocks + 1) * kBlock;
  if (probe_) {
    std::uint32_t positions[kMax / QgramProbe::kStep];
    const std::size_t flags = probe_->flag(segment, blocks, positions);
    return find_at(std::span<const std::uint32_t>(positions, flags), segment,
                   blocks, source, from, hits);
  }
  FlaggedBlock flagged[kSegmentBlocks];
  const std::size_t flagged_blocks = fixed_.mask.flag(segment, blocks, flagged);
  std::uint16_t positions[kMax];
  const std::size_t flags =
      positions_of(std::span(flagged).first(flagged_blocks), positions);
  return find_at(std::span<const std::uint16_t>(positions, flags), segment,
                 blocks, source, from, hits);
}

// Does the same for given flagged positions.
template <typename Position>
Prefilter::Progress Prefilter::find_at(std::span<const Position> flagged,
                                       const std::uint8_t* segment,
                                       std::size_t blocks, const Source& source,
                                       std::size_t from,
                                       std::vector<LiteralHit>* hits) const {
  constexpr bool kIsProbed = std::is_same_v<Position, std::uint32_t>;
  constexpr std::ptrdiff_t kMax = kIsProbed ? kMaxProbedWaste : kMaxWaste;
  std::ptrdiff_t waste = 0;
  for (std::size_t done = 0; done < flagged.size();
       done += QgramTable::kBatch) {
    const std::size_t count =
        std::min(QgramTable::kBatch, flagged.size() - done);
    const std::span<const Position> batch = flagged.subspan(done, count);
    QgramTable::Candidates candidates;
    if constexpr (kIsProbed)
      probe_->find(fixed_.qgrams, segment, batch, &candidates);
    else
      fixed_.qgrams.find(segment, batch, &candidates);
    sift(source, from, &candidates);
    const std::size_t before = hits->size();
    for (std::size_t i = 0; i < candidates.count; ++i)
      confirm(source, from + candidates.at[i], candidates.slot[i], hits);
    waste += static_cast<std::ptrdiff_t>(count + 2 * candidates.count) -
             3 * static_cast<std::ptrdiff_t>(hits->size() - before);
    if (waste <= kMax) continue;
    if (done + count == flagged.size()) return {blocks * kBlock, true};
    return {flagged[done + count], true};
  }
  return {blocks * kBlock, false};
}

// Drops the candidates without the bytes beside them that their literals have.
// If a byte above 127 follows, nothing is known about the bytes after it.
// Nothing beyond the ends of the text is tested, and near them only in a copy
// with room; `from` + at may be beyond the end.
void Prefilter::sift(const Source& source, std::size_t from,
                     QgramTable::Candidates* candidates) const {
  constexpr std::uint64_t kTopmost = 0x8080808080808080U;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates->count; ++i) {
    const std::uint32_t slot = candidates->slot[i];
    const std::size_t at = from + candidates->at[i];
    std::uint64_t keeps = 1;
    const bool is_inside = at >= kBeside && at + kBeside <= source.size;
    if (is_inside || source.has_room) {
      const char* const here = source.at(at);
      const Beside& beside = beside_[fixed_.first[slot]];
      const auto may_be = [&](std::size_t k) {
        return beside.bytes[k] >> bit_number(here[beside.offset[k]]);
      };
      // A place before the text is a large number.
      const auto is_in_text = [&](std::size_t k) {
        return at + static_cast<std::size_t>(beside.offset[k]) < source.size;
      };
      for (std::size_t k = 0; k < Beside::kBytes; ++k)
        if (is_inside || is_in_text(k)) keeps &= may_be(k);
      static_assert(kBeside == 2 * kWord);
      const std::uint64_t behind = word_at(here) | word_at(here + kWord);
      keeps |= static_cast<std::uint64_t>((behind & kTopmost) != 0);
    }
    candidates->at[kept] = candidates->at[i];
    candidates->slot[kept] = slot;
    kept += keeps & 1U;
  }
  candidates->count = kept;
}

// Appends the occurrences of a slot's literals whose q-gram begins at `at`.
// This may be beyond the text, because its last bytes are searched in a longer
// copy.
void Prefilter::confirm(const Source& source, std::size_t at,
                        std::uint32_t slot,
                        std::vector<LiteralHit>* hits) const {
  const auto entries = std::span(entries_).subspan(
      fixed_.first[slot], fixed_.first[slot + 1] - fixed_.first[slot]);
  const auto begin_of = [&](const Entry& entry) {
    return static_cast<std::ptrdiff_t>(at) - entry.qgram;
  };
  const auto note = [&](const Entry& entry) {
    hits->push_back({entry.literal,
                     static_cast<std::uint32_t>(begin_of(entry) + entry.size)});
  };
  const auto own = [&](const Entry& entry) {
    return std::string_view(texts_.data() + entry.text, entry.size);
  };
  const auto is_in_text = [&](const Entry& entry) {
    return begin_of(entry) >= 0 && begin_of(entry) + entry.size <=
                                       static_cast<std::ptrdiff_t>(source.size);
  };
  const char* const here = source.at(at);
  static_assert(kRoom == kLongest + kWord);
  const bool is_inside = at >= kLongest && at + kLongest + kWord <= source.size;
  if (!is_inside && !source.has_room) {
    for (const Entry& entry : entries)
      if (is_in_text(entry) &&
          equal(own(entry), entry.caseless, here - entry.qgram))
        note(entry);
    return;
  }
  const auto test = [&](const Entry& entry) {
    const char* const begin = here - entry.qgram;
    const std::uint64_t difference =
        ((word_at(begin) & entry.head_mask) ^ entry.head) |
        ((word_at(begin + entry.tail_at) & entry.tail_mask) ^ entry.tail);
    if (difference != 0) return;
    if (!is_inside && !is_in_text(entry)) return;
    if (entry.size <= 2 * kWord || equal(own(entry), entry.caseless, begin))
      note(entry);
  };
  std::uint32_t number = entries.front().narrowing;
  if (number == kNone) {
    for (const Entry& entry : entries) test(entry);
    return;
  }
  for (std::size_t first = 0; first < entries.size();
       first += Narrowing::kMost, ++number)
    for (std::uint64_t which = narrowings_[number].at(here); which != 0;
         which &= which - 1)
      test(entries[first + static_cast<std::size_t>(std::countr_zero(which))]);
}

}  // namespace sluice

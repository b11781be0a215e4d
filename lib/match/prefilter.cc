// Three sieves, each for what the one before let through, 4,096 positions at a
// time so that each runs in a tight loop of its own:
//
// 1. WindowMask flags positions at which the window of some literal may begin,
//    64 at once; in source code one of 400.
// 2. A hash table of the windows drops what only looked like one. Whether a
//    flagged position passes is a coin toss for the branch predictor, so this
//    loop has no branch: it always writes and counts up by the outcome.
// 3. The rest, some thousand in a megabyte, are compared with the literals:
//    sixteen bytes under masks at once, so that where two texts begin to differ
//    is nothing to predict either.
//
// Invariant: a literal occurs at p exactly if its window begins at p + offset
// and the comparison holds; the first two sieves never drop a true window.
// Therefore the result does not depend on where segments begin, and the caller
// can let another matcher do any range of window positions.
//
// When windows without a literal stand close together, the cost of the later
// sieves outweighs the gain: a flag takes some 5 ns and a comparison 10, while
// the whole gain is 0.1 ns a byte. So the vain work of a segment is counted,
// and if it is too much the text from there on is handed back. Text made to be
// slow costs that much in front of each stretch that Hyperscan gets. Flags that
// lead to literals do not count: they cost Hyperscan more.
//
// Rejected: hs_scan on the flagged spans only. A call costs as much as 200
// bytes of scanning, and spans around one of 400 positions are half the text.

#include "match/prefilter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "base/check.h"
#include "match/bytes.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Below this estimate of false alarms another layer costs more than it saves,
// and above that the set is too large for any.
constexpr double kFewFalseAlarms = 0.05;
constexpr double kMostFalseAlarms = 0.2;

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

// A literal and its window, to be put into a group.
struct Placed {
  LiteralWindow window;
  std::string_view text;
  bool caseless;
};

// A group of short windows flags more than one of whole ones, so few share it.
constexpr std::size_t kShortsInGroup = 12;

// Windows that begin alike get one group; those of each short size have groups
// of their own, the last.
WindowMask filled(std::vector<Placed> windows, std::size_t layers) {
  WindowMask mask;
  std::ranges::sort(windows, {}, [](const Placed& placed) {
    return std::pair(placed.window.size, placed.window.folded);
  });
  // Adds windows of one size to the groups [first, first + groups).
  const auto add = [&](std::span<const Placed> some, std::size_t first,
                       std::size_t groups) {
    const auto differs = [&](std::size_t i) {
      return i > 0 && some[i].window.folded != some[i - 1].window.folded;
    };
    std::size_t distinct = 1;
    for (std::size_t i = 0; i < some.size(); ++i) distinct += differs(i);
    std::size_t number = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      number += differs(i);
      const LiteralWindow& window = some[i].window;
      mask.add(some[i].text.substr(window.offset, window.size),
               some[i].caseless, first + number * groups / distinct);
    }
  };
  std::size_t groups = WindowMask::kGroups * layers;
  std::span<const Placed> rest = windows;
  for (const std::size_t size : {kLeastWindow, kShortWindow}) {
    const auto end = std::ranges::find_if(
        rest, [&](const Placed& one) { return one.window.size != size; });
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

std::unique_ptr<Prefilter> Prefilter::make(std::span<const Literal> literals) {
  if (literals.empty()) return nullptr;
  for (const Literal& literal : literals)
    if (literal.text.size() < kLeastWindow || literal.text.size() > kLongest)
      return nullptr;

  auto made = std::make_unique<Prefilter>();
  Fixed& fixed = made->fixed_;
  std::vector<Placed> windows;
  struct Slotted {
    std::uint32_t slot;
    Entry entry;
  };
  std::vector<Slotted> slotted;
  const std::vector<LiteralWindow> chosen = choose_windows(literals);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const Literal& literal = literals[i];
    const LiteralWindow& window = chosen[i];
    windows.push_back({window, literal.text, literal.caseless});
    Entry entry = entry_of(literal);
    entry.literal = static_cast<std::uint32_t>(i);
    entry.text = static_cast<std::uint32_t>(made->texts_.size());
    entry.window = static_cast<std::uint8_t>(window.offset);
    fixed.windows.add(window);
    slotted.push_back({WindowTable::slot_of(window), entry});
    for (const char c : literal.text)
      made->texts_ += literal.caseless ? lower(c) : c;
    const std::size_t from_window = literal.text.size() - window.offset;
    made->from_window_.push_back(static_cast<std::uint8_t>(from_window));
    fixed.most_before = std::max(fixed.most_before, window.offset);
    fixed.most_after = std::max(fixed.most_after, from_window);
  }
  fixed.literals = literals.size();
  if (literals.size() > std::numeric_limits<std::uint16_t>::max())
    return nullptr;
  for (std::size_t layers = 1; layers <= WindowMask::kMostLayers; ++layers) {
    fixed.mask = filled(windows, layers);
    if (fixed.mask.false_alarm_rate() <= kFewFalseAlarms) break;
  }
  if (fixed.mask.false_alarm_rate() > kMostFalseAlarms) return nullptr;

  std::ranges::stable_sort(slotted, {}, &Slotted::slot);
  for (const Slotted& one : slotted) {
    made->entries_.push_back(one.entry);
    ++fixed.first[one.slot + 1];
  }
  for (std::size_t slot = 1; slot < fixed.first.size(); ++slot)
    fixed.first[slot] =
        static_cast<std::uint16_t>(fixed.first[slot] + fixed.first[slot - 1]);
  return made;
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
  entry.head = word_at(bytes);
  entry.head_mask = word_at(mask);
  entry.tail = word_at(bytes + entry.tail_at);
  entry.tail_mask = word_at(mask + entry.tail_at);
  return entry;
}

std::string Prefilter::serialize() const {
  std::string bytes;
  append_bytes(&fixed_, 1, &bytes);
  append_bytes(entries_.data(), entries_.size(), &bytes);
  append_bytes(from_window_.data(), from_window_.size(), &bytes);
  return bytes + texts_;
}

std::unique_ptr<Prefilter> Prefilter::deserialize(std::string_view bytes) {
  auto made = std::make_unique<Prefilter>();
  if (!take_bytes(&bytes, 1, &made->fixed_)) return nullptr;
  const std::size_t literals = made->fixed_.literals;
  if (literals > bytes.size()) return nullptr;
  made->entries_.resize(literals);
  made->from_window_.resize(literals);
  if (!take_bytes(&bytes, literals, made->entries_.data()) ||
      !take_bytes(&bytes, literals, made->from_window_.data()))
    return nullptr;
  made->texts_ = bytes;
  return made;
}

std::size_t Prefilter::find(std::string_view text, std::size_t from,
                            std::vector<LiteralHit>* hits) const {
  constexpr std::size_t kBlock = WindowMask::kBlock;
  constexpr std::size_t kOverhang = WindowMask::kOverhang;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  while (text.size() - from >= kBlock + kOverhang) {
    const std::size_t blocks =
        std::min((text.size() - from - kOverhang) / kBlock, kSegmentBlocks);
    const Progress progress = find_in(bytes + from, blocks, text, from, hits);
    from += progress.positions;
    if (progress.gave_up) return from;
  }
  // The last bytes are searched in a copy that may be read beyond.
  static_assert(kOverhang <= kBlock);
  std::uint8_t rest[2 * kBlock + kOverhang] = {};
  std::copy(bytes + from, bytes + text.size(), rest);
  const Progress progress = find_in(rest, 2, text, from, hits);
  if (!progress.gave_up) return text.size();
  return std::min(text.size(), from + progress.positions);
}

// Appends the occurrences whose window begins in the first `blocks` * kBlock
// bytes of `segment`, a copy of what stands at `from` in `text`, or in fewer.
Prefilter::Progress Prefilter::find_in(const std::uint8_t* segment,
                                       std::size_t blocks,
                                       std::string_view text, std::size_t from,
                                       std::vector<LiteralHit>* hits) const {
  constexpr std::size_t kBlock = WindowMask::kBlock;
  FlaggedBlock flagged[kSegmentBlocks];
  const std::size_t flagged_blocks = fixed_.mask.flag(segment, blocks, flagged);
  // With room for what is written without being kept.
  std::uint16_t positions[(kSegmentBlocks + 1) * kBlock];
  const std::size_t flags =
      positions_of(std::span(flagged).first(flagged_blocks), positions);

  const std::span<const std::uint16_t> all(positions, flags);
  std::ptrdiff_t waste = 0;
  for (std::size_t done = 0; done < flags; done += WindowTable::kBatch) {
    const std::size_t count = std::min(WindowTable::kBatch, flags - done);
    WindowTable::Candidates candidates;
    fixed_.windows.find(segment, all.subspan(done, count), &candidates);
    const std::size_t before = hits->size();
    for (std::size_t i = 0; i < candidates.count; ++i)
      confirm(text, from + candidates.at[i], candidates.slot[i], hits);
    waste += static_cast<std::ptrdiff_t>(count + 2 * candidates.count) -
             3 * static_cast<std::ptrdiff_t>(hits->size() - before);
    if (waste <= kMostWaste) continue;
    if (done + count == flags) return {blocks * kBlock, true};
    return {all[done + count], true};
  }
  return {blocks * kBlock, false};
}

// Appends the occurrences of a slot's literals whose window begins at `at`.
void Prefilter::confirm(std::string_view text, std::size_t at,
                        std::uint32_t slot,
                        std::vector<LiteralHit>* hits) const {
  for (std::size_t i = fixed_.first[slot]; i < fixed_.first[slot + 1]; ++i) {
    const Entry& entry = entries_[i];
    if (entry.window > at || !is_at(entry, text, at - entry.window)) continue;
    hits->push_back({entry.literal, static_cast<std::uint32_t>(
                                        at - entry.window + entry.size)});
  }
}

bool Prefilter::is_at(const Entry& entry, std::string_view text,
                      std::size_t begin) const {
  const std::string_view own(texts_.data() + entry.text, entry.size);
  if (begin + std::max<std::size_t>(entry.size, kWord) > text.size())
    return begin + entry.size <= text.size() &&
           equal(own, entry.caseless, text.data() + begin);
  const char* at = text.data() + begin;
  const std::uint64_t difference =
      ((word_at(at) & entry.head_mask) ^ entry.head) |
      ((word_at(at + entry.tail_at) & entry.tail_mask) ^ entry.tail);
  if (difference != 0) return false;
  return entry.size <= 2 * kWord || equal(own, entry.caseless, at);
}

}  // namespace sluice

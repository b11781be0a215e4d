// A map from 64-bit keys to chains of pattern numbers. It quickly decides that
// a key is not in it, which is nearly always the answer.
// Thread-safety: find() and older() may run on many threads once nothing is
// added any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sluice {

// Open addressing with linear probing, at most half full. There is one byte for
// each slot: 0 for a free slot, else seven bits of its key. A search reads
// these bytes, sixteen times smaller than the slots, and touches a slot only if
// its byte agrees.
class PatternIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Keys are used unchanged, so every bit of a key must depend on the whole
  // text that it was made from. Patterns are added in ascending order; a chain
  // runs from the newest to the oldest.
  void add(std::uint64_t key, std::uint32_t pattern) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    const std::size_t place = place_of(key);
    if (marks_[place] == kFree) {
      marks_[place] = mark_of(key);
      slots_[place] = {key, kNone};
      ++used_;
    }
    link(pattern, slots_[place].newest);
    slots_[place].newest = pattern;
  }

  // Puts `pattern` in front of the chain that begins with `older`, for a chain
  // whose beginning is kept elsewhere.
  void link(std::uint32_t pattern, std::uint32_t older) {
    if (older_.size() <= pattern) older_.resize(pattern + 1, kNone);
    older_[pattern] = older;
  }

  // The newest pattern of a key's chain, or kNone.
  std::uint32_t find(std::uint64_t key) const {
    if (slots_.empty()) return kNone;
    const std::size_t place = place_of(key);
    return marks_[place] == kFree ? kNone : slots_[place].newest;
  }

  // The pattern before `pattern` in its chain, or kNone.
  std::uint32_t older(std::uint32_t pattern) const { return older_[pattern]; }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t newest = kNone;
  };
  static constexpr std::uint8_t kFree = 0;

  static std::uint8_t mark_of(std::uint64_t key) {
    return static_cast<std::uint8_t>((key >> 57) | 0x80);
  }

  // The slot of the key, or the free slot for it.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint8_t mark = mark_of(key);
    std::size_t place = key & mask;
    while (marks_[place] != kFree &&
           (marks_[place] != mark || slots_[place].key != key))
      place = (place + 1) & mask;
    return place;
  }

  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(old.empty() ? 16 : 2 * old.size(), {});
    marks_.assign(slots_.size(), kFree);
    for (const Slot& slot : old) {
      if (slot.newest == kNone) continue;
      const std::size_t place = place_of(slot.key);
      slots_[place] = slot;
      marks_[place] = mark_of(slot.key);
    }
  }

  std::vector<Slot> slots_;  // a power of two, or none
  std::vector<std::uint8_t> marks_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> older_;  // by pattern
};

}  // namespace sluice

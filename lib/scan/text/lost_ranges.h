// The stretches of a file that could not be read.
// Thread-safety: one thread at a time. Units: bytes of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class LostRanges {
 public:
  struct Range {
    std::uint64_t begin, end;
    bool operator==(const Range&) const = default;
  };

  // So many places of a file may be unreadable; the last one reaches to the
  // file's end.
  static constexpr std::size_t kMax = 100;

  void clear() { ranges_.clear(); }
  bool empty() const { return ranges_.empty(); }
  const std::vector<Range>& all() const { return ranges_; }

  // Behind all others, or where the last one ends: then that is longer. `why`:
  // reason() has that of the first of them all.
  void add(Range range, std::string_view why);

  // The number of consecutive lost bytes up to `offset`, if the last range ends
  // there; otherwise 0.
  std::uint64_t run_to(std::uint64_t offset) const {
    if (empty() || ranges_.back().end != offset) return 0;
    return ranges_.back().end - ranges_.back().begin;
  }

  // Whether any range ends after `offset`.
  bool reach_beyond(std::uint64_t offset) const {
    return !empty() && ranges_.back().end > offset;
  }

  // Returns the first range that ends after `offset`, or null.
  const Range* next(std::uint64_t offset) const;

  // Returns how many bytes before `offset` are lost.
  std::uint64_t before(std::uint64_t offset) const;

  // For the coverage: why, and which; empty if nothing was lost.
  std::string reason() const;

 private:
  std::vector<Range> ranges_;  // in order, with something between any two
  std::string why_;
};

}  // namespace sluice

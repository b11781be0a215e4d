// The counts of each worker of a scan so far.
// Thread-safety: one worker writes a Tally. Any thread may read its two
// Counters at any time, and its Counts after the worker was joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scan/value/counter.h"
#include "scan/value/counts.h"

namespace sluice {

struct Tally {
  Counts counts;
  // For a progress line: the files so far, and the bytes that were read, also
  // those that were read twice.
  Counter files;
  Counter bytes;

  void add(const Counts& more) {
    counts += more;
    files += more.files;
  }
};

// The tallies of all workers, each on its own cache lines.
class Tallies {
 public:
  explicit Tallies(std::size_t workers) : workers_(workers) {}

  Tally& of(std::size_t worker) { return workers_[worker]; }

  std::uint64_t sum(Counter Tally::*count) const {
    std::uint64_t total = 0;
    for (const Padded& tally : workers_) total += tally.*count;
    return total;
  }

  // Returns the sum of all workers. REQUIRES: they were joined.
  Counts counts() const {
    Counts total;
    for (const Padded& tally : workers_) total += tally.counts;
    return total;
  }

 private:
  struct alignas(64) Padded : Tally {};
  std::vector<Padded> workers_;
};

}  // namespace sluice

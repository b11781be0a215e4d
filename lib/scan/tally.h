// What the workers add to the coverage, each to a tally of its own, which can
// be looked at while they work. Thread-safety: a Tally has one writer; its
// counts may be read at any time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "finding/finding.h"

namespace sluice {

class Counter {
 public:
  Counter() = default;
  // The other's count at this moment.
  Counter(const Counter& other) : value_(other) {}
  Counter& operator=(const Counter& other) {
    value_.store(other, std::memory_order_relaxed);
    return *this;
  }

  Counter& operator+=(std::uint64_t more) {
    // Not one read-modify-write: there is one writer, and this is as cheap as
    // an addition in memory.
    value_.store(value_.load(std::memory_order_relaxed) + more,
                 std::memory_order_relaxed);
    return *this;
  }
  Counter& operator++() { return *this += 1; }
  operator std::uint64_t() const {
    return value_.load(std::memory_order_relaxed);
  }

 private:
  // Written by the worker that it belongs to; read by it, by the thread that
  // draws the progress line, and after the worker's thread was joined for the
  // coverage. Relaxed: each count stands for itself, one that is a little late
  // does no harm to a progress line, and the join orders the last look.
  std::atomic<std::uint64_t> value_{0};
};

struct Tally {
  Counter files;
  Counter members;  // of archives
  Counter bytes;
  Counter binary;
  Counter pdf;
  Counter excluded;           // members of archives, by --exclude
  Counter ignored;            // the same, by ignore files
  Counter prefiltered;        // by the configuration's prefilter
  Counter failed_prefilters;  // files at which it came to nothing
  Counter failed_filters;     // candidates, the same
  Counter below_confidence;
  Counter baseline;
  Counter allowed;
  Counter allowlisted;
};

// One for each worker, on cache lines of its own.
class Tallies {
 public:
  explicit Tallies(std::size_t workers) : workers_(workers) {}

  Tally& of(std::size_t worker) { return workers_[worker]; }

  std::uint64_t sum(Counter Tally::*count) const {
    std::uint64_t total = 0;
    for (const Padded& tally : workers_) total += tally.*count;
    return total;
  }

  // Adds the sums to `*coverage`, and a note if there were PDF files.
  void add_to(Coverage* coverage) const;

 private:
  struct alignas(64) Padded : Tally {};
  std::vector<Padded> workers_;
};

}  // namespace sluice

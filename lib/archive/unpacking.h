// How far the unpacking of one file, and of all that lies in it, has come, and
// whether a bound ends it.
// Thread-safety: an Unpacking belongs to a thread at a time; its counts may be
// shared with others of the same file, and those of all archives are.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "archive/bounds.h"
#include "archive/unpack_memory.h"

namespace sluice {

// Written and read by all threads that unpack the file, or any. Relaxed: a sum
// that is a little late ends a scan a little later.
struct UnpackedCounts {
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> members{0};
};

// Of one file in a directory, and of all archives of the scan.
struct UnpackedSums {
  UnpackedCounts& file;
  UnpackedCounts& all;
};

class Unpacking {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `packed`: the bytes of the file; 0: not known. `begun`: when its unpacking
  // began.
  Unpacking(const ArchiveBounds& bounds, UnpackMemory& memory,
            UnpackedSums sums, std::uint64_t packed, Time begun)
      : bounds_(bounds),
        use_(memory),
        sums_(sums),
        packed_(packed),
        end_(begun + bounds.time) {}
  // With a list of members for which `list` bytes of memory are reserved.
  Unpacking(const ArchiveBounds& bounds, UnpackMemory& memory,
            std::uint64_t list, UnpackedSums sums, std::uint64_t packed,
            Time begun)
      : bounds_(bounds),
        use_(memory, list),
        sums_(sums),
        packed_(packed),
        end_(begun + bounds.time) {}
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  const ArchiveBounds& bounds() const { return bounds_; }
  UnpackUse* memory() { return &use_; }

  // Why it was refused more memory, for people. Forgets it.
  std::string take_refusal();

  // What the file, of which the size is not known, has given so far.
  void add_packed(std::uint64_t bytes) { read_ += bytes; }

  // One more member, or `bytes` more of one. False: a bound is met, over() says
  // which, and nothing more is to be unpacked.
  bool add_member();
  bool add(std::uint64_t bytes);

  // What there is to say of the end, for people; empty: there is none.
  const std::string& over() const { return over_; }

  // What is added from now on may be taken back, since it is to be unpacked
  // again.
  void mark() { bytes_ = members_ = 0; }
  void take_back();

 private:
  bool end(std::string why);

  const ArchiveBounds& bounds_;
  UnpackUse use_;
  const UnpackedSums sums_;
  const std::uint64_t packed_;
  const Time end_;
  std::uint64_t read_ = 0;
  std::uint64_t bytes_ = 0;    // since mark()
  std::uint64_t members_ = 0;  // the same
  std::string over_;
};

}  // namespace sluice

// The progress of unpacking one file, and everything inside it, and the bound
// that ends it.
// Thread-safety: an Unpacking belongs to one thread at a time; its counts may
// be shared with others of the same file, and those of all archives are.
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

// The sums of one file in a directory, and of all archives of the scan.
struct UnpackedSums {
  UnpackedCounts& file;
  UnpackedCounts& all;
};

class Unpacking {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `packed` is the size of the file in bytes, or 0 if it is not known. `begun`
  // is when its unpacking began.
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

  // Adds bytes that were read from the file, if its size is not known.
  void add_packed(std::uint64_t bytes) { read_ += bytes; }

  // Counts one more member, or `bytes` more of one. If it returns false, a
  // bound is met, which over() names, and nothing more may be unpacked.
  bool add_member();
  bool add(std::uint64_t bytes);

  // The bound that ended the unpacking, for people; empty if none did.
  const std::string& over() const { return over_; }

  // Later counts may be taken back, because the bytes will be unpacked again.
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

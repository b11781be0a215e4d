// Bounds the memory that libraries use for unpacking. An archive's headers
// determine it: a 7z of 100 bytes may demand a dictionary of 4 GiB. None of the
// libraries has a bound that is of use here (unpack_memory.cc). So malloc() and
// similar functions are wrapped when the program is linked (the linker's
// --wrap), and count for a thread while it is inside of an UnpackScope.
//
// An archive has kOwnBytes. If archives need more, one at a time gets `shared`
// bytes in addition, until it ends; others that need more wait for it. So the
// result for an archive does not depend on the others that are read at the same
// time. Several threads that read one archive do not wait, because they could
// wait for each other. They reserve the memory for its list of members before.
//
// Thread-safety: an UnpackMemory is shared; an UnpackUse belongs to a thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace sluice {

class UnpackMemory {
 public:
  static constexpr std::uint64_t kOwnBytes = 4 << 20;

  // Both in bytes. `lists`: for the lists of members of archives that several
  // threads read.
  UnpackMemory(std::uint64_t shared, std::uint64_t lists)
      : shared_(shared), lists_(lists) {}

  std::uint64_t shared() const { return shared_; }

  // Reserves so many bytes for lists. Returns false if there are too few.
  bool reserve_lists(std::uint64_t bytes);
  void give_back_lists(std::uint64_t bytes) {
    lists_.fetch_add(bytes, std::memory_order_relaxed);
  }

 private:
  friend class UnpackUse;
  std::mutex taken_;  // held by the thread that has the shared bytes
  const std::uint64_t shared_;
  // Written and read by threads that begin or end an archive. Relaxed: it
  // guards nothing but itself.
  std::atomic<std::uint64_t> lists_;
};

// The memory that unpacking a file, and everything inside it, uses.
class UnpackUse {
 public:
  // May take the shared bytes, and wait for them.
  explicit UnpackUse(UnpackMemory& memory)
      : memory_(memory),
        may_share_(true),
        own_(UnpackMemory::kOwnBytes),
        most_(own_ + memory.shared_) {}
  // May not take shared bytes; has `list` reserved bytes in addition to its
  // own.
  UnpackUse(UnpackMemory& memory, std::uint64_t list)
      : memory_(memory),
        may_share_(false),
        own_(UnpackMemory::kOwnBytes + list),
        most_(own_) {}
  ~UnpackUse();
  UnpackUse(const UnpackUse&) = delete;
  UnpackUse& operator=(const UnpackUse&) = delete;

  // Bytes that there may be.
  std::uint64_t most() const { return most_; }

  // Whether a request was refused: since forget_refusal(), and ever.
  bool refused() const { return refused_; }
  bool ever_refused() const { return ever_refused_; }
  void forget_refusal() { refused_ = false; }

  // For malloc() and similar functions. May wait. take() returns false for
  // bytes beyond the bound; must_take() only notes them.
  bool take(std::size_t bytes);
  void must_take(std::size_t bytes);
  void give_back(std::size_t bytes);

 private:
  bool has_room(std::size_t bytes);

  UnpackMemory& memory_;
  const bool may_share_;
  const std::uint64_t own_;
  const std::uint64_t most_;
  std::uint64_t used_ = 0;
  bool has_shared_ = false;
  bool refused_ = false;
  bool ever_refused_ = false;
};

// Memory that is not allocated in an UnpackScope, but counts for a use until
// this object is destroyed. Refers to the use. With null, nothing counts.
class CountedBytes {
 public:
  explicit CountedBytes(UnpackUse* use) : use_(use) {}
  ~CountedBytes() { set(0); }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;

  // Says that the memory has `bytes` now. If that is too much, the use notes a
  // refusal (UnpackUse::must_take()).
  void set(std::size_t bytes) {
    if (use_ != nullptr && bytes > bytes_) use_->must_take(bytes - bytes_);
    if (use_ != nullptr && bytes < bytes_) use_->give_back(bytes_ - bytes);
    bytes_ = bytes;
  }

 private:
  UnpackUse* const use_;
  std::size_t bytes_ = 0;
};

// While it lives, allocations of this thread count for `use`, and mktime() and
// localtime_r() return 0 without reading the time zone. With null, everything
// is as usual.
class UnpackScope {
 public:
  explicit UnpackScope(UnpackUse* use);
  ~UnpackScope();
  UnpackScope(const UnpackScope&) = delete;
  UnpackScope& operator=(const UnpackScope&) = delete;

 private:
  UnpackUse* const before_;
};

}  // namespace sluice

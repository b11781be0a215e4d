// The atomics a lock-free part is written over. Production code uses
// std::atomic; a test may pass a policy whose operations hand control to a
// scheduler, and so walk through every interleaving of a few threads.
//
// A policy offers `Atomic<T>` with the members of std::atomic that the parts
// use: a constructor from T, load, store, fetch_add, fetch_sub, fetch_and and
// compare_exchange_strong, each with its memory orders.
#pragma once

#include <atomic>

namespace sluice {

struct StdAtomics {
  template <typename T>
  using Atomic = std::atomic<T>;
};

// Data written by different threads stands this many bytes apart. A constant,
// not std::hardware_destructive_interference_size: that one changes with
// compiler flags, and GCC warns where it stands in a header.
inline constexpr unsigned long kCacheLine = 64;

}  // namespace sluice

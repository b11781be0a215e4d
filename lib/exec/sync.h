// The primitives of the executor's parts: atomics, a mutex, a condition,
// threads. Production code takes them from the standard library. A test may
// pass a policy of its own whose operations give control to a scheduler. So it
// can walk through every interleaving of a few threads (tests/unit/exec), or
// run the whole executor on one thread under a seeded schedule (tests/sim).
//
// A policy has the members of StdSync. A part that needs only atomics requires
// only `Atomic`.
//   Atomic<T>   the members of std::atomic that the parts use: construction
//               from T, load, store, exchange, fetch_add, fetch_sub,
//               fetch_and, fetch_or, compare_exchange_strong and _weak
//   Mutex       lock, unlock
//   Condition   wait(std::unique_lock<Mutex>&, predicate), notify_one,
//               notify_all
//   Thread      construction from a callable, join
//   pause()     between two looks of a thread that waits for a moment
//   yield()     gives the processor to another thread
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sluice {

struct StdSync {
  template <typename T>
  using Atomic = std::atomic<T>;
  using Mutex = std::mutex;
  using Condition = std::condition_variable;
  using Thread = std::thread;

  static void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
  }
  static void yield() noexcept { std::this_thread::yield(); }
};

// The distance in bytes between data that different threads write. It is a
// constant instead of std::hardware_destructive_interference_size, which
// changes with compiler flags, and GCC warns about it in headers.
inline constexpr unsigned long kCacheLine = 64;

}  // namespace sluice

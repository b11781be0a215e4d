// Brings numbered things, which many threads make ready in any order, to one
// place in the order of their numbers.
//
// A thread that makes a thing ready calls run() afterwards. One thread at a
// time takes the ready things: the next one and all ready ones after it. So no
// further thread has to be started and woken. No ready thing may be forgotten:
// a thread that finds `busy_` taken relies on its holder to see the thing. The
// holder releases `busy_` by an exchange. This comes after our failed exchange
// in the variable's modification order. Both are read-modify-writes, so it
// reads from ours or from one that continues its release sequence. So what we
// stored before happens before the holder's second look. With a plain store it
// would not: both could pass each other, and the thing would wait for ever.
// tests/spin/ordered_reports.pml is the model of this.
//
// Thread-safety: every member from any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace sluice {

class InOrder {
 public:
  // The number that comes next. Acquire: a thread that sees its own number here
  // sees all that was done with those before it.
  std::uint64_t next() const { return next_.load(std::memory_order_acquire); }

  // Whether a thread takes at this moment. Relaxed: the caller has to look again.
  bool is_busy() const { return busy_.load(std::memory_order_relaxed); }

  // `ready(n)` returns whether n can be taken. It loads with acquire what was
  // stored with release. `take(n)` takes it and returns true, or makes it not
  // ready and returns false; then n stays the next.
  template <typename Ready, typename Take>
  void run(Ready&& ready, Take&& take) {
    std::uint64_t next;
    do {
      if (busy_.exchange(true, std::memory_order_acq_rel)) return;
      for (;;) {
        next = next_.load(std::memory_order_relaxed);
        if (!ready(next)) break;
        if (take(next)) next_.store(next + 1, std::memory_order_release);
      }
      busy_.exchange(false, std::memory_order_acq_rel);
      // From here on another may move next_, hence the copy: then the second
      // look costs a needless turn, no more.
    } while (ready(next));
  }

 private:
  // Written by the thread that takes at this moment, and by the threads that
  // try to; is_busy() reads it on any thread.
  std::atomic<bool> busy_{false};
  // Written by the holder of busy_, read by anyone.
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace sluice

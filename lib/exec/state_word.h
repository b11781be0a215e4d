// The number of tasks in flight, and whether more may come, in one atomic word.
//
// Idea: word = (in_flight << 1) | accepting. A spawn from outside checks the
// gate and counts itself in a single CAS; with two variables, join() could
// close the gate between the check and the count, find zero in flight and
// leave the task behind.
//
// Example
//   word  in flight  gate
//    1       0       open     a new StateWord
//    5       2       open     try_spawn(), twice
//    4       2       closed   close(): kNone, since two tasks are in flight
//    4       2       closed   try_spawn() refuses; the task stays the caller's
//    6       3       closed   spawn_inside(): a running task spawns another
//    2       1       closed   complete(), twice: kNone
//    0       0       closed   complete(): kTerminal; this caller ends the pool
//
// Invariants
//  - in_flight counts tasks that were accepted and are not yet completed. They
//    are queued, running, or abandoned and not yet dropped. It also contains
//    the counts that busy workers hold back (credits.h).
//  - Zero is the terminal word (closed, nothing in flight), and it never
//    changes again: a closed gate refuses outside spawns, and an inside spawn
//    needs a running task, which counts. So exactly one operation, a complete()
//    or a close(), changes the word to zero, and only that one returns
//    kTerminal.
//
// Rejected: a mutex around a bool and a count. It is as correct, but each
// worker would take it at each completion.
//
// Thread-safety: any thread may call every member.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/check.h"
#include "exec/sync.h"

namespace sluice {

// The effect of the caller's operation on the word. One caller in the life of a
// StateWord gets kTerminal.
enum class Transition { kNone, kTerminal };

template <typename Sync = StdSync>
class StateWord {
 public:
  // Counts `tasks` more if the gate is open: all of them or none. For 0 tasks
  // it changes nothing. Returns whether the gate is open.
  [[nodiscard]] bool try_spawn(std::uint64_t tasks = 1) {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    while ((word & kAccepting) != 0) {
      if (word_.compare_exchange_strong(word, word + tasks * kUnit,
                                        std::memory_order_acq_rel,
                                        std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }

  // Counts a task that a running task spawns. The gate does not matter, because
  // such a task is part of what drains.
  //
  // REQUIRES: the caller runs a task that is in flight.
  void spawn_inside(std::uint64_t tasks = 1) {
    // Relaxed: the queue publishes the task. This RMW only keeps the count, and
    // because it is an RMW, it does not break the release sequence of the
    // others.
    const std::uint64_t before =
        word_.fetch_add(tasks * kUnit, std::memory_order_relaxed);
    SLUICE_CHECK(before >= kUnit);
  }

  // Subtracts `tasks` that were run, dropped, or refused after counting.
  [[nodiscard]] Transition complete(std::uint64_t tasks = 1) {
    // Acquire and release: the thread that sees the terminal word sees
    // everything that the completed tasks wrote, whichever worker ran them.
    const std::uint64_t before =
        word_.fetch_sub(tasks * kUnit, std::memory_order_acq_rel);
    SLUICE_CHECK(before / kUnit >= tasks);
    return tasks != 0 && before == tasks * kUnit ? Transition::kTerminal
                                                 : Transition::kNone;
  }

  // Closes the gate for good; closing a closed gate changes nothing.
  [[nodiscard]] Transition close() {
    const std::uint64_t before =
        word_.fetch_and(~kAccepting, std::memory_order_acq_rel);
    return before == kAccepting ? Transition::kTerminal : Transition::kNone;
  }

  // Values of one moment, for messages and tests.
  [[nodiscard]] bool accepting() const {
    return (word_.load(std::memory_order_acquire) & kAccepting) != 0;
  }
  [[nodiscard]] std::uint64_t in_flight() const {
    return word_.load(std::memory_order_acquire) / kUnit;
  }

 private:
  static constexpr std::uint64_t kAccepting = 1;
  static constexpr std::uint64_t kUnit = 2;

  // Written by producers (try_spawn), workers (spawn_inside, complete) and the
  // owner (close). Every write is an RMW, so all of them are in one
  // modification order, and the argument above needs only that order. The
  // memory orders at each operation only publish what surrounds it.
  typename Sync::template Atomic<std::uint64_t> word_{kAccepting};
};

}  // namespace sluice

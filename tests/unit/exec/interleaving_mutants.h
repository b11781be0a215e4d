// The opponents of the state word in interleaving_test.cc: a model that is
// right by construction, and copies of the word with one operation broken. All
// have the interface of StateWord, over SteppedAtomics.
#pragma once

#include <cstdint>

#include "exec/state_word.h"
#include "unit/exec/interleaving.h"

namespace sluice {

inline Transition end_if(bool yes) {
  return yes ? Transition::kTerminal : Transition::kNone;
}

// A bool and a count under a lock that no simulated thread can be seen to have:
// each operation is one step, which also has the answer.
class LockedWord {
 public:
  bool try_spawn(std::uint64_t tasks = 1) {
    return step([&] {
      if (open_) count_ += tasks;
      return open_;
    });
  }
  void spawn_inside() {
    step([&] { return ++count_ != 0; });
  }
  Transition complete() {
    return end_if(step([&] { return --count_ == 0 && !open_; }));
  }
  Transition close() {
    return end_if(step([&] {
      const bool ends = open_ && count_ == 0;
      open_ = false;
      return ends;
    }));
  }
  bool accepting() const { return open_; }
  std::uint64_t in_flight() const { return count_; }

 private:
  template <typename Act>
  static bool step(Act act) {
    return SteppedThread::step("locked", [&] {
             const std::uint64_t answer = act() ? 1 : 0;
             return AtomicStep{"locked", answer, answer};
           }).before != 0;
  }

  bool open_ = true;
  std::uint64_t count_ = 0;
};

inline constexpr std::uint64_t kOpen = 1;
inline constexpr std::uint64_t kUnit = 2;

// A right copy of the operations, in the open; mutants replace one of them.
struct CopiedWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    std::uint64_t was = word.load();
    while ((was & kOpen) != 0) {
      if (word.compare_exchange_strong(was, was + tasks * kUnit)) return true;
    }
    return false;
  }
  void spawn_inside() { word.fetch_add(kUnit); }
  Transition complete() { return end_if(word.fetch_sub(kUnit) == kUnit); }
  Transition close() { return end_if(word.fetch_and(~kOpen) == kOpen); }
  bool accepting() const { return (word.load() & kOpen) != 0; }
  std::uint64_t in_flight() const { return word.load() / kUnit; }

  SteppedAtomics::Atomic<std::uint64_t> word{kOpen};
};

// The gate and the count are two variables.
struct SplitWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    if (gate.load() == 0) return false;
    count.fetch_add(tasks);
    return true;
  }
  void spawn_inside() { count.fetch_add(1); }
  Transition complete() {
    return end_if(count.fetch_sub(1) == 1 && gate.load() == 0);
  }
  Transition close() {
    return end_if(gate.fetch_and(0) == 1 && count.load() == 0);
  }
  bool accepting() const { return gate.load() != 0; }
  std::uint64_t in_flight() const { return count.load(); }

  SteppedAtomics::Atomic<std::uint64_t> gate{1};
  SteppedAtomics::Atomic<std::uint64_t> count{0};
};

// Spawns by a load and a store.
struct StoringSpawn : CopiedWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    const std::uint64_t was = word.load();
    if ((was & kOpen) == 0) return false;
    word.store(was + tasks * kUnit);
    return true;
  }
};

// After a failed CAS does not look at the gate again.
struct BlindRetry : CopiedWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    std::uint64_t was = word.load();
    if ((was & kOpen) == 0) return false;
    while (!word.compare_exchange_strong(was, was + tasks * kUnit)) {
    }
    return true;
  }
};

// Counts first, and takes it back when the gate turns out to be closed.
struct HastySpawn : CopiedWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    if ((word.fetch_add(tasks * kUnit) & kOpen) != 0) return true;
    word.fetch_sub(tasks * kUnit);
    return false;
  }
};

// Counts the tasks of a batch one at a time.
struct PiecemealBatch : CopiedWord {
  bool try_spawn(std::uint64_t tasks = 1) {
    for (std::uint64_t i = 0; i < tasks; ++i) {
      if (!CopiedWord::try_spawn(1)) return false;
    }
    return tasks != 0 || accepting();
  }
};

// Asks a fresh load, not its RMW, whether this was the end.
struct LateCompletion : CopiedWord {
  Transition complete() {
    word.fetch_sub(kUnit);
    return end_if(word.load() == 0);
  }
};

// Asks a load before its RMW.
struct EarlyCompletion : CopiedWord {
  Transition complete() {
    const std::uint64_t was = word.load();
    word.fetch_sub(kUnit);
    return end_if(was == kUnit);
  }
};

// Completes with a load and a store.
struct StoringCompletion : CopiedWord {
  Transition complete() {
    const std::uint64_t was = word.load();
    word.store(was - kUnit);
    return end_if(was == kUnit);
  }
};

// Closes by a load and a store.
struct StoringClose : CopiedWord {
  Transition close() {
    const std::uint64_t was = word.load();
    word.store(was & ~kOpen);
    return end_if(was == kOpen);
  }
};

// Spawns from a running task by a load and a store.
struct StoringInside : CopiedWord {
  void spawn_inside() { word.store(word.load() + kUnit); }
};

}  // namespace sluice

// Every interleaving of a few threads' atomic operations, one after another.
//
// Idea: stateless model checking by replay, as in CHESS (Musuvathi et al., OSDI
// 2008) and Rust's loom. The code under test is a template over its atomics
// (exec/sync.h); here each atomic operation is a step that a scheduler grants.
// A run is a list of choices: which of the threads that can still step goes
// next. The search is depth-first. It plays a run to its end, moves the last
// choice that has an alternative to the next one, drops the choices after it,
// and plays again from a fresh program. No state is stored.
//
// A thread here has no stack of its own. To give it one more step, its body is
// called from the start. Operations that it did before get their old results
// from its log and touch nothing; the next one happens; and the one after that
// throws to leave the body. Bodies are short, so repeating them costs nothing,
// and sanitizers, debuggers and profilers see a plain program.
//
// Hence the rules for a body: it depends on nothing but atomic results, it
// writes nothing but its own Seen (which is new at each call) and the shared
// atomics, and the code that it calls lets exceptions through (no noexcept).
//
// The exploration covers sequential consistency. For code with ONE atomic
// variable this is everything: C++ coherence makes any execution equal, on that
// variable, to some interleaving, whatever the memory orders. It does not cover
// whether those orders publish the data around the variable, nor the weak
// reorderings of code with several variables. The stress tests under
// ThreadSanitizer examine these.
//
// Rejected: ucontext (sanitizers must be told of each switch) and real threads
// that hand over a baton (two context switches per step).
//
// Thread-safety: none; an exploration runs on the thread that calls it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace sluice {

// One atomic operation as it happened: the value it found and the one it left.
struct AtomicStep {
  std::string_view operation;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};

// A simulated thread: the log of its steps, and leave to take one more.
class SteppedThread {
 public:
  // Thrown by an operation that is not granted.
  struct OutOfTurn {};

  // Calls `body` up to its first operation that is not in the log; that one
  // too, and on to the next, if `grant`. Returns true if the body ended.
  template <typename Body>
  bool advance(Body body, bool grant) {
    replayed_ = 0;
    granted_ = grant;
    current_ = this;
    bool ended = true;
    try {
      body();
    } catch (const OutOfTurn&) {
      ended = false;
    }
    current_ = nullptr;
    SLUICE_CHECK(replayed_ == log_.size());
    SLUICE_CHECK(!granted_);
    return ended;
  }

  [[nodiscard]] const AtomicStep& last() const { return log_.back(); }

  // Runs `act`, which returns an AtomicStep, as one step of the simulated
  // thread that is on. Outside of all of them (setting up, judging) it is run
  // at once.
  template <typename Act>
  static AtomicStep step(std::string_view operation, Act act) {
    if (current_ == nullptr) return act();
    return current_->take(operation, act);
  }

 private:
  template <typename Act>
  AtomicStep take(std::string_view operation, Act act) {
    if (replayed_ == log_.size()) {
      if (!granted_) throw OutOfTurn{};
      granted_ = false;
      log_.push_back(act());
    }
    const AtomicStep& result = log_[replayed_++];
    SLUICE_CHECK(result.operation == operation);  // the body is deterministic
    return result;
  }

  inline static SteppedThread* current_ = nullptr;

  std::vector<AtomicStep> log_;
  std::size_t replayed_ = 0;
  bool granted_ = false;
};

// The atomics policy. Memory orders are taken and ignored.
struct SteppedAtomics {
  template <typename T>
  class Atomic {
    static_assert(std::is_unsigned_v<T>);
    using Order = std::memory_order;
    static constexpr Order kDefault = std::memory_order_seq_cst;

   public:
    Atomic(T value) : value_(value) {}  // implicit, as std::atomic's
    Atomic(const Atomic&) = delete;
    Atomic& operator=(const Atomic&) = delete;

    T load(Order = kDefault) const {
      return static_cast<T>(SteppedThread::step("load", [&] {
                              return AtomicStep{"load", value_, value_};
                            }).before);
    }
    void store(T to, Order = kDefault) {
      update("store", [&](T) { return to; });
    }
    T fetch_add(T by, Order = kDefault) {
      return update("fetch_add", [&](T was) { return T(was + by); });
    }
    T fetch_sub(T by, Order = kDefault) {
      return update("fetch_sub", [&](T was) { return T(was - by); });
    }
    T fetch_and(T mask, Order = kDefault) {
      return update("fetch_and", [&](T was) { return T(was & mask); });
    }
    bool compare_exchange_strong(T& expected, T to, Order = kDefault,
                                 Order = kDefault) {
      const T wanted = expected;
      expected = update("cas", [&](T was) { return was == wanted ? to : was; });
      return expected == wanted;
    }

   private:
    template <typename Next>
    T update(std::string_view operation, Next next) {
      return static_cast<T>(SteppedThread::step(operation, [&] {
                              const T before = value_;
                              value_ = next(before);
                              return AtomicStep{operation, before, value_};
                            }).before);
    }

    T value_;
  };
};

// The program to explore. A `Shared` is made for each run, a `Seen` for each
// call of a body. `judge` is called after each step, and with `ended` after the
// last; it returns the mistake, or nothing.
template <typename Shared, typename Seen>
struct SteppedProgram {
  std::function<std::unique_ptr<Shared>()> make;
  std::vector<std::function<void(Shared&, Seen&)>> threads;
  std::function<std::string(const Shared&, const std::vector<Seen>&,
                            bool ended)>
      judge;
};

struct Exploration {
  std::uint64_t interleavings = 0;
  std::uint64_t failures = 0;  // interleavings the judge refused
  std::string first_failure;   // its reason and trace, a step per line
};

template <typename Shared, typename Seen>
class Explorer {
 public:
  explicit Explorer(const SteppedProgram<Shared, Seen>& program)
      : program_(program) {}

  Exploration explore() {
    Exploration all;
    do {
      const std::string reason = play();
      ++all.interleavings;
      if (!reason.empty() && all.failures++ == 0) {
        all.first_failure = reason + trace_;
      }
    } while (next_path());
    return all;
  }

 private:
  // A code that never ends (a spin on another thread's step) is refused
  // rather than explored for ever.
  static constexpr std::size_t kMaxSteps = 100;

  struct Choice {
    std::size_t taken;
    std::size_t of;
  };

  // Plays the run that path_ begins, taking first choices beyond its end.
  std::string play() {
    const std::size_t count = program_.threads.size();
    const std::unique_ptr<Shared> shared = program_.make();
    std::vector<SteppedThread> threads(count);
    std::vector<Seen> seen(count);
    std::string reason;
    trace_.clear();

    const auto advance = [&](std::size_t i, bool grant) {
      seen[i] = Seen{};
      return threads[i].advance([&] { program_.threads[i](*shared, seen[i]); },
                                grant);
    };
    std::vector<std::size_t> runnable;
    for (std::size_t i = 0; i < count; ++i) {
      if (!advance(i, false)) runnable.push_back(i);
    }
    for (std::size_t depth = 0; !runnable.empty(); ++depth) {
      SLUICE_CHECK(depth < kMaxSteps);
      if (depth == path_.size()) path_.push_back({0, runnable.size()});
      SLUICE_CHECK(path_[depth].of == runnable.size());
      const std::size_t at = path_[depth].taken;
      const std::size_t i = runnable[at];
      if (advance(i, true)) {
        runnable.erase(runnable.begin() + static_cast<std::ptrdiff_t>(at));
      }
      add_to_trace(i, threads[i].last());
      if (reason.empty()) reason = program_.judge(*shared, seen, false);
    }
    if (reason.empty()) reason = program_.judge(*shared, seen, true);
    return reason;
  }

  bool next_path() {
    while (!path_.empty() && path_.back().taken + 1 == path_.back().of) {
      path_.pop_back();
    }
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
  }

  void add_to_trace(std::size_t thread, const AtomicStep& step) {
    trace_ += "\n  thread " + std::to_string(thread) + ": ";
    trace_ += step.operation;
    trace_ += " " + std::to_string(step.before);
    if (step.after != step.before) {
      trace_ += " -> " + std::to_string(step.after);
    }
  }

  const SteppedProgram<Shared, Seen>& program_;
  std::vector<Choice> path_;
  std::string trace_;
};

template <typename Shared, typename Seen>
Exploration explore(const SteppedProgram<Shared, Seen>& program) {
  return Explorer<Shared, Seen>(program).explore();
}

}  // namespace sluice

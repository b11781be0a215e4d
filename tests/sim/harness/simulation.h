// A run of concurrent code on one thread, as a pure function of a seed.
//
//   Simulation simulation(seed);
//   const Outcome outcome = simulation.run([] {
//     SimSync::Mutex mutex;
//     SimSync::Thread other([&] { ... });
//     ...
//     other.join();
//     Simulation::require(done, "everything is done");
//   });
//
// The code under test takes SimSync (sim_sync.h) for its Sync policy. Its
// threads are strands here: fibers, of which one runs at a time, until it comes
// to a point where the seeded schedule prefers another. A failure is replayed
// by its seed, with a trace; explore.h tries many seeds.
//
// simulation.cc explains what is covered and what is not.
//
// Thread-safety: none. A simulation and all that runs in it belong to the
// thread that calls run().
// Ownership: objects of SimSync belong to the simulation in which they are used
// first, and are not used in another. A simulation that fails stops where it
// is: its strands never run again, and the objects that they own are never
// destroyed.
// A run must not differ from the last one. So a scenario must not use time,
// addresses as numbers, real threads, or data that an earlier run left.
// Doctest's macros are for the outside; inside, use require().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "sim/harness/fiber.h"
#include "sim/harness/schedule.h"
#include "sim/harness/trace.h"

namespace sluice {

// Faults that a simulation commits on purpose, to show that an oracle sees
// them. Each number chooses an event of its kind, counted from 1; 0 means none.
// Only events that would have an effect are counted.
struct Faults {
  std::uint64_t drop_notify = 0;     // a notify_one that has a waiter
  std::uint64_t false_cas = 0;       // a compare_exchange that succeeds
  std::uint64_t skip_fetch_sub = 0;  // a fetch_sub that changes the value
  std::uint64_t skip_store = 0;      // a store that changes the value
};

struct SimulationOptions {
  bool trace = false;
  std::size_t trace_lines = 400;
  // Operations. From half of it on the schedule is fair, so a livelock that
  // needs an unfair one does not count.
  std::uint64_t step_limit = 200'000;
  // Whether compare_exchange_weak may fail though the values are equal.
  bool spurious_cas = true;
  bool spurious_wakes = false;
  // The creation of a thread beyond this many throws std::system_error.
  std::size_t thread_limit = kMaxStrands - 1;
  Faults faults;
};

struct Outcome {
  enum class Kind {
    kFinished,   // every strand came to its end
    kDeadlock,   // some did not, and none can run
    kStepLimit,  // most likely a livelock
    kFailed,     // require(), fail(), misuse of SimSync, an exception
  };
  bool ok = false;
  Kind kind = Kind::kFailed;
  std::string message;  // empty if ok
  std::uint64_t steps = 0;
  std::uint64_t switches = 0;
  // A hash of who ran from which step on. Equal schedules have equal ones.
  std::uint64_t schedule_hash = 0;
  std::string schedule;  // the strategy, in words
  // The number of the options' faults that came up.
  int faults_committed = 0;
  std::string trace;
};

class Simulation {
 public:
  explicit Simulation(std::uint64_t seed,
                      const SimulationOptions& options = {});
  ~Simulation();

  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // May be called once. Runs `main_function` as the strand "main", and returns
  // when all strands have ended or one has failed. Objects that `main_function`
  // refers to outlive the call; it is not destroyed inside.
  Outcome run(const std::function<void()>& main_function);

  // The one whose strand is running; null outside.
  [[nodiscard]] static Simulation* current() { return current_; }

  // --- For scenarios and for code under test. Outside a simulation the
  // first three do nothing, and the failures end the process. ---

  static void name_current(std::string name);
  // A line of the trace.
  static void note(std::string_view text);
  // A number in [0, bound) that depends on the seed; 0 outside.
  [[nodiscard]] static std::uint32_t choose(std::uint32_t bound);
  static void require(bool holds, std::string_view what);
  [[noreturn]] static void fail(std::string message);

  // --- For SimSync. The caller is the running strand. ---

  enum class WaitFor : std::uint8_t { kNothing, kMutex, kCondition, kStrand };
  // The object that a strand which cannot run waits for.
  struct Wait {
    WaitFor kind = WaitFor::kNothing;
    std::uint32_t number = 0;          // the object's, or the strand's
    const StrandId* holder = nullptr;  // of a mutex; lives as long as the wait
  };

  [[nodiscard]] StrandId self() const { return running_; }
  [[nodiscard]] std::uint32_t number_object() { return ++objects_; }

  // The point before an operation: it counts as a step, and others may run.
  void before_operation();
  // The point after one that others can see, for some seeds.
  void after_write();
  // A point where the strand asks to let others go first.
  void yield();

  // Until another strand calls wake() with this one in the set.
  void block(const Wait& wait);
  void wake(StrandSet strands) { runnable_ |= strands; }
  // Takes back a wake() of strands that have not run since.
  void unwake(StrandSet strands) { runnable_ &= ~strands; }
  // Sets the object that a strand which cannot run is said to wait for.
  void set_wait(StrandId id, const Wait& wait);

  // Starts a strand that runs `body`; throws std::system_error beyond the
  // options' thread_limit.
  StrandId start(std::function<void()> body);
  void join(StrandId id);

  [[nodiscard]] bool tracing() const { return options_.trace; }
  void trace(std::string_view what);
  [[nodiscard]] const std::string& name_of(StrandId id) const;

  // The seed's choices about an operation.
  [[nodiscard]] bool cas_fails_spuriously();
  [[nodiscard]] bool wakes_spuriously();
  [[nodiscard]] StrandId any_of(StrandSet set) { return schedule_.any_of(set); }

  // Whether this event, one that counts, is the one to go wrong.
  enum class Fault { kDropNotify, kFalseCas, kSkipFetchSub, kSkipStore };
  [[nodiscard]] bool commits(Fault fault);

 private:
  struct Strand;

  StrandId add_strand(std::string name, std::function<void()> body);
  static void strand_main(void* strand);
  [[noreturn]] void strand_ended();
  void switch_to(StrandId id);
  void count_step();
  [[noreturn]] void stop(Outcome::Kind kind, std::string message);
  void set_outcome(Outcome::Kind kind, std::string message);
  void arrive_at(StrandId id);
  [[nodiscard]] std::string describe_strands() const;
  [[nodiscard]] std::string describe(const Wait& wait) const;

  static thread_local constinit Simulation* current_;

  const SimulationOptions options_;
  Schedule schedule_;
  Rng choices_;
  bool spurious_cas_;  // for this seed
  TraceLog trace_;
  Outcome outcome_;

  Fiber host_;
  std::array<std::unique_ptr<Strand>, kMaxStrands> strands_;
  StrandId strand_count_ = 0;
  StrandId running_ = 0;
  StrandSet runnable_ = 0;  // the running one included
  StrandSet ended_ = 0;

  std::uint64_t steps_ = 0;
  std::uint32_t objects_ = 0;
  std::array<std::uint64_t, 4> fault_events_{};
};

}  // namespace sluice

// Idea: the code under test is the real one, threads, locks and all. Only its
// Sync policy is another one, in which a thread is a fiber and an operation is
// a point where a seeded schedule may let another fiber run (schedule.cc). So a
// run depends on nothing but its seed. Rare interleavings come up in thousands
// of short runs instead of hours of stress, and a failure can be repeated as
// often as it takes to understand it. The model is shuttle
// (github.com/awslabs/shuttle), for Rust.
//
// The simulation covers every order of operations that a sequentially
// consistent machine can show. A deadlock is exact: no strand can run and some
// strand has not ended.
//
// It does not cover weaker memory orders. The orders that an operation names
// are ignored, and each operation sees the latest value. Each atomic has an
// argument for its order, and the stress tests under ThreadSanitizer check it;
// this part cannot fail because of it.
//
// Between two points a strand runs alone. So a race of two strands on plain
// memory, without any operation, is not seen; schedule.cc explains how near it
// comes.
//
// Rejected: enumerating all interleavings, as tests/unit/exec does for three
// threads of one word: a whole executor has too many. Rejected: real threads
// that hand over a baton (fiber.cc).
//
// Invariants
//  - running_ is in runnable_, unless it is about to switch for good.
//  - A strand that is not in runnable_ and has not ended is in the set of
//    what it waits for: of a mutex, of a condition or of a strand's joiners.
#include "sim/harness/simulation.h"

#include <bit>
#include <exception>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/check.h"

namespace sluice {

struct Simulation::Strand {
  Strand(Simulation* in, StrandId number, std::string called,
         std::function<void()> what)
      : simulation(in),
        id(number),
        name(std::move(called)),
        body(std::move(what)),
        fiber(&Simulation::strand_main, this) {}

  Simulation* simulation;
  StrandId id;
  std::string name;
  std::function<void()> body;
  Wait wait;
  StrandSet joiners = 0;
  Fiber fiber;
};

thread_local constinit Simulation* Simulation::current_ = nullptr;

Simulation::Simulation(std::uint64_t seed, const SimulationOptions& options)
    : options_(options),
      schedule_(seed),
      choices_(seed, 2),
      spurious_cas_(options.spurious_cas && choices_.below(2) == 0),
      trace_(options.trace_lines) {}

Simulation::~Simulation() {
  SLUICE_CHECK(current_ != this);
  for (std::unique_ptr<Strand>& strand : strands_) {
    if (!strand || (ended_ & strand_set(strand->id)) != 0) continue;
    // Objects that live on refer to what a body captured. The body is kept
    // reachable, so that it does not count as leaked.
    static auto& graveyard = *new std::vector<std::function<void()>>;
    if (strand->body) graveyard.push_back(std::move(strand->body));
  }
}

Outcome Simulation::run(const std::function<void()>& main_function) {
  SLUICE_CHECK(current_ == nullptr && strand_count_ == 0);
  current_ = this;
  arrive_at(add_strand("main", [&main_function] { main_function(); }));
  host_.switch_to(strands_[0]->fiber);
  current_ = nullptr;
  outcome_.steps = steps_;
  outcome_.schedule = schedule_.description();
  if (options_.trace) outcome_.trace = trace_.text();
  return std::move(outcome_);
}

void Simulation::name_current(std::string name) {
  if (current_ == nullptr) return;
  current_->strands_[static_cast<std::size_t>(current_->running_)]->name =
      std::move(name);
}

void Simulation::note(std::string_view text) {
  if (current_ != nullptr) current_->trace(text);
}

std::uint32_t Simulation::choose(std::uint32_t bound) {
  return current_ == nullptr ? 0 : current_->choices_.below(bound);
}

void Simulation::require(bool holds, std::string_view what) {
  if (!holds) fail(fmt::format("does not hold: {}", what));
}

void Simulation::fail(std::string message) {
  SLUICE_CHECK(current_ != nullptr);
  current_->stop(Outcome::Kind::kFailed, std::move(message));
}

void Simulation::count_step() {
  if (++steps_ == options_.step_limit / 2) schedule_.turn_fair();
  if (steps_ >= options_.step_limit) [[unlikely]] {
    stop(Outcome::Kind::kStepLimit,
         fmt::format("no end after {} steps\n{}", steps_, describe_strands()));
  }
}

void Simulation::before_operation() {
  count_step();
  switch_to(schedule_.at_point(runnable_, running_));
}

void Simulation::after_write() {
  if (!schedule_.points_after_writes()) return;
  switch_to(schedule_.at_point(runnable_, running_));
}

void Simulation::yield() {
  count_step();
  switch_to(schedule_.at_yield(runnable_, running_));
}

void Simulation::block(const Wait& wait) {
  set_wait(running_, wait);
  unwake(strand_set(running_));
  if (runnable_ == 0) {
    stop(Outcome::Kind::kDeadlock,
         fmt::format("nobody can run\n{}", describe_strands()));
  }
  switch_to(schedule_.pick(runnable_));
}

void Simulation::set_wait(StrandId id, const Wait& wait) {
  strands_[static_cast<std::size_t>(id)]->wait = wait;
}

void Simulation::switch_to(StrandId id) {
  if (id == running_) return;
  Strand& from = *strands_[static_cast<std::size_t>(running_)];
  arrive_at(id);
  from.fiber.switch_to(strands_[static_cast<std::size_t>(id)]->fiber);
}

void Simulation::arrive_at(StrandId id) {
  running_ = id;
  ++outcome_.switches;
  // FNV-1a, with a number instead of a byte.
  outcome_.schedule_hash =
      (outcome_.schedule_hash ^
       (steps_ * kMaxStrands + static_cast<std::uint64_t>(id))) *
      0x100000001B3u;
}

StrandId Simulation::start(std::function<void()> body) {
  before_operation();
  if (static_cast<std::size_t>(strand_count_) > options_.thread_limit) {
    throw std::system_error(
        std::make_error_code(std::errc::resource_unavailable_try_again),
        "no more simulated threads");
  }
  if (strand_count_ == kMaxStrands) fail("more threads than a simulation has");
  const StrandId id =
      add_strand(fmt::format("thread-{}", strand_count_), std::move(body));
  if (tracing()) trace(fmt::format("start {}", name_of(id)));
  after_write();
  return id;
}

StrandId Simulation::add_strand(std::string name, std::function<void()> body) {
  const StrandId id = strand_count_++;
  strands_[static_cast<std::size_t>(id)] =
      std::make_unique<Strand>(this, id, std::move(name), std::move(body));
  schedule_.add(id);
  wake(strand_set(id));
  return id;
}

void Simulation::join(StrandId id) {
  before_operation();
  Strand& other = *strands_[static_cast<std::size_t>(id)];
  while ((ended_ & strand_set(id)) == 0) {
    other.joiners |= strand_set(running_);
    block({WaitFor::kStrand, static_cast<std::uint32_t>(id)});
  }
  if (tracing()) trace(fmt::format("join {}", other.name));
}

void Simulation::strand_main(void* strand_argument) {
  auto& strand = *static_cast<Strand*>(strand_argument);
  Simulation& simulation = *strand.simulation;
  std::string failure;
  {
    const std::function<void()> body = std::exchange(strand.body, nullptr);
    try {
      body();
    } catch (const std::exception& exception) {
      failure = fmt::format("an exception left {}: {}", strand.name,
                            exception.what());
    } catch (...) {
      failure = fmt::format("an exception left {}", strand.name);
    }
  }
  // Outside the handler: a strand that is stopped inside would never free the
  // exception.
  if (!failure.empty()) {
    simulation.stop(Outcome::Kind::kFailed, std::move(failure));
  }
  failure = {};
  simulation.strand_ended();
}

void Simulation::strand_ended() {
  Strand& strand = *strands_[static_cast<std::size_t>(running_)];
  if (tracing()) trace("end");
  ended_ |= strand_set(running_);
  unwake(strand_set(running_));
  wake(strand.joiners);
  if (std::popcount(ended_) == strand_count_) {
    set_outcome(Outcome::Kind::kFinished, "");
    strand.fiber.end_in(host_);
  }
  if (runnable_ == 0) {
    set_outcome(Outcome::Kind::kDeadlock,
                fmt::format("nobody can run\n{}", describe_strands()));
    strand.fiber.end_in(host_);
  }
  const StrandId next = schedule_.pick(runnable_);
  arrive_at(next);
  strand.fiber.end_in(strands_[static_cast<std::size_t>(next)]->fiber);
}

void Simulation::set_outcome(Outcome::Kind kind, std::string message) {
  outcome_.ok = kind == Outcome::Kind::kFinished;
  outcome_.kind = kind;
  outcome_.message = std::move(message);
}

void Simulation::stop(Outcome::Kind kind, std::string message) {
  if (tracing()) trace("stop");
  set_outcome(kind, std::move(message));
  strands_[static_cast<std::size_t>(running_)]->fiber.switch_to(host_);
  std::terminate();  // the host never comes back
}

void Simulation::trace(std::string_view what) {
  if (tracing()) trace_.add(steps_, name_of(running_), what);
}

const std::string& Simulation::name_of(StrandId id) const {
  return strands_[static_cast<std::size_t>(id)]->name;
}

bool Simulation::cas_fails_spuriously() {
  return spurious_cas_ && schedule_.below(8) == 0;
}

bool Simulation::wakes_spuriously() {
  return options_.spurious_wakes && schedule_.below(8) == 0;
}

bool Simulation::commits(Fault fault) {
  const Faults& faults = options_.faults;
  const std::array<std::uint64_t, 4> wanted = {
      faults.drop_notify, faults.false_cas, faults.skip_fetch_sub,
      faults.skip_store};
  const auto kind = static_cast<std::size_t>(fault);
  if (++fault_events_[kind] != wanted[kind]) return false;
  ++outcome_.faults_committed;
  trace("FAULT: what follows has no effect");
  return true;
}

std::string Simulation::describe_strands() const {
  std::string out;
  for (StrandId id = 0; id < strand_count_; ++id) {
    const Strand& strand = *strands_[static_cast<std::size_t>(id)];
    const char* const state = (ended_ & strand_set(id)) != 0 ? "has ended"
                              : (runnable_ & strand_set(id)) != 0
                                  ? "can run"
                                  : "waits for ";
    out += fmt::format("  {} {}{}\n", strand.name, state,
                       state[0] == 'w' ? describe(strand.wait) : "");
  }
  return out;
}

std::string Simulation::describe(const Wait& wait) const {
  switch (wait.kind) {
    case WaitFor::kNothing:
      return "nothing";
    case WaitFor::kMutex: {
      const StrandId holder = *wait.holder;
      return fmt::format("mutex #{}, held by {}", wait.number,
                         holder < 0 ? "nobody" : name_of(holder));
    }
    case WaitFor::kCondition:
      return fmt::format("condition #{}", wait.number);
    case WaitFor::kStrand:
      return fmt::format("the end of {}",
                         name_of(static_cast<StrandId>(wait.number)));
  }
  return "";
}

}  // namespace sluice

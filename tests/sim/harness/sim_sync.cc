#include "sim/harness/sim_sync.h"

#include <string>
#include <utility>

#include <fmt/core.h>

#include "base/check.h"

namespace sluice {
namespace {

std::uint32_t next_number() {
  Simulation* const simulation = Simulation::current();
  return simulation == nullptr ? 0 : simulation->number_object();
}

void trace(Simulation& simulation, const char* operation,
           std::uint32_t number) {
  if (!simulation.tracing()) return;
  simulation.trace(fmt::format("{} #{}", operation, number));
}

void let_others_run(const char* operation) {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) return;
  if (simulation->tracing()) simulation->trace(operation);
  simulation->yield();
}

}  // namespace

// --- SimMutex ---

SimMutex::SimMutex() : number_(next_number()) {}

SimMutex::~SimMutex() {
  if (Simulation::current() == nullptr) return;
  if (holder_ == kNobody && waiters_ == 0) return;
  Simulation::fail(fmt::format("mutex #{} is destroyed while in use", number_));
}

void SimMutex::lock() {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) {
    SLUICE_CHECK(holder_ == kNobody);
    holder_ = kOutside;
    return;
  }
  simulation->before_operation();
  if (holder_ == simulation->self()) {
    Simulation::fail(fmt::format("mutex #{} is locked twice", number_));
  }
  acquire(*simulation);
}

bool SimMutex::try_lock() {
  Simulation* const simulation = Simulation::current();
  if (simulation != nullptr) simulation->before_operation();
  if (holder_ != kNobody) {
    if (simulation != nullptr) trace(*simulation, "try_lock fails", number_);
    return false;
  }
  if (simulation == nullptr) {
    holder_ = kOutside;
  } else {
    acquire(*simulation);
  }
  return true;
}

void SimMutex::unlock() {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) {
    SLUICE_CHECK(holder_ == kOutside);
    holder_ = kNobody;
    return;
  }
  simulation->before_operation();
  release(*simulation, "unlock");
  simulation->after_write();
}

void SimMutex::acquire(Simulation& simulation) {
  const StrandSet self = strand_set(simulation.self());
  while (holder_ != kNobody) {
    waiters_ |= self;
    simulation.block(wait());
  }
  waiters_ &= ~self;
  holder_ = simulation.self();
  // release() woke all waiters and this one came first.
  simulation.unwake(waiters_);
  trace(simulation, "lock", number_);
}

void SimMutex::release(Simulation& simulation, const char* operation) {
  if (holder_ != simulation.self()) {
    Simulation::fail(fmt::format("{}: mutex #{} is not held by {}", operation,
                                 number_,
                                 simulation.name_of(simulation.self())));
  }
  trace(simulation, operation, number_);
  holder_ = kNobody;
  simulation.wake(waiters_);
}

// --- SimCondition ---

SimCondition::SimCondition() : number_(next_number()) {}

SimCondition::~SimCondition() {
  if (Simulation::current() == nullptr || waiters_ == 0) return;
  Simulation::fail(
      fmt::format("condition #{} is destroyed while waited for", number_));
}

void SimCondition::wait(std::unique_lock<SimMutex>& lock) {
  Simulation* const simulation = Simulation::current();
  SLUICE_CHECK(simulation != nullptr);  // nobody would ever notify
  simulation->before_operation();
  if (!lock.owns_lock() || (waiters_ != 0 && mutex_ != lock.mutex())) {
    Simulation::fail(
        fmt::format("condition #{}: wait without the mutex that "
                    "belongs to it",
                    number_));
  }
  SimMutex& mutex = *lock.mutex();
  trace(*simulation, "wait", number_);
  mutex.release(*simulation, "release");
  if (simulation->wakes_spuriously()) {
    simulation->yield();
    trace(*simulation, "woken spuriously", number_);
  } else {
    mutex_ = &mutex;
    waiters_ |= strand_set(simulation->self());
    simulation->block({Simulation::WaitFor::kCondition, number_});
  }
  mutex.acquire(*simulation);
}

void SimCondition::notify_one() {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) return;
  simulation->before_operation();
  if (waiters_ == 0) {
    trace(*simulation, "notify_one, nobody waits,", number_);
    return;
  }
  const StrandId woken = simulation->any_of(waiters_);
  const bool drop = simulation->commits(Simulation::Fault::kDropNotify);
  if (simulation->tracing()) {
    simulation->trace(fmt::format("notify_one #{} -> {}", number_,
                                  simulation->name_of(woken)));
  }
  if (!drop) hand_over(*simulation, strand_set(woken));
  simulation->after_write();
}

void SimCondition::notify_all() {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) return;
  simulation->before_operation();
  trace(*simulation, "notify_all", number_);
  hand_over(*simulation, waiters_);
  simulation->after_write();
}

// A woken strand waits for the mutex from now on.
void SimCondition::hand_over(Simulation& simulation, StrandSet woken) {
  if (woken == 0) return;
  waiters_ &= ~woken;
  mutex_->waiters_ |= woken;
  for (StrandId id = 0; id < kMaxStrands; ++id) {
    if ((woken & strand_set(id)) != 0) simulation.set_wait(id, mutex_->wait());
  }
  if (mutex_->holder_ == SimMutex::kNobody) simulation.wake(woken);
}

// --- SimThread ---

SimThread::SimThread(SimThread&& other) noexcept
    : id_(std::exchange(other.id_, kNone)) {}

SimThread& SimThread::operator=(SimThread&& other) noexcept {
  check_not_joinable("assigned to");
  id_ = std::exchange(other.id_, kNone);
  return *this;
}

SimThread::~SimThread() { check_not_joinable("destroyed"); }

void SimThread::start(std::function<void()> body) {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) {
    body();
    id_ = kRanAtOnce;
    return;
  }
  id_ = simulation->start(std::move(body));
}

void SimThread::join() {
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) {
    SLUICE_CHECK(id_ == kRanAtOnce);
  } else {
    if (!joinable()) Simulation::fail("a thread is joined that is not there");
    if (id_ == simulation->self()) Simulation::fail("a thread joins itself");
    simulation->join(id_);
  }
  id_ = kNone;
}

// Outside, a thread that a simulation left does not matter.
void SimThread::check_not_joinable(const char* operation) const {
  if (!joinable()) return;
  Simulation* const simulation = Simulation::current();
  if (simulation == nullptr) {
    SLUICE_CHECK(id_ != kRanAtOnce);
    return;
  }
  Simulation::fail(fmt::format("a thread is {} and was not joined", operation));
}

// --- SimSync ---

void SimSync::pause() { let_others_run("pause"); }
void SimSync::yield() { let_others_run("yield"); }

}  // namespace sluice

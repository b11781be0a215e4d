// Idea: what is in use, "cancelled" and "somebody waits" share one atomic
// word. A producer that does not fit sets the waiting bit in the same CAS
// that finds it does not fit; whoever gives back learns from its own
// fetch_sub whether the bit was set. So either the give-back comes first and
// the CAS sees the room, or the CAS comes first and the give-back sees the
// bit: no wake is missed, and without a waiter nobody touches the mutex.
//
// Invariants
//  - The waiting bit is set whenever a thread waits on changed_. It is set
//    and cleared under mutex_ only; the last waiter to leave clears it.
//  - A waiter goes on if in_use + max(cost, slack) <= capacity or nothing is
//    in use. Either implies in_use <= capacity - slack, so a give-back that
//    stays above that level need not notify.
//  - With the cancelled bit set no CAS grants anything.
//
// Rejected: a counting semaphore and a closed flag (std::counting_semaphore
// cannot be cancelled, and a waiter that checks the flag first may sleep on);
// a mutex and a condition variable alone (each worker would take the mutex
// at the end of each task).
//
// Source: the "benaphore" (Schillings 1996): an atomic count before a slow
// lock; here the count and the need for the slow path are one word.
#include "exec/budget.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace sluice {
namespace {

constexpr std::uint64_t kWaiting = 1;
constexpr std::uint64_t kCancelled = 2;
constexpr std::uint64_t kUnit = 4;

// What a capacity and one oversized permit add up to still fits the word.
constexpr std::uint64_t kCostLimit = std::uint64_t{1} << 61;

}  // namespace

Permit::Permit(Permit&& other) noexcept
    : budget_(std::exchange(other.budget_, nullptr)),
      cost_(std::exchange(other.cost_, 0)) {}

Permit& Permit::operator=(Permit&& other) noexcept {
  if (this != &other) {
    release();
    budget_ = std::exchange(other.budget_, nullptr);
    cost_ = std::exchange(other.cost_, 0);
  }
  return *this;
}

void Permit::release() noexcept {
  Budget* budget = std::exchange(budget_, nullptr);
  if (budget != nullptr) budget->give_back(std::exchange(cost_, 0));
}

std::uint64_t Permit::detach() noexcept {
  budget_ = nullptr;
  return std::exchange(cost_, 0);
}

Budget::Budget(std::uint64_t capacity, std::uint64_t slack)
    : capacity_(capacity),
      slack_(slack != 0 ? slack : std::max<std::uint64_t>(capacity / 8, 1)) {
  SLUICE_CHECK(capacity > 0 && capacity < kCostLimit);
  SLUICE_CHECK(slack_ <= capacity_);
}

Budget::~Budget() { SLUICE_CHECK(in_use() == 0); }

std::optional<Permit> Budget::try_acquire(std::uint64_t cost) {
  if (take(cost, false) != Grant::kGranted) return std::nullopt;
  return Permit(this, cost);
}

std::optional<Permit> Budget::acquire(std::uint64_t cost) {
  Grant grant = take(cost, false);
  if (grant == Grant::kFull) {
    std::unique_lock lock(mutex_);
    ++waiters_;
    ++waits_;
    while ((grant = take(cost, true)) == Grant::kFull) changed_.wait(lock);
    leave_waiters();
  }
  if (grant == Grant::kCancelled) return std::nullopt;
  return Permit(this, cost);
}

Budget::Grant Budget::take(std::uint64_t cost, bool waiter) {
  SLUICE_CHECK(cost < kCostLimit);
  const std::uint64_t room = waiter ? std::max(cost, slack_) : cost;
  std::uint64_t word = word_.load(std::memory_order_relaxed);
  for (;;) {
    if ((word & kCancelled) != 0) return Grant::kCancelled;
    const std::uint64_t used = word / kUnit;
    const bool fits =
        used == 0 || (room <= capacity_ && used <= capacity_ - room);
    if (!fits && (!waiter || (word & kWaiting) != 0)) return Grant::kFull;
    const std::uint64_t next = fits ? word + cost * kUnit : word | kWaiting;
    // Acquire: what the tasks did before they gave back is visible to the
    // producer. The relaxed reads only choose the next attempt, except where
    // a waiter finds the bit set already and the room too small; there, a
    // give-back that this read misses has yet to take mutex_, which the
    // caller holds, and then notifies.
    if (!word_.compare_exchange_weak(word, next, std::memory_order_acq_rel,
                                     std::memory_order_relaxed)) {
      continue;
    }
    if (!fits) return Grant::kFull;
    std::uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < used + cost &&
           !peak_.compare_exchange_weak(peak, used + cost,
                                        std::memory_order_relaxed)) {
    }
    return Grant::kGranted;
  }
}

void Budget::give_back(std::uint64_t cost) noexcept {
  const std::uint64_t before =
      word_.fetch_sub(cost * kUnit, std::memory_order_acq_rel);
  SLUICE_CHECK(before / kUnit >= cost);
  if ((before & kWaiting) == 0) return;
  if (before / kUnit - cost > capacity_ - slack_) return;
  // Whoever set the bit waits by now, or has yet to look again.
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

void Budget::leave_waiters() {
  if (--waiters_ == 0) {
    word_.fetch_and(~kWaiting, std::memory_order_acq_rel);
  }
}

void Budget::cancel() noexcept {
  word_.fetch_or(kCancelled, std::memory_order_acq_rel);
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

bool Budget::cancelled() const {
  return (word_.load(std::memory_order_acquire) & kCancelled) != 0;
}

std::uint64_t Budget::in_use() const {
  return word_.load(std::memory_order_acquire) / kUnit;
}

BudgetMetrics Budget::metrics() const {
  const std::lock_guard lock(mutex_);
  return {peak_.load(std::memory_order_relaxed), waits_};
}

}  // namespace sluice

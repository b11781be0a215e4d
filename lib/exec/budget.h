// Bounds how much may be in flight. A producer takes a permit before it adds
// work, and waits while the budget is spent. So the use of memory stays
// constant, however fast the producer finds work. Workers never wait here; they
// only give permits back.
//
// A permit has a cost in a unit that the owner chooses: 1 per file, or bytes.
// To bound both, take a permit of each of two budgets, always in the same
// order. A permit that costs more than the whole capacity is granted when
// nothing else is in use, so that one large item cannot block for ever.
//
// A producer that keeps work back, to hand it over in batches, must call
// try_acquire first and flush its batch before it calls acquire. The permits
// that it waits for may belong to the tasks that it holds.
//
// Idea: the amount in use, "cancelled" and "a producer waits" share one atomic
// word. A producer that does not fit sets the waiting bit in the same CAS that
// finds this. A worker that gives back reads in its own fetch_sub whether the
// bit was set. So either the give-back comes first and the CAS sees the room,
// or the CAS comes first and the give-back sees the bit. No wake is missed, and
// without a waiter no thread touches the mutex.
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
//
// Thread-safety: any thread may call every member of Budget. One thread at a
// time holds a Permit. A Budget outlives its permits.
// Cost: giving back is one atomic operation while no producer waits. Waiters
// are not served in order; one waiter is the expected case.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "base/check.h"
#include "exec/sync.h"

namespace sluice {

template <typename Sync = StdSync>
class BasicBudget;

// A share of a budget, which the destructor gives back. Movable, not copyable.
template <typename Sync = StdSync>
class [[nodiscard]] BasicPermit {
 public:
  BasicPermit() = default;  // holds nothing
  BasicPermit(BasicPermit&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)),
        cost_(std::exchange(other.cost_, 0)) {}
  BasicPermit& operator=(BasicPermit&& other) noexcept {
    if (this != &other) {
      release();
      budget_ = std::exchange(other.budget_, nullptr);
      cost_ = std::exchange(other.cost_, 0);
    }
    return *this;
  }
  ~BasicPermit() { release(); }

  void release() noexcept {
    BasicBudget<Sync>* budget = std::exchange(budget_, nullptr);
    if (budget != nullptr) budget->give_back(std::exchange(cost_, 0));
  }

  // Adds `more`, of the same budget, to this permit.
  void add(BasicPermit more) noexcept {
    budget_ = more.budget_;
    cost_ += more.detach();
  }

  // Releases the share without giving it back, and returns its cost. This is
  // for tasks, which are plain bytes. The budget's adopt() makes it a permit
  // again.
  [[nodiscard]] std::uint64_t detach() noexcept {
    budget_ = nullptr;
    return std::exchange(cost_, 0);
  }

  [[nodiscard]] std::uint64_t cost() const { return cost_; }

 private:
  friend class BasicBudget<Sync>;
  BasicPermit(BasicBudget<Sync>* budget, std::uint64_t cost)
      : budget_(budget), cost_(cost) {}

  BasicBudget<Sync>* budget_ = nullptr;
  std::uint64_t cost_ = 0;
};

struct BudgetMetrics {
  std::uint64_t peak = 0;   // the most that was in use at a time
  std::uint64_t waits = 0;  // calls of acquire that had to wait
};

template <typename Sync>
class BasicBudget {
 public:
  using Permit = BasicPermit<Sync>;

  // Once a producer waits, it continues when `slack` is free, not at the first
  // permit that comes back. Otherwise a producer that is faster than the
  // workers would sleep and wake once per task. 0 means an eighth of the
  // capacity, at least 1.
  //
  // REQUIRES: 0 < capacity < 2^61, slack <= capacity.
  explicit BasicBudget(std::uint64_t capacity, std::uint64_t slack = 0)
      : capacity_(capacity),
        slack_(slack != 0 ? slack : std::max<std::uint64_t>(capacity / 8, 1)) {
    SLUICE_CHECK(capacity > 0 && capacity < kCostLimit);
    SLUICE_CHECK(slack_ <= capacity_);
  }
  // REQUIRES: every permit was given back.
  ~BasicBudget() { SLUICE_CHECK(in_use() == 0); }

  BasicBudget(const BasicBudget&) = delete;
  BasicBudget& operator=(const BasicBudget&) = delete;

  // Waits until `cost` fits. Returns nothing once the budget is cancelled.
  //
  // REQUIRES: cost < 2^61.
  [[nodiscard]] std::optional<Permit> acquire(std::uint64_t cost = 1) {
    Grant grant = take(cost, false);
    if (grant == Grant::kFull) {
      std::unique_lock lock(mutex_);
      ++waiters_;
      ++waits_;
      changed_.wait(lock,
                    [&] { return (grant = take(cost, true)) != Grant::kFull; });
      if (--waiters_ == 0) {
        word_.fetch_and(~kWaiting, std::memory_order_acq_rel);
      }
    }
    if (grant == Grant::kCancelled) return std::nullopt;
    return Permit(this, cost);
  }
  // Like acquire(), but without waiting: also returns nothing if `cost` does
  // not fit now.
  [[nodiscard]] std::optional<Permit> try_acquire(std::uint64_t cost = 1) {
    if (take(cost, false) != Grant::kGranted) return std::nullopt;
    return Permit(this, cost);
  }

  // Grants nothing from now on, and wakes all waiting producers. Permits in use
  // stay valid and are given back as usual.
  void cancel() noexcept {
    word_.fetch_or(kCancelled, std::memory_order_acq_rel);
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  [[nodiscard]] bool cancelled() const {
    return (word_.load(std::memory_order_acquire) & kCancelled) != 0;
  }

  // Takes over a share that Permit::detach released.
  [[nodiscard]] Permit adopt(std::uint64_t cost) { return {this, cost}; }

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t in_use() const {
    return word_.load(std::memory_order_acquire) / kUnit;
  }
  [[nodiscard]] BudgetMetrics metrics() const {
    const std::lock_guard lock(mutex_);
    return {peak_.load(std::memory_order_relaxed), waits_};
  }

 private:
  friend class BasicPermit<Sync>;

  static constexpr std::uint64_t kWaiting = 1;
  static constexpr std::uint64_t kCancelled = 2;
  static constexpr std::uint64_t kUnit = 4;
  // A capacity plus one oversized permit still fits into the word.
  static constexpr std::uint64_t kCostLimit = std::uint64_t{1} << 61;

  enum class Grant { kGranted, kFull, kCancelled };

  // kFull also sets the waiting bit if `waiter` is true.
  Grant take(std::uint64_t cost, bool waiter) {
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
      // producer. The relaxed reads only choose the next attempt, with one
      // exception: a waiter may find the bit already set and the room too
      // small. A give-back that this read misses has not yet taken mutex_,
      // which the caller holds, and will then notify.
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

  void give_back(std::uint64_t cost) noexcept {
    const std::uint64_t before =
        word_.fetch_sub(cost * kUnit, std::memory_order_acq_rel);
    SLUICE_CHECK(before / kUnit >= cost);
    if ((before & kWaiting) == 0) return;
    if (before / kUnit - cost > capacity_ - slack_) return;
    // By now, the producer that set the bit waits, or it has not looked again
    // yet.
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

  const std::uint64_t capacity_;
  const std::uint64_t slack_;

  // (in use << 2) | cancelled << 1 | a producer waits. Written by producers
  // (take), workers (give_back) and cancel; the essay argues the orders.
  alignas(kCacheLine) typename Sync::template Atomic<std::uint64_t> word_{0};
  // Written by producers after a grant, read by metrics(). Relaxed: a count
  // that nothing else depends on.
  alignas(kCacheLine) typename Sync::template Atomic<std::uint64_t> peak_{0};

  mutable typename Sync::Mutex mutex_;  // guards the counts, and waiting
  typename Sync::Condition changed_;
  std::uint64_t waiters_ = 0;
  std::uint64_t waits_ = 0;
};

using Budget = BasicBudget<>;
using Permit = BasicPermit<>;

}  // namespace sluice

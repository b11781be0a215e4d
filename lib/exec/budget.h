// How much may be in flight: a producer takes a permit before it adds work
// and waits while the budget is spent, so memory stays flat however fast it
// finds work. Workers never wait here, they only give back.
//
// A permit has a cost in the unit that the owner chooses: 1 per file, or
// bytes. A permit that costs more than the whole capacity is granted when
// nothing else is in use, so that one large item cannot block for ever.
//
// A producer that keeps work back, to hand it over in batches, must call
// try_acquire first and flush its batch before it calls acquire: the permits
// it waits for may belong to the tasks it holds.
//
// Thread-safety: every member of Budget from any thread; a Permit is held by
// one thread at a time. A Budget outlives its permits.
// Cost: giving back is one atomic operation while nobody waits. Waiters are
// not served in order; one waiter is the expected case.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "exec/atomics.h"

namespace sluice {

class Budget;

// A share of a budget, given back by the destructor. Movable, not copyable.
class [[nodiscard]] Permit {
 public:
  Permit() = default;  // holds nothing
  Permit(Permit&& other) noexcept;
  Permit& operator=(Permit&& other) noexcept;
  ~Permit() { release(); }

  void release() noexcept;

  // Gives up the share without giving it back and returns its cost: for
  // tasks, which are plain bytes. Budget::adopt makes it a permit again.
  [[nodiscard]] std::uint64_t detach() noexcept;

  [[nodiscard]] std::uint64_t cost() const { return cost_; }

 private:
  friend class Budget;
  Permit(Budget* budget, std::uint64_t cost) : budget_(budget), cost_(cost) {}

  Budget* budget_ = nullptr;
  std::uint64_t cost_ = 0;
};

struct BudgetMetrics {
  std::uint64_t peak = 0;   // the most that was in use at a time
  std::uint64_t waits = 0;  // calls of acquire that had to wait
};

class Budget {
 public:
  // Once a producer waits, it goes on when `slack` is free, not at the first
  // permit that comes back: else a producer that is faster than the workers
  // would sleep and wake once per task. 0 stands for an eighth of the
  // capacity, at least 1.
  // REQUIRES: 0 < capacity < 2^61, slack <= capacity.
  explicit Budget(std::uint64_t capacity, std::uint64_t slack = 0);
  ~Budget();  // REQUIRES: every permit was given back

  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Waits until `cost` fits. Empty once the budget is cancelled.
  // REQUIRES: cost < 2^61.
  [[nodiscard]] std::optional<Permit> acquire(std::uint64_t cost = 1);
  // The same without waiting: empty as well if it does not fit now.
  [[nodiscard]] std::optional<Permit> try_acquire(std::uint64_t cost = 1);

  // Grants nothing from now on and wakes all who wait. Permits in use stay
  // valid and are given back as ever.
  void cancel() noexcept;
  [[nodiscard]] bool cancelled() const;

  // Takes over a share that Permit::detach gave up.
  [[nodiscard]] Permit adopt(std::uint64_t cost) { return {this, cost}; }

  [[nodiscard]] std::uint64_t capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t in_use() const;
  [[nodiscard]] BudgetMetrics metrics() const;

 private:
  friend class Permit;

  enum class Grant { kGranted, kFull, kCancelled };
  // kFull also sets the waiting bit if `waiter` is true.
  Grant take(std::uint64_t cost, bool waiter);
  void give_back(std::uint64_t cost) noexcept;
  void leave_waiters();

  const std::uint64_t capacity_;
  const std::uint64_t slack_;

  // (in use << 2) | cancelled << 1 | somebody waits. Written by producers
  // (take), workers (give_back) and cancel; budget.cc argues the orders.
  alignas(kCacheLine) std::atomic<std::uint64_t> word_{0};
  // Written by producers after a grant, read by metrics(). Relaxed: a count
  // that nothing else depends on.
  alignas(kCacheLine) std::atomic<std::uint64_t> peak_{0};

  mutable std::mutex mutex_;  // guards the counts below, and waiting
  std::condition_variable changed_;
  std::uint64_t waiters_ = 0;
  std::uint64_t waits_ = 0;
};

}  // namespace sluice

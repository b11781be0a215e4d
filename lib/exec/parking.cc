// Idea: a sleeper puts its name on a list, looks once more at every queue,
// and only then sleeps; a producer adds its task, then looks at the list.
//
//   sleeper                            producer
//   S1  sleepers_ = n + 1              P1  queue size or deque bottom = ...
//   S2  look at every queue            P2  look at sleepers_
//
// This is Dekker's pattern. All four are seq_cst operations, so they stand
// in one total order: S1 before P2, and the producer sees the sleeper; or P2
// before S1, hence P1 before S2, and the sleeper sees the task. They cannot
// miss each other both ways, so there is no timeout, and none is needed.
//
// Between S2 and sleep() a wake may arrive: it sets `woken` under the mutex
// and takes the name off the list, and sleep() looks at `woken` under the
// same mutex before it waits.
//
// A wake spent on a worker that is just about to retract is not lost either:
// that worker is awake and now searches all queues, as the woken one would.
//
// One mutex for all: it is taken to go to sleep and to wake a sleeper, each
// of which costs a system call many times dearer. While nobody sleeps a
// producer pays one load. Rejected: std::atomic::wait, where the list would
// still need a lock, and whose waiting spins first, in its own way.
#include "exec/parking.h"

#include <algorithm>

#include "base/check.h"

namespace sluice {

Parking::Parking(std::size_t workers)
    : slots_(std::make_unique<Slot[]>(workers)) {
  sleeping_.reserve(workers);
}

void Parking::announce(std::size_t id) {
  const std::lock_guard lock(mutex_);
  SLUICE_CHECK(sleeping_.size() < sleeping_.capacity());
  slots_[id].woken = false;
  sleeping_.push_back(id);
  sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
}

void Parking::retract(std::size_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find(sleeping_.begin(), sleeping_.end(), id);
  SLUICE_CHECK((found == sleeping_.end()) == slots_[id].woken);
  if (found == sleeping_.end()) return;
  sleeping_.erase(found);
  sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
}

void Parking::sleep(std::size_t id) {
  std::unique_lock lock(mutex_);
  slots_[id].wake.wait(lock, [&] { return slots_[id].woken; });
}

bool Parking::wake_one() {
  if (sleepers_.load(std::memory_order_seq_cst) == 0) return false;
  std::unique_lock lock(mutex_);
  if (sleeping_.empty()) return false;
  Slot& slot = slots_[sleeping_.back()];
  sleeping_.pop_back();
  sleepers_.store(sleeping_.size(), std::memory_order_seq_cst);
  slot.woken = true;
  ++wakes_;
  lock.unlock();  // or the woken thread would run into the mutex
  slot.wake.notify_one();
  return true;
}

void Parking::wake_all() {
  while (wake_one()) {
  }
}

std::uint64_t Parking::wakes() const {
  const std::lock_guard lock(mutex_);
  return wakes_;
}

}  // namespace sluice

// SimSync: the Sync policy (exec/sync.h) whose threads are the strands of a
// Simulation, and whose operations are its points. Code that is templated over
// Sync runs in it unchanged.
//
// Some misuse is undefined in the standard library, or ends the process. Here
// it fails the simulation: unlocking a mutex that another strand has locked,
// locking one twice, destroying a mutex that is in use, a condition that is
// waited for or a thread that was not joined.
//
// Outside a simulation every operation acts at once: a thread runs within its
// constructor, and a wait for something that is not there ends the process.
//
// Thread-safety: that of a simulation.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>

#include "sim/harness/schedule.h"
#include "sim/harness/sim_atomic.h"
#include "sim/harness/simulation.h"

namespace sluice {

// Served in no order: whoever the schedule lets run first takes it.
class SimMutex {
 public:
  SimMutex();
  ~SimMutex();
  SimMutex(const SimMutex&) = delete;
  SimMutex& operator=(const SimMutex&) = delete;

  void lock();
  [[nodiscard]] bool try_lock();
  void unlock();

 private:
  friend class SimCondition;

  static constexpr StrandId kNobody = -1;
  static constexpr StrandId kOutside = -2;

  void acquire(Simulation& simulation);
  void release(Simulation& simulation, const char* operation);
  [[nodiscard]] Simulation::Wait wait() const {
    return {Simulation::WaitFor::kMutex, number_, &holder_};
  }

  StrandId holder_ = kNobody;
  std::uint32_t number_ = 0;
  StrandSet waiters_ = 0;
};

// notify_one wakes a waiter that the seed chooses.
class SimCondition {
 public:
  SimCondition();
  ~SimCondition();
  SimCondition(const SimCondition&) = delete;
  SimCondition& operator=(const SimCondition&) = delete;

  void wait(std::unique_lock<SimMutex>& lock);
  template <std::predicate Predicate>
  void wait(std::unique_lock<SimMutex>& lock, Predicate holds) {
    while (!holds()) wait(lock);
  }
  void notify_one();
  void notify_all();

 private:
  void hand_over(Simulation& simulation, StrandSet woken);

  std::uint32_t number_ = 0;
  StrandSet waiters_ = 0;
  // All waiters wait with the same mutex, as with std::condition_variable.
  SimMutex* mutex_ = nullptr;
};

class SimThread {
 public:
  SimThread() = default;
  // The new thread destroys the copies that it makes of the callable and of its
  // arguments. Throws std::system_error if the simulation's options demand it.
  template <typename Callable, typename... Args>
  requires(!std::same_as<std::remove_cvref_t<Callable>,
                         SimThread>) explicit SimThread(Callable&& callable,
                                                        Args&&... args) {
    using Call = std::tuple<std::decay_t<Callable>, std::decay_t<Args>...>;
    // Shared, since a std::function is copyable and a callable need not be.
    auto call = std::make_shared<Call>(std::forward<Callable>(callable),
                                       std::forward<Args>(args)...);
    start([call = std::move(call)] {
      std::apply(
          [](auto&&... parts) {
            std::invoke(std::forward<decltype(parts)>(parts)...);
          },
          std::move(*call));
    });
  }
  SimThread(SimThread&& other) noexcept;
  SimThread& operator=(SimThread&& other) noexcept;
  ~SimThread();

  [[nodiscard]] bool joinable() const { return id_ != kNone; }
  void join();

 private:
  static constexpr StrandId kNone = -1;
  static constexpr StrandId kRanAtOnce = -2;

  void start(std::function<void()> body);
  void check_not_joinable(const char* operation) const;

  StrandId id_ = kNone;
};

struct SimSync {
  template <typename T>
  using Atomic = SimAtomic<T>;
  using Mutex = SimMutex;
  using Condition = SimCondition;
  using Thread = SimThread;

  static void pause();
  static void yield();
};

}  // namespace sluice

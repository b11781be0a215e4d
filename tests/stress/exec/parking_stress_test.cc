// A missed wake shows as a hang here: no wait in these tests has a timeout,
// the test runner's ends it.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "exec/injector.h"
#include "exec/parking.h"
#include "exec/rng.h"
#include "exec/sync.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice::parking_stress_test {
namespace {

// This thread's last wait gave up the processor: the predicate was not true at
// once.
thread_local bool waited = false;

class TellingCondition {
 public:
  template <typename Predicate>
  void wait(std::unique_lock<std::mutex>& lock, Predicate predicate) {
    waited = !predicate();
    changed_.wait(lock, predicate);
  }
  void notify_one() noexcept { changed_.notify_one(); }

 private:
  std::condition_variable changed_;
};

struct TellingSync : StdSync {
  using Condition = TellingCondition;
  static void gap() {}
};

// With thread switches before the atomic operations and in the gaps between
// the steps of the protocol, which are otherwise a few nanoseconds wide.
struct ShakySync : TellingSync {
  template <typename T>
  using Atomic = ShakyAtomic<T>;
  static void gap() { shake(); }
};

// The protocol of park_worker over one queue and a stop flag.
class Consumers {
 public:
  Consumers(std::size_t workers, std::atomic<std::uint64_t>& consumed)
      : parking_(workers) {
    for (std::size_t id = 0; id < workers; ++id) {
      threads_.emplace_back([this, id, &consumed] {
        std::array<int, 4> batch{};
        for (;;) {
          // Looks after end_search, as the last searcher must.
          if (const std::size_t taken = queue_.take(batch, 2); taken > 0) {
            consumed += taken;
            continue;
          }
          if (stop_) return;
          parking_.begin_search();
          parking_.announce(id);
          shake();
          const bool more = stop_ || !queue_.empty();
          shake();
          if (more) {
            parking_.retract(id);
          } else {
            ++sleeps_;
            parking_.sleep(id);
          }
          (void)parking_.end_search();
        }
      });
    }
  }
  ~Consumers() {
    stop_ = true;
    parking_.wake_all();
    for (std::thread& thread : threads_) thread.join();
    CHECK(parking_.searchers() == 0);
    CHECK(parking_.sleepers() == 0);
  }

  void push(std::span<const int> tasks) {
    REQUIRE(queue_.push(tasks));
    if (parking_.searchers() == 0) parking_.wake_one();
  }
  [[nodiscard]] std::uint64_t sleeps() const { return sleeps_; }

 private:
  Injector<int> queue_;
  Parking<ShakySync> parking_;
  std::atomic<bool> stop_ = false;
  std::atomic<std::uint64_t> sleeps_ = 0;
  std::vector<std::thread> threads_;
};

// Plain data that is handed over, and that only its holder touches, so that
// ThreadSanitizer sees whether a hand-over orders the accesses.
struct Ball {
  std::uint64_t hand_overs = 0;
  std::uint64_t sleeps = 0;  // sleep() was called
  std::uint64_t waits = 0;   // and had to wait
  bool over = false;
};

// Two workers and one ball. The holder hands it over, wakes the other one if no
// worker searches, and sleeps until the ball comes back.
template <typename Sync>
class PingPong {
 public:
  // Plays until `waits` sleeps were ended by a wake.
  explicit PingPong(std::uint64_t waits) : waits_(waits) {
    for (std::size_t id = 0; id < threads_.size(); ++id) {
      threads_[id] = std::thread([this, id] { play(id); });
    }
  }
  // The ball, once the game is over.
  Ball finish() {
    for (std::thread& thread : threads_) thread.join();
    CHECK(parking_.searchers() == 0);
    CHECK(parking_.sleepers() == 0);
    // A sleep ends by a wake of its own, and nobody is woken for nothing.
    CHECK(ball_.sleeps <= parking_.wakes());
    CHECK(parking_.wakes() <= ball_.hand_overs);
    return ball_;
  }

 private:
  void play(std::size_t id) {
    std::uint64_t sleeps = 0;  // since the last turn
    std::uint64_t waits = 0;
    for (;;) {
      if (is_mine(id)) {
        ball_.sleeps += std::exchange(sleeps, 0);
        ball_.waits += std::exchange(waits, 0);
        const bool last = std::exchange(ball_.over, ball_.waits >= waits_);
        if (last) return;
        const bool leave = ball_.over;
        hand_over(1 - id);
        if (leave) return;
      }
      parking_.begin_search();
      parking_.announce(id);
      Sync::gap();
      const bool mine = is_mine(id);
      Sync::gap();
      if (mine) {
        parking_.retract(id);
      } else {
        parking_.sleep(id);
        ++sleeps;
        if (waited) ++waits;
      }
      (void)parking_.end_search();
    }
  }
  bool is_mine(std::size_t id) {
    return turn_.load(std::memory_order_seq_cst) == id;
  }
  void hand_over(std::size_t to) {
    ++ball_.hand_overs;
    turn_.store(to, std::memory_order_seq_cst);
    Sync::gap();
    if (parking_.searchers() == 0) parking_.wake_one();
  }

  const std::uint64_t waits_;
  Parking<Sync> parking_{2};
  // The holder of the ball. Written by the holder, read by both; seq_cst, as a
  // queue's size must be (parking.h).
  typename Sync::template Atomic<std::size_t> turn_{0};
  Ball ball_;  // the holder's
  std::array<std::thread, 2> threads_;
};

// Adds the games that so many pairs played at the same time.
template <typename Sync>
void play(std::size_t pairs, std::uint64_t waits, Ball& total) {
  std::vector<std::unique_ptr<PingPong<Sync>>> games;
  for (std::size_t i = 0; i < pairs; ++i) {
    games.push_back(std::make_unique<PingPong<Sync>>(waits / pairs));
  }
  for (const auto& game : games) {
    const Ball ball = game->finish();
    total.hand_overs += ball.hand_overs;
    total.sleeps += ball.sleeps;
    total.waits += ball.waits;
  }
}

}  // namespace

TEST_CASE("a million times asleep and woken") {
  constexpr std::uint64_t kWaits = 1'000'000;
  Ball total;
  // Alone, and two pairs that take the processors from each other.
  for (const std::size_t pairs : {1u, 2u}) {
    play<TellingSync>(pairs, kWaits / 4, total);
    play<ShakySync>(pairs, kWaits / 4, total);
  }
  MESSAGE(total.waits << " waits in " << total.sleeps << " sleeps and "
                      << total.hand_overs << " hand-overs");
  CHECK(total.waits >= kWaits);
}

TEST_CASE("one task, one wake, never missed") {
  constexpr std::uint64_t kCycles = 25'000;
  const std::array<int, 1> task{};
  for (const std::size_t workers : {1u, 3u}) {
    std::atomic<std::uint64_t> consumed = 0;
    Consumers consumers(workers, consumed);
    Rng rng(workers);
    for (std::uint64_t i = 1; i <= kCycles; ++i) {
      consumers.push(task);
      // Waiting for the task lets the consumers run dry, so that the next
      // push meets them on their way to sleep. Not yielding now and then
      // moves the point where it does.
      while (consumed != i) {
        if (rng.below(4) != 0) std::this_thread::yield();
      }
      for (std::uint32_t spin = rng.below(200); spin > 0; --spin) {
        (void)consumed.load();
      }
    }
    CHECK(consumed == kCycles);
    CHECK(consumers.sleeps() > 0);
  }
}

TEST_CASE("two producers and two sleepers lose no task") {
  constexpr std::uint64_t kTasks = 60'000;
  const std::array<int, 2> tasks{};
  std::atomic<std::uint64_t> consumed = 0;
  Consumers consumers(2, consumed);
  auto produce = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (std::uint64_t i = 0; i < kTasks; i += 2) {
      consumers.push(tasks);
      if (rng.below(8) == 0) std::this_thread::yield();
    }
  };
  std::thread other(produce, 1);
  produce(2);
  other.join();
  while (consumed != 2 * kTasks) std::this_thread::yield();
  CHECK(consumed == 2 * kTasks);
}

}  // namespace sluice::parking_stress_test

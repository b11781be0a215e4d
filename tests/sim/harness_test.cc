// The simulation harness, tested with programs whose faults are known. It must
// find the wrong ones soon and never complain about the right ones.
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "exec/deque.h"
#include "exec/state_word.h"
#include "sim/harness/explore.h"
#include "sim/harness/sim_sync.h"
#include "sim/harness/simulation.h"

namespace sluice {
namespace {

using Kind = Outcome::Kind;
using Scenario = std::function<void()>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The scenario fails within `seeds` seeds, in this way, and each replay of the
// failing seed prints the same bytes.
void check_found(const Scenario& scenario, Kind kind, const std::string& part,
                 std::uint64_t seeds = 400, SimulationOptions options = {}) {
  const auto failure = first_failure(1, seeds, options, scenario);
  REQUIRE(failure);
  INFO(describe(failure));
  CHECK(failure->outcome.kind == kind);
  CHECK(contains(failure->outcome.message, part));
  CHECK(failure->replayed);
  const Outcome again = replay_seed(failure->seed, options, scenario);
  CHECK(again.message == failure->outcome.message);
  CHECK(again.trace == failure->outcome.trace);
  CHECK(contains(describe(failure), again.trace));
}

void check_never(const Scenario& scenario, std::uint64_t seeds = 3'000,
                 const SimulationOptions& options = {}) {
  const auto failure = first_failure(1, seeds, options, scenario);
  CHECK_MESSAGE(!failure, describe(failure));
}

// --- Programs ---

// Several threads count in one word. Wrong: load, then store.
void count(bool atomically) {
  SimSync::Atomic<int> total{0};
  std::vector<SimSync::Thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 3; ++n) {
        if (atomically) {
          total.fetch_add(1);
        } else {
          total.store(total.load() + 1);
        }
      }
    });
  }
  for (SimSync::Thread& thread : threads) thread.join();
  Simulation::require(total.load() == 9, "every increment counts");
}

// One waits for the other's flag. Wrong: the flag is looked at before the
// mutex is taken, so the notification may come between the look and the wait.
void wait_for_flag(bool look_inside) {
  SimSync::Atomic<bool> flag{false};
  SimSync::Mutex mutex;
  SimSync::Condition changed;
  SimSync::Thread waiter([&] {
    Simulation::name_current("waiter");
    if (look_inside) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return flag.load(); });
    } else if (!flag.load()) {
      std::unique_lock lock(mutex);
      changed.wait(lock);
    }
  });
  {
    const std::lock_guard lock(mutex);
    flag.store(true);
  }
  changed.notify_one();
  waiter.join();
}

void take_two(bool same_order) {
  SimSync::Mutex a;
  SimSync::Mutex b;
  const auto take = [](SimSync::Mutex& first, SimSync::Mutex& second) {
    const std::lock_guard outer(first);
    const std::lock_guard inner(second);
  };
  SimSync::Thread one([&] { take(a, b); });
  SimSync::Thread two([&] { same_order ? take(a, b) : take(b, a); });
  one.join();
  two.join();
}

// Double-checked creation of a value that is plain memory. Wrong: the flag
// is set first, and another sees it before the value is there.
void create_once(bool flag_last) {
  SimSync::Atomic<bool> ready{false};
  SimSync::Mutex mutex;
  int value = 0;
  const auto get = [&] {
    if (!ready.load()) {
      const std::lock_guard lock(mutex);
      if (!ready.load()) {
        Simulation::require(value == 0, "created once");
        if (!flag_last) ready.store(true);
        value = 42;
        if (flag_last) ready.store(true);
      }
    }
    Simulation::require(value == 42, "the value is complete");
  };
  SimSync::Thread one(get);
  SimSync::Thread two(get);
  one.join();
  two.join();
}

// Wrong: both look whether the word is free, then both take it.
void create_twice() {
  SimSync::Atomic<int> creations{0};
  SimSync::Atomic<bool> ready{false};
  const auto get = [&] {
    if (ready.load()) return;
    creations.fetch_add(1);
    ready.store(true);
  };
  SimSync::Thread one(get);
  SimSync::Thread two(get);
  one.join();
  two.join();
  Simulation::require(creations.load() == 1, "created once");
}

TEST_CASE("faults of known programs are found, and only those") {
  SUBCASE("lost update") {
    check_found([] { count(false); }, Kind::kFailed, "every increment counts");
    check_never([] { count(true); });
  }
  SUBCASE("lost wake-up") {
    check_found([] { wait_for_flag(false); }, Kind::kDeadlock,
                "waiter waits for condition #3");
    check_never([] { wait_for_flag(true); });
    check_never([] { wait_for_flag(true); }, 1'000, {.spurious_wakes = true});
  }
  SUBCASE("two locks in two orders") {
    check_found([] { take_two(false); }, Kind::kDeadlock, "held by thread-");
    check_never([] { take_two(true); });
  }
  SUBCASE("double-checked creation") {
    check_found([] { create_once(false); }, Kind::kFailed, "is complete");
    check_never([] { create_once(true); });
    check_found(create_twice, Kind::kFailed, "created once");
  }
}

// --- Schedules ---

TEST_CASE("a seed decides everything, and the trace changes nothing") {
  std::set<std::uint64_t> schedules;
  std::set<std::string> strategies;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto scenario = [] { count(true); };
    const Outcome first = replay_seed(seed, {}, scenario);
    const Outcome second = replay_seed(seed, {}, scenario);
    Simulation untraced(seed);
    const Outcome third = untraced.run(scenario);
    REQUIRE(first.ok);
    CHECK(first.trace == second.trace);
    CHECK(first.schedule_hash == third.schedule_hash);
    CHECK(first.steps == third.steps);
    CHECK(third.trace.empty());
    schedules.insert(first.schedule_hash);
    strategies.insert(first.schedule.substr(0, 11));
  }
  CHECK(schedules.size() > 100);
  CHECK(strategies.size() == 5);  // four kinds of random, and priorities
}

// Two threads of three operations: 20 orders. Every one must come up.
TEST_CASE("every order of a small program comes up") {
  std::set<std::string> orders;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    std::string order;
    Simulation simulation(seed);
    const Outcome outcome = simulation.run([&] {
      SimSync::Atomic<int> word;
      const auto act = [&](char name) {
        for (int i = 0; i < 3; ++i) {
          word.fetch_add(1);
          order += name;
        }
      };
      SimSync::Thread a(act, 'a');
      SimSync::Thread b(act, 'b');
      a.join();
      b.join();
    });
    REQUIRE(outcome.ok);
    orders.insert(order);
  }
  CHECK(orders.size() == 20);
}

// Store, then look at the other's word: under sequential consistency at
// least one sees the other.
TEST_CASE("memory is sequentially consistent") {
  std::set<std::pair<int, int>> seen;
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    int from_a = 0;
    int from_b = 0;
    Simulation simulation(seed);
    simulation.run([&] {
      SimSync::Atomic<int> a{0};
      SimSync::Atomic<int> b{0};
      SimSync::Thread one([&] { a.store(1), from_b = b.load(); });
      SimSync::Thread two([&] { b.store(1), from_a = a.load(); });
      one.join();
      two.join();
    });
    seen.insert({from_a, from_b});
  }
  CHECK(seen == std::set<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}});
}

// One thread pauses between two operations while the others do hundreds. The
// priorities are there to find this.
TEST_CASE("a long standstill at one place comes up") {
  check_found(
      [] {
        SimSync::Atomic<int> done{0};
        bool overtaken = false;
        SimSync::Thread slow([&] {
          const int before = done.load();
          overtaken = done.load() - before >= 200;
        });
        SimSync::Thread fast([&] {
          for (int i = 0; i < 200; ++i) done.fetch_add(1);
        });
        slow.join();
        fast.join();
        Simulation::require(!overtaken, "slow is never overtaken");
      },
      Kind::kFailed, "never overtaken", 1'000);
}

// The bound is far below the step from which every schedule is fair.
TEST_CASE("who waits in a loop lets the others run, under any strategy") {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const Outcome outcome = run_seed(seed, {}, [] {
      SimSync::Atomic<bool> go{false};
      SimSync::Thread spinner([&] {
        while (!go.load()) SimSync::pause();
      });
      SimSync::Thread yielder([&] {
        while (!go.load()) SimSync::yield();
      });
      SimSync::Thread setter([&] { go.store(true); });
      spinner.join();
      yielder.join();
      setter.join();
    });
    CHECK(outcome.ok);
    CHECK(outcome.steps < 70);
  }
}

TEST_CASE("an unfair schedule alone is no livelock, a real one is") {
  // No pause: under strict priorities the spinner would run for ever.
  check_never(
      [] {
        SimSync::Atomic<bool> go{false};
        SimSync::Thread spinner([&] {
          while (!go.load()) {
          }
        });
        SimSync::Thread setter([&] { go.store(true); });
        spinner.join();
        setter.join();
      },
      500, {.step_limit = 2'000});
  const Outcome outcome = replay_seed(7, {.step_limit = 1'000}, [] {
    const SimSync::Atomic<bool> go{false};
    while (!go.load()) SimSync::pause();
  });
  CHECK(outcome.kind == Kind::kStepLimit);
  CHECK(outcome.steps == 1'000);
  CHECK(contains(outcome.message, "main can run"));
}

// --- Faults committed on purpose ---

TEST_CASE("each fault has its effect, once, on the n-th event") {
  SimulationOptions options;
  SUBCASE("dropped notify_one") {
    options.faults.drop_notify = 1;
    check_found([] { wait_for_flag(true); }, Kind::kDeadlock, "condition #3",
                50, options);
  }
  SUBCASE("compare_exchange that lies") {
    options.faults.false_cas = 2;
    const Outcome outcome = replay_seed(1, options, [] {
      SimSync::Atomic<int> word{0};
      for (const int want : {1, 1, 2}) {
        int expected = word.load();
        const bool ok = word.compare_exchange_strong(expected, expected + 1);
        Simulation::require(ok, "it says so");
        Simulation::require(word.load() == want, "all but the second");
      }
    });
    CHECK_MESSAGE(outcome.ok, outcome.message);
    CHECK(outcome.faults_committed == 1);
    CHECK(contains(outcome.trace, "FAULT"));
  }
  SUBCASE("skipped fetch_sub and store") {
    options.faults.skip_fetch_sub = 2;
    options.faults.skip_store = 1;
    const Outcome outcome = replay_seed(1, options, [] {
      SimSync::Atomic<unsigned> word{8};
      word.store(9);
      Simulation::require(word.fetch_sub(1) == 8, "the store is skipped");
      Simulation::require(word.fetch_sub(1) == 7, "the first counts");
      Simulation::require(word.fetch_sub(1) == 7, "the second does not");
      word.store(3);
      Simulation::require(word.load() == 3, "the second store counts");
    });
    CHECK_MESSAGE(outcome.ok, outcome.message);
    CHECK(outcome.faults_committed == 2);
  }
}

// --- The real thing ---

struct Item {
  std::uint64_t number;
};

// An owner pushes and pops, two thieves steal: each item leaves once.
void share_a_deque() {
  constexpr unsigned kItems = 12;
  WorkDeque<Item, SimSync> deque(2);
  std::array<int, kItems> taken{};
  SimSync::Atomic<int> left{kItems};
  const auto take = [&](const Item& item) {
    ++taken[item.number];
    left.fetch_sub(1);
  };
  std::vector<SimSync::Thread> thieves;
  for (int i = 0; i < 2; ++i) {
    thieves.emplace_back([&] {
      Item item{};
      while (left.load() > 0) {
        if (deque.steal(item) == StealResult::kTaken) take(item);
        SimSync::pause();
      }
    });
  }
  Item item{};
  for (unsigned i = 0; i < kItems; ++i) {
    deque.push({i});
    if (Simulation::choose(2) == 0 && deque.pop(item)) take(item);
  }
  while (deque.pop(item)) take(item);
  for (SimSync::Thread& thief : thieves) thief.join();
  for (const int times : taken) {
    Simulation::require(times == 1, "each item leaves once");
  }
}

TEST_CASE("the deque gives each item once, and the oracle can tell") {
  check_never(share_a_deque, 2'000);
  SimulationOptions options;
  options.step_limit = 20'000;
  options.faults.false_cas = 1;
  const auto failure = first_failure(1, 50, options, share_a_deque);
  REQUIRE(failure);
  CHECK(failure->replayed);
}

}  // namespace
}  // namespace sluice

// SimSync's objects, one by one: their semantics, their misuse, exceptions, the
// trace, and their behaviour outside a simulation.
#include <doctest/doctest.h>

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

void check_never(const Scenario& scenario, std::uint64_t seeds) {
  const auto failure = first_failure(1, seeds, {}, scenario);
  CHECK_MESSAGE(!failure, describe(failure));
}

// --- Conditions and threads ---

TEST_CASE("notify_one wakes one, any of them; notify_all wakes all") {
  std::set<int> first_woken;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::vector<int> woken;
    const Outcome outcome = replay_seed(seed, {}, [&] {
      SimSync::Mutex mutex;
      SimSync::Condition changed;
      int waiting = 0;
      std::vector<SimSync::Thread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
          std::unique_lock lock(mutex);
          ++waiting;
          changed.wait(lock);
          woken.push_back(i);
        });
      }
      const auto wait_until = [&](const auto& holds) {
        for (;;) {
          const std::lock_guard lock(mutex);
          if (holds()) return;
          SimSync::yield();
        }
      };
      wait_until([&] { return waiting == 4; });
      changed.notify_one();
      wait_until([&] { return woken.size() == 1; });
      for (int i = 0; i < 50; ++i) SimSync::yield();
      Simulation::require(woken.size() == 1, "one is woken");
      first_woken.insert(woken[0]);
      changed.notify_all();
      for (SimSync::Thread& thread : threads) thread.join();
    });
    INFO(outcome.message);
    REQUIRE(outcome.ok);
    CHECK(woken.size() == 4);
  }
  CHECK(first_woken == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("spurious wake-ups come only if asked for") {
  const auto wait_without_a_reason = [] {
    SimSync::Mutex mutex;
    SimSync::Condition changed;
    std::unique_lock lock(mutex);
    changed.wait(lock);
  };
  int woken = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Outcome without = replay_seed(seed, {}, wait_without_a_reason);
    CHECK(without.kind == Kind::kDeadlock);
    CHECK(without.message == "nobody can run\n  main waits for condition #2\n");
    SimulationOptions options;
    options.spurious_wakes = true;
    if (replay_seed(seed, options, wait_without_a_reason).ok) ++woken;
  }
  CHECK(woken > 0);
  CHECK(woken < 200);
}

TEST_CASE("a weak compare_exchange fails spuriously for some seeds") {
  for (const bool allowed : {true, false}) {
    SimulationOptions options;
    options.spurious_cas = allowed;
    int failures = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Outcome outcome = replay_seed(seed, options, [&] {
        SimSync::Atomic<int> word{1};
        int expected = 1;
        if (!word.compare_exchange_weak(expected, 2)) ++failures;
        Simulation::require(expected == 1, "expected is kept");
        expected = 3;
        const int now = word.load();
        Simulation::require(!word.compare_exchange_weak(expected, 4),
                            "a wrong value fails");
        Simulation::require(expected == now, "expected is told");
      });
      CHECK(outcome.ok);
    }
    CHECK((failures > 0) == allowed);
    CHECK(failures < 50);
  }
}

TEST_CASE("a thread takes its arguments, moves, and gives back its copies") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto witness = std::make_shared<int>(0);
    const Outcome outcome = replay_seed(seed, {}, [&witness] {
      SimSync::Thread nothing;
      Simulation::require(!nothing.joinable(), "a new thread is nothing");
      int result = 0;
      SimSync::Thread first(
          [witness](std::unique_ptr<int> number, int& out) {
            out = *number + static_cast<int>(witness.use_count() > 1);
          },
          std::make_unique<int>(41), std::ref(result));
      SimSync::Thread second(std::move(first));
      nothing = std::move(second);
      Simulation::require(!first.joinable() && !second.joinable(), "moved");
      Simulation::require(nothing.joinable(), "moved to");
      nothing.join();
      Simulation::require(!nothing.joinable(), "joined");
      Simulation::require(result == 42, "the thread ran");
      Simulation::require(witness.use_count() == 1, "copies are gone");
    });
    INFO(outcome.message);
    CHECK(outcome.ok);
  }
}

TEST_CASE("creating a thread fails beyond the limit") {
  SimulationOptions options;
  options.thread_limit = 2;
  const Outcome outcome = replay_seed(3, options, [] {
    std::vector<SimSync::Thread> threads;
    bool thrown = false;
    try {
      for (int i = 0; i < 4; ++i) threads.emplace_back([] {});
    } catch (const std::system_error& error) {
      thrown = error.code() == std::errc::resource_unavailable_try_again;
    }
    Simulation::require(thrown && threads.size() == 2, "two threads");
    for (SimSync::Thread& thread : threads) thread.join();
  });
  INFO(outcome.message);
  CHECK(outcome.ok);
}

TEST_CASE("misuse fails the simulation and says how") {
  const std::vector<std::pair<std::string, Scenario>> cases = {
      {"not held by main", [] { SimSync::Mutex().unlock(); }},
      {"not held by thread-1",
       [] {
         SimSync::Mutex mutex;
         mutex.lock();
         SimSync::Thread([&] { mutex.unlock(); }).join();
       }},
      {"locked twice",
       [] {
         SimSync::Mutex mutex;
         mutex.lock();
         mutex.lock();
       }},
      {"destroyed while in use",
       [] {
         SimSync::Mutex mutex;
         mutex.lock();
       }},
      {"condition #2 is destroyed while waited for",
       [] {
         SimSync::Mutex mutex;
         auto changed = std::make_unique<SimSync::Condition>();
         bool waiting = false;
         SimSync::Thread thread([&] {
           std::unique_lock lock(mutex);
           waiting = true;
           changed->wait(lock);
         });
         for (;;) {
           const std::lock_guard lock(mutex);
           if (waiting) break;
         }
         changed.reset();
       }},
      {"without the mutex",
       [] {
         SimSync::Mutex mutex;
         SimSync::Condition changed;
         std::unique_lock lock(mutex, std::defer_lock);
         changed.wait(lock);
       }},
      {"destroyed and was not joined", [] { SimSync::Thread([] {}); }},
      {"assigned to and was not joined",
       [] {
         SimSync::Thread thread([] {});
         thread = SimSync::Thread();
       }},
      {"that is not there", [] { SimSync::Thread().join(); }},
      {"an exception left thread-1: no luck",
       [] {
         SimSync::Thread([] { throw std::runtime_error("no luck"); }).join();
       }},
      {"an exception left main", [] { throw 1; }},
      // A failure does not throw: it leaves where an exception could not.
      {"deep inside",
       [] { []() noexcept { Simulation::fail("deep inside"); }(); }},
      {"CHECK(before >= kUnit)",
       [] {
         StateWord<SimSync> word;
         word.spawn_inside(1);
       }},
  };
  for (const auto& expected : cases) {
    const std::string& message = expected.first;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Outcome outcome = replay_seed(seed, {}, expected.second);
      CHECK_MESSAGE(outcome.kind == Kind::kFailed, message);
      CHECK_MESSAGE(contains(outcome.message, message), outcome.message);
    }
  }
}

TEST_CASE("a failed simulation stops where it is") {
  bool destroyed = false;
  struct Guard {
    bool& flag;
    ~Guard() { flag = true; }
  };
  const Outcome outcome = replay_seed(1, {}, [&] {
    const Guard guard{destroyed};
    const auto on_the_heap = std::make_unique<int>(1);
    SimSync::Thread thread([&] {
      const auto more = std::make_unique<int>(2);
      for (;;) SimSync::yield();
    });
    while (Simulation::choose(20) != 0) SimSync::yield();
    Simulation::fail("enough");
  });
  CHECK(outcome.message == "enough");
  CHECK(!destroyed);
}

TEST_CASE("a strand that never began is not destroyed either") {
  const auto witness = std::make_shared<int>(0);
  int never_began = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto before = witness.use_count();
    bool began = false;
    const Outcome outcome = replay_seed(seed, {}, [&] {
      SimSync::Thread thread([&began, witness] { began = true; });
      Simulation::fail("enough");
    });
    CHECK(outcome.message == "enough");
    if (began) continue;
    ++never_began;
    CHECK(witness.use_count() > before);
  }
  CHECK(never_began > 0);
}

TEST_CASE("a simulation ends when all strands have, not only main") {
  SimSync::Thread left_running;
  bool finished = false;
  const auto ok = replay_seed(1, {}, [&] {
    left_running = SimSync::Thread([&] {
      for (int i = 0; i < 100; ++i) SimSync::yield();
      finished = true;
    });
  });
  CHECK(ok.ok);
  CHECK(finished);

  // Whichever of the two comes to its last operation last.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SimSync::Thread left_waiting;
    const auto stuck = replay_seed(seed, {}, [&] {
      left_waiting = SimSync::Thread([&] {
        SimSync::Mutex mutex;
        SimSync::Condition changed;
        std::unique_lock lock(mutex);
        changed.wait(lock);
      });
      for (int i = 0; i < 9; ++i) SimSync::yield();
    });
    CHECK(stuck.kind == Kind::kDeadlock);
    CHECK(contains(stuck.message, "main has ended"));
    CHECK(contains(stuck.message, "thread-1 waits for condition"));
  }
}

// --- Exceptions ---

// Catch blocks of two strands, entered and left in every order, each with an
// exception of its own.
TEST_CASE("strands handle exceptions independently") {
  check_never(
      [] {
        SimSync::Atomic<int> word{0};
        const auto act = [&](int own) {
          for (int round = 0; round < 2; ++round) {
            try {
              word.fetch_add(1);
              throw own;
            } catch (int caught) {
              word.fetch_add(1);
              try {
                throw std::to_string(own);
              } catch (const std::string& inner) {
                word.fetch_add(1);
                Simulation::require(inner == std::to_string(own), "inner");
              }
              word.fetch_add(1);
              try {
                throw;
              } catch (int again) {
                Simulation::require(again == own && caught == own, "outer");
              }
            }
            Simulation::require(!std::current_exception(), "none is left");
          }
        };
        SimSync::Thread a(act, 1);
        SimSync::Thread b(act, 2);
        a.join();
        b.join();
      },
      1'000);
}

// A destructor that runs while an exception unwinds comes to a point.
TEST_CASE("the count of exceptions in flight is each strand's own") {
  check_never(
      [] {
        SimSync::Atomic<int> word{0};
        struct Toucher {
          SimSync::Atomic<int>& word;
          ~Toucher() {
            for (int i = 0; i < 3; ++i) {
              word.fetch_add(1);
              Simulation::require(std::uncaught_exceptions() == 1, "one");
            }
          }
        };
        SimSync::Thread thrower([&] {
          try {
            const Toucher toucher{word};
            throw 1;
          } catch (int) {
          }
        });
        for (int i = 0; i < 5; ++i) {
          word.fetch_add(1);
          Simulation::require(std::uncaught_exceptions() == 0, "none");
        }
        thrower.join();
      },
      500);
}

// --- Outside, and the trace ---

TEST_CASE("outside a simulation operations just act") {
  CHECK(Simulation::current() == nullptr);
  SimSync::Atomic<std::uint32_t> word{1};
  CHECK(word.fetch_add(2) == 1);
  CHECK(word.fetch_or(4) == 3);
  CHECK(word.fetch_and(5) == 7);
  CHECK(word.exchange(9) == 5);
  CHECK(word.fetch_sub(10) == 9);
  CHECK(word.load() == 0xFFFFFFFF);
  SimSync::Mutex mutex;
  const std::unique_lock lock(mutex);
  CHECK(!mutex.try_lock());
  int ran = 0;
  SimSync::Thread thread([&] { ++ran; });
  CHECK(ran == 1);
  CHECK(thread.joinable());
  thread.join();
  SimSync::Condition().notify_all();
  SimSync::pause();
  SimSync::yield();
  Simulation::note("unheard");
  CHECK(Simulation::choose(5) == 0);
}

TEST_CASE("the trace names strands, objects and values, and is bounded") {
  const auto scenario = [] {
    SimSync::Atomic<std::uint64_t> word{3};
    SimSync::Mutex mutex;
    const SimSync::Atomic<int*> pointer{nullptr};
    Simulation::note("begin");
    std::uint64_t expected = 3;
    word.compare_exchange_strong(expected, 5);
    word.compare_exchange_strong(expected, 6);
    (void)pointer.load();
    SimSync::Thread other([&] {
      Simulation::name_current("other");
      const std::lock_guard lock(mutex);
    });
    other.join();
  };
  SimulationOptions options;
  const std::string all = replay_seed(1, options, scenario).trace;
  for (const char* part :
       {"    0 main       begin\n", "    1 main       cas #1 0x3 -> 0x5\n",
        "    2 main       cas #1 fails: 0x5, not 0x3\n",
        "    3 main       load #3 = null\n", "start thread-1\n",
        " other      lock #2\n", " other      unlock #2\n", " other      end\n",
        "join other\n"}) {
    CHECK_MESSAGE(contains(all, part), all);
  }
  options.trace_lines = 3;
  const std::string last = replay_seed(1, options, scenario).trace;
  CHECK(last.starts_with("("));
  CHECK(all.ends_with(last.substr(last.find('\n') + 1)));
}

}  // namespace
}  // namespace sluice

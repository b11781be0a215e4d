// worker_step over an environment of plain containers, on one thread.
#include "exec/worker_step.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "exec/rng.h"
#include "exec/worker_env.h"

namespace sluice {
namespace {

class FakeEnv {
 public:
  using Task = int;

  explicit FakeEnv(std::size_t worker_count) : deques(worker_count) {}

  [[nodiscard]] std::size_t id() const { return self; }
  [[nodiscard]] std::size_t workers() const { return deques.size(); }
  [[nodiscard]] const ExecutorConfig& config() const { return settings; }
  Rng& rng() { return random; }
  WorkerMetrics& metrics() { return counts; }
  Backoff& backoff() { return idle; }

  [[nodiscard]] bool stopping() const { return stop; }
  bool pop(int& task) {
    if (deques[self].empty()) return false;
    task = deques[self].back();
    deques[self].pop_back();
    return true;
  }
  std::size_t take_injected(int& task) {
    const std::size_t taken = std::min<std::size_t>(injected.size(), 2);
    if (taken == 0) return 0;
    if (taken == 2) deques[self].push_back(injected[1]);
    task = injected[0];
    injected.erase(injected.begin(), injected.begin() + long(taken));
    return taken;
  }
  [[nodiscard]] bool injector_empty() const { return injected.empty(); }
  [[nodiscard]] bool deque_empty(std::size_t victim) const {
    return deques[victim].empty();
  }
  [[nodiscard]] bool has_work() const {
    for (const auto& deque : deques) {
      if (!deque.empty()) return true;
    }
    return !injected.empty();
  }
  StealResult steal(std::size_t victim, int& task) {
    victims.push_back(victim);
    if (lose_steals > 0) {
      --lose_steals;
      return StealResult::kLost;
    }
    if (deques[victim].empty()) return StealResult::kEmpty;
    task = deques[victim].front();
    deques[victim].pop_front();
    return StealResult::kTaken;
  }
  bool call_worker() {
    ++calls;
    return true;
  }
  bool run(int& task) {
    log += "run " + std::to_string(task) + ";";
    return task >= 0;
  }
  void complete() { log += "complete;"; }
  void relax() { log += "relax;"; }
  void yield() { log += "yield;"; }
  void announce() {
    log += "announce;";
    if (work_after_announce) injected.push_back(1);
    if (stop_after_announce) stop = true;
  }
  void retract() { log += "retract;"; }
  void sleep() { log += "sleep;"; }

  ExecutorConfig settings{.steal_tries = 4};
  std::size_t self = 0;
  std::vector<std::deque<int>> deques;
  std::deque<int> injected;
  std::vector<std::size_t> victims;
  WorkerMetrics counts;
  Rng random{1};
  Backoff idle{2, 1};
  std::string log;
  int lose_steals = 0;
  int calls = 0;
  bool stop = false;
  bool work_after_announce = false;
  bool stop_after_announce = false;
};

}  // namespace

TEST_CASE("own deque first, then the injector, then a victim") {
  FakeEnv env(2);
  env.deques[0] = {1, 2};
  env.injected = {3};
  env.deques[1] = {4, 5};
  StepResult step = worker_step(env);
  CHECK(step.outcome == StepOutcome::kRan);
  CHECK(step.source == TaskSource::kLocal);
  CHECK(worker_step(env).source == TaskSource::kLocal);
  CHECK(env.calls == 0);
  CHECK(worker_step(env).source == TaskSource::kInjector);
  CHECK(env.calls == 0);  // it was the only one there
  step = worker_step(env);
  CHECK(step.source == TaskSource::kSteal);
  CHECK(step.victim == 1);
  CHECK(env.calls == 1);  // the victim has another
  CHECK(worker_step(env).source == TaskSource::kSteal);
  CHECK(env.calls == 1);
  CHECK(env.log ==
        "run 2;complete;run 1;complete;run 3;complete;run 4;complete;"
        "run 5;complete;");
  CHECK(env.counts.tasks_run == 5);
  CHECK(env.counts.local_pops == 2);
  CHECK(env.counts.injector_takes == 1);
  CHECK(env.counts.injector_tasks == 1);
  CHECK(env.counts.steals == 2);
  CHECK(env.counts.steal_attempts == 2);
  CHECK(env.counts.sweeps == 0);
  CHECK(env.counts.help_wakes == 1);
}

TEST_CASE("taking several from the injector calls another worker") {
  FakeEnv env(1);
  env.injected = {1, 2};
  CHECK(worker_step(env).source == TaskSource::kInjector);
  CHECK(env.calls == 1);
  CHECK(env.counts.injector_tasks == 2);
  CHECK(env.counts.help_wakes == 1);
}

TEST_CASE("a worker never robs itself, and the sweep meets all others") {
  for (std::size_t self = 0; self < 5; ++self) {
    FakeEnv env(5);
    env.self = self;
    CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
    REQUIRE(env.victims.size() == 8);  // 4 tries, then 4 in turn
    for (const std::size_t victim : env.victims) CHECK(victim != self);
    const std::set<std::size_t> swept(env.victims.begin() + 4,
                                      env.victims.end());
    CHECK(swept.size() == 4);
    CHECK(env.counts.steal_attempts == 8);
    CHECK(env.counts.sweeps == 1);
  }
}

TEST_CASE("the sweep finds what random tries miss") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    FakeEnv env(8);
    env.random = Rng(seed);
    env.settings.steal_tries = 1;
    env.deques[5] = {9};
    CHECK(worker_step(env).outcome == StepOutcome::kRan);
  }
}

TEST_CASE("a lost steal is counted and the search goes on") {
  FakeEnv env(2);
  env.deques[1] = {1};
  env.lose_steals = 3;
  CHECK(worker_step(env).outcome == StepOutcome::kRan);
  CHECK(env.counts.steals_lost == 3);
  CHECK(env.counts.steal_attempts == 4);
}

TEST_CASE("a single worker has nobody to rob") {
  FakeEnv env(1);
  CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
  CHECK(env.victims.empty());
}

TEST_CASE("idle rounds spin, yield, park; work starts them anew") {
  FakeEnv env(1);
  CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
  CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
  CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
  CHECK(worker_step(env).outcome == StepOutcome::kShouldPark);
  CHECK(env.log == "relax;relax;yield;");
  CHECK(env.counts.spins == 2);
  CHECK(env.counts.yields == 1);
  env.injected = {1};
  CHECK(worker_step(env).outcome == StepOutcome::kRan);
  CHECK(worker_step(env).outcome == StepOutcome::kNoWork);
  CHECK(env.counts.spins == 3);
}

TEST_CASE("parking announces, looks again, then sleeps") {
  FakeEnv env(2);
  SUBCASE("nothing came") {
    park_worker(env);
    CHECK(env.log == "announce;sleep;");
    CHECK(env.counts.parks == 1);
    CHECK(env.counts.parks_retracted == 0);
  }
  SUBCASE("work came") {
    env.work_after_announce = true;
    park_worker(env);
    CHECK(env.log == "announce;retract;");
    CHECK(env.counts.parks == 0);
    CHECK(env.counts.parks_retracted == 1);
  }
  SUBCASE("the end came") {
    env.stop_after_announce = true;
    park_worker(env);
    CHECK(env.log == "announce;retract;");
    CHECK(worker_step(env).outcome == StepOutcome::kExitDone);
  }
}

TEST_CASE("a failed task completes too, and the worker leaves") {
  FakeEnv env(1);
  env.injected = {-1};
  const StepResult step = worker_step(env);
  CHECK(step.outcome == StepOutcome::kExitFailed);
  CHECK(step.source == TaskSource::kInjector);
  CHECK(env.log == "run -1;complete;");
  CHECK(env.counts.tasks_run == 1);
  CHECK(env.counts.tasks_failed == 1);
}

TEST_CASE("a stopping worker leaves queued tasks alone") {
  FakeEnv env(1);
  env.deques[0] = {1};
  env.stop = true;
  CHECK(worker_step(env).outcome == StepOutcome::kExitDone);
  CHECK(env.log.empty());
}

}  // namespace sluice

// worker_step over an environment of plain containers, on one thread.
#include "exec/worker_step.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exec/rng.h"
#include "exec/worker_env.h"
#include "support/effort.h"

namespace sluice::worker_step_test {

// Naps on command, not by the clock.
struct FakeIdle : TieredIdle {
  using TieredIdle::TieredIdle;
  void took(std::size_t tasks, std::size_t) { took_last = tasks; }
  std::uint32_t nap() { return std::exchange(next_nap, 0); }
  std::size_t took_last = 0;
  std::uint32_t next_nap = 0;
};

class FakeEnv {
 public:
  using Task = int;

  explicit FakeEnv(std::size_t worker_count) : deques(worker_count) {}

  [[nodiscard]] std::size_t id() const { return self; }
  [[nodiscard]] std::size_t workers() const { return deques.size(); }
  [[nodiscard]] const ExecutorConfig& config() const { return settings; }
  Rng& rng() { return random; }
  WorkerMetrics& metrics() { return counts; }
  FakeIdle& idle() { return idle_policy; }
  SearchState& search() { return search_state; }
  [[nodiscard]] bool board_first() const { return reserve; }

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
  bool claim(int& job, JobStep& step) {
    if (board.empty()) return false;
    job = board.front().first;
    step = {board.front().second, 9};
    board.pop_front();
    return true;
  }
  [[nodiscard]] bool board_empty() const { return board.empty(); }
  [[nodiscard]] bool injector_empty() const { return injected.empty(); }
  [[nodiscard]] bool deque_empty(std::size_t victim) const {
    return deques[victim].empty();
  }
  [[nodiscard]] bool has_work() const {
    for (const auto& deque : deques) {
      if (!deque.empty()) return true;
    }
    return !injected.empty() || !board.empty();
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
  bool run_step(int& job, JobStep step) {
    log +=
        "step " + std::to_string(job) + "." + std::to_string(step.index) + ";";
    return job >= 0;
  }
  std::size_t held() const { return held_tasks; }
  bool took_hold() { return std::exchange(holds_next, false); }
  bool resume() {
    log += "resume;";
    --held_tasks;
    return !resume_fails;
  }
  std::size_t held_tasks = 0;
  bool holds_next = false;
  bool resume_fails = false;
  void complete() { log += "complete;"; }
  void settle() { log += "settle;"; }
  void pause(std::uint32_t times) {
    if (times > 0) log += "pause" + std::to_string(times) + ";";
  }
  void yield() { log += "yield;"; }
  void begin_search() { log += "search;"; }
  bool end_search() {
    log += "found;";
    return last_searcher;
  }
  void trace(const TraceEvent& event) { events.push_back(event.kind); }
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
  Rng random{test::seed(1)};
  FakeIdle idle_policy{ExecutorConfig{.spin_iters = 2, .yield_iters = 1}};
  std::deque<std::pair<int, std::uint64_t>> board;  // job and step
  std::vector<TraceKind> events;
  SearchState search_state{.counted = false};
  bool last_searcher = false;
  bool reserve = false;
  std::string log;
  int lose_steals = 0;
  int calls = 0;
  bool stop = false;
  bool work_after_announce = false;
  bool stop_after_announce = false;
};

struct StepResult {
  StepOutcome outcome = StepOutcome::kNoWork;
  FoundTask found;
};

StepResult step_of(FakeEnv& env) {
  StepResult result;
  result.outcome = worker_step(env, result.found);
  return result;
}

TEST_CASE("own deque first, then the injector, then a victim") {
  FakeEnv env(2);
  env.deques[0] = {1, 2};
  env.injected = {3};
  env.deques[1] = {4, 5};
  StepResult step = step_of(env);
  CHECK(step.outcome == StepOutcome::kRan);
  CHECK(step.found.source == TaskSource::kLocal);
  CHECK(step_of(env).found.source == TaskSource::kLocal);
  CHECK(env.calls == 0);
  CHECK(step_of(env).found.source == TaskSource::kInjector);
  CHECK(env.calls == 0);  // it was the only one there
  step = step_of(env);
  CHECK(step.found.source == TaskSource::kSteal);
  CHECK(step.found.victim == 1);
  CHECK(env.calls == 1);  // the victim has another
  CHECK(step_of(env).found.source == TaskSource::kSteal);
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
  CHECK(env.counts.help_calls == 1);
}

TEST_CASE("taking several from the injector calls another worker") {
  FakeEnv env(1);
  env.injected = {1, 2};
  CHECK(step_of(env).found.source == TaskSource::kInjector);
  CHECK(env.calls == 1);
  CHECK(env.counts.injector_tasks == 2);
  CHECK(env.counts.help_calls == 1);
}

TEST_CASE("a nap comes before the injector, and it learns what was taken") {
  FakeEnv env(1);
  env.injected = {1, 2};
  env.idle_policy.next_nap = 7;
  step_of(env);
  CHECK(env.log == "pause7;run 1;complete;");
  CHECK(env.idle_policy.took_last == 2);
}

TEST_CASE("a worker never robs itself, and the sweep meets all others") {
  for (std::size_t self = 0; self < 5; ++self) {
    FakeEnv env(5);
    env.self = self;
    CHECK(step_of(env).outcome == StepOutcome::kNoWork);
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
  for (const std::uint32_t seed : test::seeds(50, 500)) {
    FakeEnv env(8);
    env.random = Rng(seed);
    env.settings.steal_tries = 1;
    env.deques[5] = {9};
    CHECK(step_of(env).outcome == StepOutcome::kRan);
  }
}

TEST_CASE("a lost steal is counted and the search goes on") {
  FakeEnv env(2);
  env.deques[1] = {1};
  env.lose_steals = 3;
  CHECK(step_of(env).outcome == StepOutcome::kRan);
  CHECK(env.counts.steals_lost == 3);
  CHECK(env.counts.steal_attempts == 4);
}

TEST_CASE("a single worker has nobody to rob") {
  FakeEnv env(1);
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
  CHECK(env.victims.empty());
}

TEST_CASE("idle rounds spin, yield, park; work starts them anew") {
  FakeEnv env(1);
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
  CHECK(step_of(env).outcome == StepOutcome::kShouldPark);
  CHECK(env.log == "settle;search;pause1;settle;pause2;settle;yield;settle;");
  CHECK(env.counts.spins == 2);
  CHECK(env.counts.yields == 1);
  env.injected = {1};
  CHECK(step_of(env).outcome == StepOutcome::kRan);
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
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
    CHECK(step_of(env).outcome == StepOutcome::kExitDone);
  }
}

TEST_CASE("a failed task completes too, and the worker leaves") {
  FakeEnv env(1);
  env.injected = {-1};
  const StepResult step = step_of(env);
  CHECK(step.outcome == StepOutcome::kExitFailed);
  CHECK(step.found.source == TaskSource::kInjector);
  CHECK(env.log == "run -1;complete;");
  CHECK(env.counts.tasks_run == 1);
  CHECK(env.counts.tasks_failed == 1);
}

TEST_CASE("a stopping worker leaves queued tasks alone") {
  FakeEnv env(1);
  env.deques[0] = {1};
  env.stop = true;
  CHECK(step_of(env).outcome == StepOutcome::kExitDone);
  CHECK(env.log.empty());
}

TEST_CASE("the board comes after the injector, for the reserve before all") {
  for (const bool reserve : {false, true}) {
    FakeEnv env(2);
    env.reserve = reserve;
    env.deques[0] = {1};
    env.injected = {2};
    env.board = {{3, 0}};
    env.deques[1] = {4};
    for (int i = 0; i < 4; ++i) step_of(env);
    CHECK(env.log == (reserve
                          ? "step 3.0;complete;run 1;complete;run 2;complete;"
                            "run 4;complete;"
                          : "run 1;complete;run 2;complete;step 3.0;complete;"
                            "run 4;complete;"));
    CHECK(env.counts.claims == 1);
    CHECK(env.counts.tasks_run == 4);
  }
}

TEST_CASE("a failed step is a failed task") {
  FakeEnv env(1);
  env.board = {{-3, 7}};
  const StepResult step = step_of(env);
  CHECK(step.outcome == StepOutcome::kExitFailed);
  CHECK(step.found.source == TaskSource::kBoard);
  CHECK(step.found.step.index == 7);
  CHECK(env.log == "step -3.7;complete;");
  CHECK(env.events == std::vector{TraceKind::kFailed});
}

TEST_CASE("after a run of local tasks, others have their turn") {
  FakeEnv env(1);
  env.settings.fair_every = 2;
  env.deques[0] = {1, 2, 3, 4, 5, 6, 7};
  env.injected = {20, 21};
  for (int i = 0; i < 9; ++i) step_of(env);
  // After 7 and 6 the injector, which leaves 21 on top of the own deque;
  // after that and 5 the oldest of it, which is local as well.
  CHECK(env.log ==
        "run 7;complete;run 6;complete;run 20;complete;run 21;complete;"
        "run 5;complete;run 1;complete;run 4;complete;run 3;complete;"
        "run 2;complete;");
  CHECK(env.counts.local_pops == 8);
  CHECK(env.counts.injector_takes == 1);
}

TEST_CASE("a job waits for no more than fair_every other tasks") {
  FakeEnv env(1);
  env.settings.fair_every = 3;
  env.deques[0] = {1, 2, 3, 4, 5, 6, 7};
  env.board = {{30, 0}, {30, 1}};
  for (int i = 0; i < 8; ++i) step_of(env);
  CHECK(env.log ==
        "run 7;complete;run 6;complete;step 30.0;complete;run 5;complete;"
        "run 4;complete;step 30.1;complete;run 1;complete;run 3;complete;");
  CHECK(env.counts.claims == 2);
}

TEST_CASE("local tasks and a job together do not starve the injector") {
  for (const bool reserve : {false, true}) {
    FakeEnv env(1);
    env.reserve = reserve;
    env.settings.fair_every = 4;
    env.injected = {99};
    bool injected_ran = false;
    for (int i = 0; i < 40 && !injected_ran; ++i) {
      env.deques[0].push_back(1);
      env.board.push_back({30, 0});
      injected_ran = step_of(env).found.source == TaskSource::kInjector;
    }
    CHECK(injected_ran);
  }
}

TEST_CASE("a task waits for no more than fair_every steps of jobs") {
  FakeEnv env(1);
  env.reserve = true;
  env.settings.fair_every = 2;
  env.injected = {1};
  env.board = {{30, 0}, {30, 1}, {30, 2}, {30, 3}};
  for (int i = 0; i < 4; ++i) step_of(env);
  CHECK(env.log ==
        "step 30.0;complete;step 30.1;complete;run 1;complete;"
        "step 30.2;complete;");
}

TEST_CASE("the last searcher looks everywhere before it works") {
  for (const bool last : {false, true}) {
    FakeEnv env(3);
    env.search_state.counted = true;
    env.last_searcher = last;
    env.injected = {1};
    env.deques[2] = {5};
    CHECK(step_of(env).found.source == TaskSource::kInjector);
    CHECK(env.log == "found;run 1;complete;");
    CHECK(env.calls == (last ? 1 : 0));
    CHECK(env.counts.help_calls == (last ? 1 : 0));
    CHECK_FALSE(env.search_state.counted);
    env.log.clear();
    env.deques[2].clear();
    CHECK(step_of(env).outcome == StepOutcome::kNoWork);
    CHECK(env.search_state.counted);
    CHECK(env.log == "settle;search;pause1;");
    CHECK(step_of(env).outcome == StepOutcome::kNoWork);
    CHECK(env.log == "settle;search;pause1;settle;pause2;");
  }
}

TEST_CASE(
    "a task that is held is not complete, and goes on for want of others") {
  FakeEnv env(2);
  env.injected = {1};
  env.holds_next = true;
  env.held_tasks = 1;
  CHECK(step_of(env).outcome == StepOutcome::kRan);
  CHECK(env.log == "run 1;");
  env.log.clear();
  env.injected = {2};
  CHECK(step_of(env).outcome == StepOutcome::kRan);
  CHECK(env.log == "run 2;complete;");
  env.log.clear();
  // It neither spins nor parks, and is a searcher no more while it waits.
  env.search_state.counted = true;
  CHECK(step_of(env).outcome == StepOutcome::kRan);
  CHECK(env.log == "found;resume;");
  CHECK(env.counts.resumes == 1);
  CHECK_FALSE(env.search_state.counted);
  env.held_tasks = 1;
  env.resume_fails = true;
  CHECK(step_of(env).outcome == StepOutcome::kExitFailed);
  env.log.clear();
  CHECK(step_of(env).outcome == StepOutcome::kNoWork);
}

TEST_CASE("each step leaves a trace") {
  FakeEnv env(1);
  env.injected = {1};
  step_of(env);
  step_of(env);
  park_worker(env);
  env.work_after_announce = true;
  park_worker(env);
  CHECK(env.events == std::vector{TraceKind::kRan, TraceKind::kIdle,
                                  TraceKind::kParked, TraceKind::kWoken,
                                  TraceKind::kRetracted});
}

}  // namespace sluice::worker_step_test

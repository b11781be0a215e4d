// The real executor under seeded schedules: thousands of them, or one.
//
//   SLUICE_SIM_SEED=4711 build/tests/sim/sim-exec      replays one seed of
//   each program and prints its trace, whether it fails or not.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>

#include "sim/batch_program.h"
#include "sim/harness/explore.h"
#include "sim/programs.h"
#include "support/effort.h"

namespace sluice {
namespace {

// Sanitizers make each step many times dearer; there a tenth must do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kShare = 10;
#else
constexpr std::uint64_t kShare = 1;
#endif

// A full run tries `count` seeds, a short one kShort times fewer.
constexpr std::uint64_t kShort = 10;

void check_seeds(std::uint64_t count, const SimulationOptions& options,
                 const std::function<void()>& program) {
  if (const char* seed = std::getenv("SLUICE_SIM_SEED")) {
    const Outcome outcome =
        replay_seed(std::strtoull(seed, nullptr, 10), options, program);
    std::printf("%s\n%s\n", outcome.trace.c_str(), outcome.message.c_str());
    CHECK(outcome.ok);
    return;
  }
  const bool full = test::full_run();
  const std::uint64_t first =
      full ? test::seed(0) * std::uint64_t{1'000'000} : 1;
  const auto failure = first_failure(
      first, count / kShare / (full ? 1 : kShort), options, program);
  CHECK_MESSAGE(!failure, describe(failure));
}

// The complaints of the oracles about the random program on a machine with one
// fault of a kind. `number` gets the fault's place, which differs for each
// seed, from `first` on.
std::set<std::string> complaints(std::uint64_t Faults::*number,
                                 std::uint64_t first) {
  std::set<std::string> messages;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    SimulationOptions options;
    options.step_limit = 20'000;
    options.faults.*number = first + seed % 50;
    const Outcome outcome =
        run_seed(seed, options, [] { run_random_program(2); });
    if (outcome.ok) continue;
    messages.insert(outcome.kind == Outcome::Kind::kDeadlock ? "deadlock"
                    : outcome.kind == Outcome::Kind::kStepLimit
                        ? "livelock"
                        : outcome.message);
  }
  return messages;
}

}  // namespace

TEST_CASE("random programs") {
  check_seeds(60'000, {}, [] { run_random_program(2); });
}

TEST_CASE("programs that need every worker") {
  check_seeds(20'000, {}, run_blocking_program);
}

TEST_CASE("programs that could go on for ever") {
  check_seeds(20'000, {}, run_starving_program);
}

TEST_CASE("programs that start their workers at the same time") {
  check_seeds(80'000, {}, run_starting_program);
  check_seeds(20'000, {.thread_limit = 2}, run_starting_program);
}

TEST_CASE("programs for which the system has too few threads") {
  for (std::size_t limit = 0; limit < 4; ++limit) {
    check_seeds(250, {.thread_limit = limit}, [] { run_random_program(0); });
  }
}

TEST_CASE("programs that add tasks in batches") {
  check_seeds(20'000, {}, [] { run_batch_program(); });
}

TEST_CASE("a batch that is kept too long is found") {
  const auto found = [](BatchFault fault) {
    const auto failure =
        first_failure(1, 3'000, {}, [fault] { run_batch_program(fault); });
    REQUIRE(failure);
    CHECK(failure->replayed);
    return failure->outcome;
  };
  CHECK(found(BatchFault::kBlind).message ==
        "does not hold: no task is kept while a worker sleeps");
  CHECK(found(BatchFault::kKeepsAtWait).kind == Outcome::Kind::kDeadlock);
  CHECK(found(BatchFault::kKeepsPermit).kind == Outcome::Kind::kDeadlock);
}

TEST_CASE("a wake-up that is lost is found, though others are awake") {
  for (std::uint64_t which = 1; which <= 3; ++which) {
    const auto failure = first_failure(
        1, 3'000, {.faults = {.drop_notify = which}}, run_blocking_program);
    REQUIRE(failure);
    CHECK(failure->outcome.kind == Outcome::Kind::kDeadlock);
    CHECK(failure->replayed);
  }
}

// One fault of the machine at a time, in an operation that succeeds nearly
// always or hardly ever. Which oracle complains depends on the place.
TEST_CASE("a compare_exchange that lies is found") {
  const auto messages = complaints(&Faults::false_cas, 1);
  CHECK(messages.contains("does not hold: no step is met twice"));
}

TEST_CASE("a completion that is not counted is found") {
  const auto messages = complaints(&Faults::skip_fetch_sub, 1);
  CHECK(messages.contains("deadlock"));
}

TEST_CASE("a store that is lost is found") {
  // The first stores are the deques' pointers, without which nothing works.
  const auto messages = complaints(&Faults::skip_store, 9);
  CHECK(messages.contains("deadlock"));
  CHECK(messages.size() > 3);
}

}  // namespace sluice

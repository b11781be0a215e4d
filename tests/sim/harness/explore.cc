#include "sim/harness/explore.h"

#include <utility>

#include <fmt/core.h>

namespace sluice {
namespace {

const char* name(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::kFinished:
      return "finished";
    case Outcome::Kind::kDeadlock:
      return "deadlock";
    case Outcome::Kind::kStepLimit:
      return "step limit";
    case Outcome::Kind::kFailed:
      return "failed";
  }
  return "";
}

}  // namespace

Outcome run_seed(std::uint64_t seed, const SimulationOptions& options,
                 const std::function<void()>& scenario) {
  Simulation simulation(seed, options);
  return simulation.run(scenario);
}

Outcome replay_seed(std::uint64_t seed, SimulationOptions options,
                    const std::function<void()>& scenario) {
  options.trace = true;
  return run_seed(seed, options, scenario);
}

std::optional<SeedFailure> first_failure(
    std::uint64_t first, std::uint64_t count, const SimulationOptions& options,
    const std::function<void()>& scenario) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Outcome outcome = run_seed(seed, options, scenario);
    if (outcome.ok) continue;
    SeedFailure failure{.seed = seed,
                        .outcome = replay_seed(seed, options, scenario)};
    failure.replayed = failure.outcome.kind == outcome.kind &&
                       failure.outcome.message == outcome.message &&
                       failure.outcome.steps == outcome.steps &&
                       failure.outcome.schedule_hash == outcome.schedule_hash;
    return failure;
  }
  return std::nullopt;
}

std::string describe(const std::optional<SeedFailure>& failure) {
  if (!failure) return "";
  const Outcome& outcome = failure->outcome;
  return fmt::format(
      "seed {} ({}): {}, {} steps: {}\n{}{}", failure->seed, outcome.schedule,
      name(outcome.kind), outcome.steps, outcome.message,
      failure->replayed ? "" : "The replay went another way.\n", outcome.trace);
}

}  // namespace sluice

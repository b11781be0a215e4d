// Tries a scenario under many seeds and replays the first that fails, with a
// trace.
//
//   const auto failure = first_failure(1, 20'000, {}, [] { ... });
//   CHECK_MESSAGE(!failure, describe(failure));
//
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/harness/simulation.h"

namespace sluice {

struct SeedFailure {
  std::uint64_t seed = 0;
  Outcome outcome;  // with its trace
  // Whether the replay went like the first run. If not, the scenario depends on
  // more than the seed.
  bool replayed = false;
};

[[nodiscard]] Outcome run_seed(std::uint64_t seed,
                               const SimulationOptions& options,
                               const std::function<void()>& scenario);

// The same, with a trace.
[[nodiscard]] Outcome replay_seed(std::uint64_t seed, SimulationOptions options,
                                  const std::function<void()>& scenario);

// Runs `scenario` once for each of `count` seeds from `first` on.
[[nodiscard]] std::optional<SeedFailure> first_failure(
    std::uint64_t first, std::uint64_t count, const SimulationOptions& options,
    const std::function<void()>& scenario);

// Seed, strategy, message and trace, for a person; empty for no failure.
[[nodiscard]] std::string describe(const std::optional<SeedFailure>& failure);

}  // namespace sluice

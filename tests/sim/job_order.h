// The oracle for the heavy board's order: heaviest first, and first come, first
// served among equals.
//
// The moment in which a worker claims a step cannot be seen from outside. The
// oracle sees when a call that posted a job began and ended. For each step, it
// sees an interval that contains the claim: from the end of the worker's work
// before to the beginning of the step. So the oracle checks the certain case: a
// step was claimed although a job that goes before it was on the board for the
// whole interval. A job was there if its posting had ended before the interval
// began, and if one of its steps was certainly claimed after the interval's
// end, or never.
// Times are numbers that grow with each event of a simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

struct PostedJob {
  std::uint64_t steps = 0;
  std::uint64_t post_began = 0;
  std::uint64_t post_ended = 0;
};

struct ClaimedStep {
  std::size_t job = 0;  // an index into the jobs
  std::uint64_t not_before = 0;
  std::uint64_t not_after = 0;
};

// Returns the mistake, or nothing.
[[nodiscard]] inline std::string wrong_job_order(
    const std::vector<PostedJob>& jobs,
    const std::vector<ClaimedStep>& claims) {
  const auto goes_before = [&](std::size_t a, std::size_t b) {
    if (jobs[a].steps != jobs[b].steps) return jobs[a].steps > jobs[b].steps;
    return jobs[a].post_ended < jobs[b].post_began;
  };
  for (const ClaimedStep& claim : claims) {
    for (std::size_t other = 0; other < jobs.size(); ++other) {
      if (!goes_before(other, claim.job)) continue;
      if (jobs[other].post_ended >= claim.not_before) continue;
      std::uint64_t claimed_by_then = 0;
      for (const ClaimedStep& step : claims) {
        if (step.job != other) continue;
        if (step.not_before <= claim.not_after) ++claimed_by_then;
      }
      if (claimed_by_then < jobs[other].steps) {
        return "a step of job " + std::to_string(claim.job) +
               " was claimed while job " + std::to_string(other) +
               " stood before it";
      }
    }
  }
  return {};
}

}  // namespace sluice

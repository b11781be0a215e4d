// Tests that the oracle sees the mistakes that it is there for, and no others.
#include "sim/job_order.h"

#include <doctest/doctest.h>

namespace sluice {

TEST_CASE("the heavier job goes first") {
  const std::vector<PostedJob> jobs = {{1, 1, 2}, {2, 3, 4}};
  CHECK(wrong_job_order(jobs, {{1, 5, 6}, {1, 6, 7}, {0, 7, 8}}).empty());
  CHECK_FALSE(
      wrong_job_order(jobs, {{1, 5, 6}, {0, 7, 8}, {1, 9, 10}}).empty());
  // A job whose steps were dropped was there all the time.
  CHECK_FALSE(wrong_job_order(jobs, {{1, 5, 6}, {0, 7, 8}}).empty());
}

TEST_CASE("of equals the first goes first") {
  const std::vector<PostedJob> jobs = {{1, 1, 2}, {1, 3, 4}};
  CHECK(wrong_job_order(jobs, {{0, 5, 6}, {1, 7, 8}}).empty());
  CHECK_FALSE(wrong_job_order(jobs, {{1, 5, 6}, {0, 7, 8}}).empty());
}

TEST_CASE("equals that were posted at the same time go in any order") {
  const std::vector<PostedJob> jobs = {{1, 1, 3}, {1, 2, 4}};
  CHECK(wrong_job_order(jobs, {{1, 5, 6}, {0, 7, 8}}).empty());
}

TEST_CASE("a claim may have come before a job that was being posted") {
  const std::vector<PostedJob> jobs = {{1, 1, 2}, {2, 3, 6}};
  CHECK(wrong_job_order(jobs, {{0, 5, 7}, {1, 8, 9}, {1, 9, 10}}).empty());
}

TEST_CASE("a claim may have come after the heavier job's last") {
  // The steps of job 1 began later, but may have been claimed before.
  const std::vector<PostedJob> jobs = {{1, 1, 2}, {2, 3, 4}};
  CHECK(wrong_job_order(jobs, {{0, 5, 7}, {1, 5, 9}, {1, 6, 10}}).empty());
}

}  // namespace sluice

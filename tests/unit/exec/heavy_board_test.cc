#include "exec/heavy_board.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::heavy_board_test {

struct Task {
  std::uint64_t number;
  const void* pointer;
  std::array<std::uint8_t, 11> odd;  // 27 bytes and padding
};

Task make_task(std::uint64_t number) {
  Task task{number, nullptr, {}};
  task.pointer = reinterpret_cast<const void*>(number * 3);
  for (std::size_t i = 0; i < task.odd.size(); ++i) {
    task.odd[i] = static_cast<std::uint8_t>(number + i);
  }
  return task;
}

bool same(const Task& task, std::uint64_t number) {
  const Task expected = make_task(number);
  return task.number == expected.number && task.pointer == expected.pointer &&
         task.odd == expected.odd;
}

using Board = HeavyBoard<Task>;

// A mutex that lets something happen first, as another thread might: once,
// before it is taken the next time.
struct HookedMutex {
  static inline std::function<void()> before_lock;

  void lock() const {
    const auto hook = std::exchange(before_lock, nullptr);
    if (hook) hook();
  }
  void unlock() const {}
};

struct HookedSync {
  template <typename T>
  using Atomic = std::atomic<T>;
  using Mutex = HookedMutex;
};

// The number of the job whose step is claimed next.
template <typename B>
std::optional<std::uint64_t> claim_number(B& board) {
  const auto claim = board.claim();
  if (!claim) return std::nullopt;
  CHECK(same(claim->job, claim->job.number));
  return claim->job.number;
}

// The promises of a board, the slow way. The key orders by cost, then by age.
class Model {
 public:
  struct Job {
    std::uint64_t number;
    std::uint64_t next;
    std::uint64_t steps;
  };
  using Key = std::pair<std::int64_t, std::uint64_t>;

  void post(std::uint64_t number, std::uint64_t steps) {
    jobs_[{-static_cast<std::int64_t>(steps), posted_++}] = {number, 0, steps};
  }
  // The job and the step that is next in it, its sequence, if any.
  std::optional<std::pair<Job, std::uint64_t>> claim() {
    if (jobs_.empty()) return std::nullopt;
    const auto first = jobs_.begin();
    const Job claimed = first->second;
    const std::uint64_t sequence = first->first.second;
    if (++first->second.next == claimed.steps) jobs_.erase(first);
    return std::pair{claimed, sequence};
  }
  [[nodiscard]] const std::map<Key, Job>& jobs() const { return jobs_; }

 private:
  std::map<Key, Job> jobs_;
  std::uint64_t posted_ = 0;
};

// A few thousand posts and claims in random phases, some with more posts, some
// with more claims, against the model. The rest is drained.
template <typename B>
void check_against_model(std::uint64_t seed, std::uint32_t most_steps,
                         int operations) {
  Rng rng(seed);
  B board;
  Model model;
  std::uint64_t number = 0;
  std::uint64_t claimed = 0;
  std::uint32_t posts_of_16 = 8;
  for (int i = 0; i < operations; ++i) {
    if (rng.below(256) == 0) posts_of_16 = 1 + rng.below(15);
    if (rng.below(16) < posts_of_16) {
      const std::uint64_t steps = 1 + rng.below(most_steps);
      REQUIRE(board.post(make_task(number), steps));
      model.post(number++, steps);
    } else {
      const auto claim = board.claim();
      const auto expected = model.claim();
      REQUIRE(claim.has_value() == expected.has_value());
      if (!claim) continue;
      ++claimed;
      REQUIRE(same(claim->job, expected->first.number));
      REQUIRE(claim->step == expected->first.next);
      REQUIRE(claim->steps == expected->first.steps);
      REQUIRE(claim->sequence == expected->second);
    }
    REQUIRE(board.empty() == model.jobs().empty());
  }
  board.close();
  auto expected = model.jobs().begin();
  std::uint64_t left = 0;
  const std::uint64_t drained =
      board.drain([&](const Task& job, std::uint64_t first, std::uint64_t end) {
        REQUIRE(expected != model.jobs().end());
        CHECK(same(job, expected->second.number));
        CHECK(first == expected->second.next);
        CHECK(end == expected->second.steps);
        left += end - first;
        ++expected;
      });
  CHECK(expected == model.jobs().end());
  CHECK(drained == left);
  CHECK(board.posted_steps() == claimed + drained);
}

TEST_CASE("a new board is empty") {
  Board board;
  CHECK(board.empty());
  CHECK_FALSE(board.claim());
}

TEST_CASE("steps come in turn, with the job and its numbers") {
  Board board;
  REQUIRE(board.post(make_task(7), 3));
  for (std::uint64_t step = 0; step < 3; ++step) {
    CHECK_FALSE(board.empty());
    const auto claim = board.claim();
    REQUIRE(claim);
    CHECK(same(claim->job, 7));
    CHECK(claim->step == step);
    CHECK(claim->steps == 3);
    CHECK(claim->sequence == 0);
  }
  CHECK(board.empty());
  CHECK_FALSE(board.claim());
}

TEST_CASE("the heaviest job goes first") {
  Board board;
  for (const std::uint64_t steps : {2u, 5u, 1u, 4u, 3u}) {
    REQUIRE(board.post(make_task(steps), steps));
  }
  for (std::uint64_t steps = 5; steps > 0; --steps) {
    for (std::uint64_t i = 0; i < steps; ++i) {
      CHECK(claim_number(board) == steps);
    }
  }
  CHECK(board.empty());
}

TEST_CASE("among equals the first to come is the first to go") {
  Board board;
  for (std::uint64_t i = 0; i < 5; ++i) REQUIRE(board.post(make_task(i), 2));
  for (std::uint64_t i = 0; i < 5; ++i) {
    CHECK(claim_number(board) == i);
    CHECK(claim_number(board) == i);
  }
}

TEST_CASE("a heavier job is preferred from the next claim on") {
  Board board;
  REQUIRE(board.post(make_task(0), 3));
  CHECK(claim_number(board) == 0);
  // The cost is the number of all steps, not of those left: a tie with two
  // steps left to three is none.
  REQUIRE(board.post(make_task(1), 3));
  CHECK(claim_number(board) == 0);
  REQUIRE(board.post(make_task(2), 4));
  for (int i = 0; i < 4; ++i) CHECK(claim_number(board) == 2);
  CHECK(claim_number(board) == 0);
  for (int i = 0; i < 3; ++i) CHECK(claim_number(board) == 1);
  CHECK_FALSE(claim_number(board));
}

TEST_CASE("a spent job that still stands hides nothing") {
  HeavyBoard<Task, HookedSync> board;
  REQUIRE(board.post(make_task(0), 2));
  REQUIRE(board.post(make_task(1), 1));
  CHECK(claim_number(board) == 0);
  bool met = false;
  HookedMutex::before_lock = [&] {
    met = true;
    CHECK_FALSE(board.empty());
    CHECK(claim_number(board) == 1);
    CHECK_FALSE(claim_number(board));
    CHECK(board.empty());
  };
  CHECK(claim_number(board) == 0);
  CHECK(met);
  CHECK(board.empty());
}

TEST_CASE("who took the last step leaves the slot's next job alone") {
  HeavyBoard<Task, HookedSync> board;
  REQUIRE(board.post(make_task(0), 1));
  HookedMutex::before_lock = [&] {
    CHECK_FALSE(claim_number(board));
    REQUIRE(board.post(make_task(1), 2));
    CHECK(claim_number(board) == 1);
  };
  CHECK(claim_number(board) == 0);
  CHECK(board.slots() == 1);
  CHECK(claim_number(board) == 1);
  CHECK(board.empty());
}

TEST_CASE("a heavier job may be posted while the last step is taken") {
  HeavyBoard<Task, HookedSync> board;
  REQUIRE(board.post(make_task(0), 1));
  HookedMutex::before_lock = [&] { REQUIRE(board.post(make_task(1), 2)); };
  CHECK(claim_number(board) == 0);
  CHECK(claim_number(board) == 1);
  CHECK(claim_number(board) == 1);
  CHECK(board.empty());
}

TEST_CASE("the largest number of steps is counted right") {
  Board board;
  REQUIRE(board.post(make_task(0), Board::kMaxSteps));
  CHECK(board.claim()->step == 0);
  const auto claim = board.claim();
  REQUIRE(claim);
  CHECK(claim->step == 1);
  CHECK(claim->steps == Board::kMaxSteps);
  board.close();
  CHECK(board.drain([](const Task&, std::uint64_t first, std::uint64_t end) {
    CHECK(first == 2);
    CHECK(end == Board::kMaxSteps);
  }) == Board::kMaxSteps - 2);
}

TEST_CASE("a closed board refuses jobs and gives out those it has") {
  Board board;
  REQUIRE(board.post(make_task(0), 1));
  board.close();
  CHECK_FALSE(board.post(make_task(1), 9));
  CHECK(board.posted_steps() == 1);
  CHECK(claim_number(board) == 0);
  CHECK(board.empty());
  CHECK_FALSE(board.claim());
}

TEST_CASE("draining hands over the rest of each job, once, heaviest first") {
  Board board;
  REQUIRE(board.post(make_task(0), 2));
  REQUIRE(board.post(make_task(1), 3));
  REQUIRE(board.post(make_task(2), 5));
  REQUIRE(board.post(make_task(3), 3));
  for (int i = 0; i < 6; ++i) REQUIRE(board.claim());
  board.close();
  std::vector<std::array<std::uint64_t, 3>> dropped;
  const auto drop = [&](Task& job, std::uint64_t first, std::uint64_t end) {
    dropped.push_back({job.number, first, end});
    CHECK_FALSE(board.post(job, 1));  // nothing is locked here
  };
  CHECK(board.drain(drop) == 7);
  CHECK(dropped == std::vector<std::array<std::uint64_t, 3>>{
                       {1, 1, 3}, {3, 0, 3}, {0, 0, 2}});
  CHECK(board.empty());
  CHECK_FALSE(board.claim());
  CHECK(board.drain(drop) == 0);
}

TEST_CASE("many jobs stand at a time") {
  Board board;
  constexpr std::uint64_t kJobs = 20000;
  for (std::uint64_t i = 0; i < kJobs; ++i) {
    REQUIRE(board.post(make_task(i), 1 + i % 2));
  }
  for (std::uint64_t i = 1; i < kJobs; i += 2) {
    CHECK(claim_number(board) == i);
    CHECK(claim_number(board) == i);
  }
  for (std::uint64_t i = 0; i < kJobs; i += 2) CHECK(claim_number(board) == i);
  CHECK(board.empty());
}

TEST_CASE("random posts and claims agree with a sorted map") {
  for (const std::uint32_t seed : test::seeds(20, 200)) {
    for (const std::uint32_t most_steps : {1u, 3u, 40u}) {
      check_against_model<Board>(seed, most_steps, 2000);
    }
  }
}

TEST_CASE("slots are used again") {
  Board board;
  for (std::uint64_t round = 0; round < 1000; ++round) {
    for (std::uint64_t i = 0; i < 20; ++i) {
      REQUIRE(board.post(make_task(i), 1 + i % 3));
    }
    while (board.claim()) {
    }
  }
  CHECK(board.slots() == 20);
}

TEST_CASE("slots that have used their generations are given up") {
  HeavyBoard<Task, StdSync, 2> board;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    REQUIRE(board.post(make_task(i), 1));
    CHECK(claim_number(board) == i);
  }
  CHECK(board.slots() == 500);
  // Thousands of jobs pass through many chunks, though few are there at a time.
  for (const std::uint32_t seed : test::seeds(20, 200)) {
    check_against_model<HeavyBoard<Task, StdSync, 2>>(seed, 2, 2000);
  }
}

}  // namespace sluice::heavy_board_test

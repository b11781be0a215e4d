#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "exec/heavy_board.h"
#include "exec/rng.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice::heavy_board_stress_test {
namespace {

// The lock gives up the processor too. It does so before it is taken, at the
// moment when a claimer that took a job's last step has not yet removed the
// job, and before it is released.
class ShakyMutex {
 public:
  void lock() {
    shake();
    mutex_.lock();
  }
  void unlock() {
    shake();
    mutex_.unlock();
  }

 private:
  std::mutex mutex_;
};

struct ShakySync : ShakyAtomics {
  using Mutex = ShakyMutex;
};

// Plain memory that a job's poster writes and the runners of its steps read. So
// the sanitizers see a claim that does not follow its post.
struct Payload {
  Payload(std::uint64_t which, std::uint64_t count)
      : number(which), steps(count), left(count), taken(count) {}

  std::uint64_t number;
  std::uint64_t steps;
  std::atomic<std::uint64_t> left;  // the last step frees the payload
  std::vector<std::atomic<int>> taken;
};

// Fills a task's room; a torn copy does not check out.
struct Task {
  Payload* payload;
  std::array<std::uint64_t, 3> echo;

  static Task make(Payload* payload) {
    const std::uint64_t number = payload->number;
    return {payload, {~number, number * 3, number ^ 0x5555}};
  }
};

struct Counts {
  std::atomic<std::uint64_t> posted = 0;
  std::atomic<std::uint64_t> run = 0;
  std::atomic<std::uint64_t> freed = 0;
  std::atomic<std::uint64_t> wrong = 0;
};

void end_step(const Task& task, std::uint64_t steps, Counts& counts) {
  counts.run.fetch_add(1, std::memory_order_relaxed);
  Payload* payload = task.payload;
  if (payload->left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  bool right = payload->steps == steps;
  for (const std::atomic<int>& taken : payload->taken) {
    right &= taken.load(std::memory_order_relaxed) == 1;
  }
  if (!right) ++counts.wrong;
  ++counts.freed;
  delete payload;
}

void run_step(const JobClaim<Task>& claim, Counts& counts) {
  Payload& payload = *claim.job.payload;
  if (claim.job.echo != Task::make(&payload).echo ||
      claim.steps != payload.steps || claim.step >= payload.steps) {
    ++counts.wrong;
  } else {
    payload.taken[claim.step].fetch_add(1, std::memory_order_relaxed);
  }
  end_step(claim.job, claim.steps, counts);
}

template <typename Board>
void post(Board& board, std::uint64_t number, std::uint64_t steps,
          Counts& counts) {
  auto payload = std::make_unique<Payload>(number, steps);
  if (!board.post(Task::make(payload.get()), steps)) return;
  static_cast<void>(payload.release());
  counts.posted.fetch_add(steps, std::memory_order_relaxed);
}

void run_threads(std::size_t count, const std::function<void(std::size_t)>& f) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) threads.emplace_back(f, i);
  for (std::thread& thread : threads) thread.join();
}

constexpr std::size_t kThreads = 4;

// Every thread posts jobs and claims steps. The first claim of most jobs is
// also the last, or nearly so: slots change hands all the time.
template <typename Board>
void check_exactly_once(std::uint64_t jobs, std::uint32_t most_steps) {
  Board board;
  Counts counts;
  std::atomic<std::size_t> posting = kThreads;
  run_threads(kThreads, [&](std::size_t id) {
    Rng rng(most_steps, id);
    for (std::uint64_t i = 0; i < jobs; ++i) {
      post(board, id * jobs + i, 1 + rng.below(most_steps), counts);
      for (std::uint32_t n = rng.below(most_steps + 2); n > 0; --n) {
        if (const auto claim = board.claim()) run_step(*claim, counts);
      }
    }
    posting.fetch_sub(1, std::memory_order_acq_rel);
    while (posting.load(std::memory_order_acquire) != 0) {
      if (const auto claim = board.claim()) run_step(*claim, counts);
    }
    // Nobody posts now, so nothing means that nothing is left.
    while (const auto claim = board.claim()) run_step(*claim, counts);
  });
  CHECK(board.empty());
  CHECK(counts.run == counts.posted);
  CHECK(counts.freed == kThreads * jobs);
  CHECK(counts.wrong == 0);
}

// One thread posts as many steps as there are threads, in one job or in
// several, and informs the others. Each must find one at its first look, even
// if another has taken a job's last step and not yet removed the job.
template <typename Board>
void check_found_at_once(std::uint64_t rounds) {
  Board board;
  Counts counts;
  std::uint64_t jobs = 0;
  std::atomic<std::uint64_t> posted_rounds = 0;
  std::atomic<std::uint64_t> missed = 0;
  run_threads(kThreads, [&](std::size_t id) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      if (id == 0) {
        const std::uint64_t steps = i % 2 == 0 ? 1 : kThreads;
        for (std::uint64_t n = 0; n < kThreads; n += steps) {
          post(board, i, steps, counts);
          ++jobs;
        }
        posted_rounds.store(i + 1, std::memory_order_release);
      }
      while (posted_rounds.load(std::memory_order_acquire) < i + 1) {
        std::this_thread::yield();
      }
      const auto claim = board.claim();
      if (claim) {
        run_step(*claim, counts);
      } else {
        ++missed;
      }
      if (id == 0) {
        while (counts.run.load(std::memory_order_acquire) + missed <
               (i + 1) * kThreads) {
          std::this_thread::yield();
        }
      }
    }
  });
  CHECK(missed == 0);
  CHECK(counts.wrong == 0);
  CHECK(counts.freed == jobs);
}

// Posters and claimers until somebody closes; the rest is drained.
template <typename Board>
void check_close(std::uint64_t rounds) {
  for (std::uint64_t round = 0; round < rounds; ++round) {
    Board board;
    Counts counts;
    run_threads(kThreads, [&](std::size_t id) {
      Rng rng(round, id);
      for (std::uint64_t i = 0; i < 50; ++i) {
        post(board, i, 1 + rng.below(4), counts);
        if (rng.below(2) == 0) {
          if (const auto claim = board.claim()) run_step(*claim, counts);
        }
        if (id == 0 && i == 30) board.close();
      }
    });
    board.drain([&](Task& job, std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t step = first; step < end; ++step) {
        const std::uint64_t steps = job.payload->steps;
        run_step({job, step, steps, 0}, counts);
      }
    });
    CHECK(board.empty());
    CHECK(counts.run == counts.posted);
    CHECK(counts.wrong == 0);
  }
}

}  // namespace

TEST_CASE("each step of each job is claimed once") {
  for (const std::uint32_t most_steps : {1u, 3u, 50u}) {
    check_exactly_once<HeavyBoard<Task>>(20'000, most_steps);
  }
}

TEST_CASE("each step is claimed once, with switches at every operation") {
  for (const std::uint32_t most_steps : {1u, 3u}) {
    check_exactly_once<HeavyBoard<Task, ShakySync>>(3'000, most_steps);
  }
}

TEST_CASE("each step is claimed once while slots wear out") {
  check_exactly_once<HeavyBoard<Task, StdSync, 3>>(10'000, 2);
  check_exactly_once<HeavyBoard<Task, ShakySync, 3>>(3'000, 2);
}

TEST_CASE("who was told of a post finds its job") {
  check_found_at_once<HeavyBoard<Task>>(3'000);
  check_found_at_once<HeavyBoard<Task, ShakySync>>(1'000);
}

TEST_CASE("jobs are claimed, drained or refused when the board closes") {
  check_close<HeavyBoard<Task>>(200);
  check_close<HeavyBoard<Task, ShakySync>>(50);
}

}  // namespace sluice::heavy_board_stress_test

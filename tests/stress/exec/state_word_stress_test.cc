#include <doctest/doctest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "exec/rng.h"
#include "exec/state_word.h"
#include "stress/exec/shaky_atomics.h"

namespace sluice::state_word_stress_test {

namespace {

// Two producers spawn batches and complete the spawned tasks; a third thread
// closes in between. Each round must end exactly once, with nothing left.
template <typename Word>
void check_ends_once(std::size_t lives) {
  constexpr std::uint64_t kBatch = 3;
  struct Round {
    Word word;
    std::atomic<int> ends = 0;
    std::atomic<std::uint64_t> accepted = 0;
  };
  std::vector<Round> rounds(lives);
  std::barrier start(3);

  auto producer = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (Round& round : rounds) {
      start.arrive_and_wait();
      for (int i = 0; i < 4; ++i) {
        if (!round.word.try_spawn(kBatch)) break;
        round.accepted += kBatch;
        if (rng.below(2) == 0) {
          round.word.spawn_inside();
          round.ends += round.word.complete() == Transition::kTerminal;
        }
        round.ends += round.word.complete() == Transition::kTerminal;
        round.ends += round.word.complete(2) == Transition::kTerminal;
      }
    }
  };
  std::thread a(producer, 1);
  std::thread b(producer, 2);
  Rng rng(3);
  for (Round& round : rounds) {
    start.arrive_and_wait();
    for (std::uint32_t i = rng.below(64); i > 0; --i) {
      (void)round.word.accepting();
    }
    round.ends += round.word.close() == Transition::kTerminal;
  }
  a.join();
  b.join();
  int wrong = 0;
  for (Round& round : rounds) {
    wrong += round.ends != 1 || round.word.in_flight() != 0 ||
             round.word.accepting() || round.accepted % kBatch != 0;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every life ends once, whoever comes last") {
  check_ends_once<StateWord<>>(20'000);
}

TEST_CASE("the same with a thread switch between any two operations") {
  check_ends_once<StateWord<ShakyAtomics>>(40'000);
}

TEST_CASE("concurrent batches lose no count") {
  StateWord<> word;
  constexpr std::uint64_t kTimes = 100'000;
  auto producer = [&] {
    std::uint64_t accepted = 0;
    for (std::uint64_t i = 0; i < kTimes; ++i) accepted += word.try_spawn(2);
    CHECK(accepted == kTimes);
  };
  std::thread a(producer);
  std::thread b(producer);
  a.join();
  b.join();
  CHECK(word.in_flight() == 4 * kTimes);
}

}  // namespace sluice::state_word_stress_test

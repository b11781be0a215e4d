#include "exec/state_word.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "exec/rng.h"
#include "support/effort.h"

namespace sluice::state_word_test {

TEST_CASE("a new word accepts and has nothing in flight") {
  StateWord<> word;
  CHECK(word.accepting());
  CHECK(word.in_flight() == 0);
}

TEST_CASE("a batch counts at once, and an empty one tells the gate") {
  StateWord<> word;
  CHECK(word.try_spawn(5));
  CHECK(word.in_flight() == 5);
  CHECK(word.try_spawn(0));
  CHECK(word.in_flight() == 5);
  CHECK(word.close() == Transition::kNone);
  CHECK_FALSE(word.try_spawn(0));
  CHECK_FALSE(word.try_spawn(3));
  CHECK(word.in_flight() == 5);
}

TEST_CASE("closing an idle word is the end, once") {
  StateWord<> word;
  CHECK(word.close() == Transition::kTerminal);
  CHECK(word.close() == Transition::kNone);
  CHECK_FALSE(word.try_spawn());
}

TEST_CASE("the last completion after the gate closed is the end") {
  StateWord<> word;
  CHECK(word.try_spawn(2));
  CHECK(word.complete() == Transition::kNone);
  CHECK(word.complete() == Transition::kNone);  // zero, but open
  CHECK(word.try_spawn());
  CHECK(word.close() == Transition::kNone);
  word.spawn_inside();  // a running task may still spawn
  CHECK(word.in_flight() == 2);
  CHECK(word.complete() == Transition::kNone);
  CHECK(word.complete(0) == Transition::kNone);
  CHECK(word.complete() == Transition::kTerminal);
  CHECK(word.complete(0) == Transition::kNone);
  CHECK(word.close() == Transition::kNone);
}

TEST_CASE("random operations agree with a bool and a count") {
  for (const std::uint32_t seed : test::seeds(200, 2000)) {
    Rng rng(seed);
    StateWord<> word;
    bool open = true;
    std::uint64_t count = 0;
    int ends = 0;
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t tasks = rng.below(4);
      switch (rng.below(8)) {
        case 0:
        case 1:
          REQUIRE(word.try_spawn(tasks) == open);
          if (open) count += tasks;
          break;
        case 2:
          if (count == 0) break;
          word.spawn_inside(tasks);
          count += tasks;
          break;
        case 3:
          if (i < 50) break;
          ends += word.close() == Transition::kTerminal;
          open = false;
          break;
        default:
          if (tasks > count) break;
          ends += word.complete(tasks) == Transition::kTerminal;
          count -= tasks;
      }
      REQUIRE(word.accepting() == open);
      REQUIRE(word.in_flight() == count);
      REQUIRE(ends == (!open && count == 0 ? 1 : 0));
    }
  }
}

}  // namespace sluice::state_word_test

#include "exec/idle.h"

#include <doctest/doctest.h>

#include <thread>

namespace sluice::idle_test {

struct Config {
  std::uint32_t spin_iters = 8;
  std::uint32_t yield_iters = 2;
};

TEST_CASE("spin longer and longer, yield, park") {
  TieredIdle idle(Config{});
  for (int again = 0; again < 2; ++again) {
    for (const std::uint32_t pauses : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 64u}) {
      CHECK(idle.next() == IdleAction::kSpin);
      CHECK(idle.pauses() == pauses);
    }
    CHECK(idle.next() == IdleAction::kYield);
    CHECK(idle.next() == IdleAction::kYield);
    CHECK(idle.next() == IdleAction::kPark);
    CHECK(idle.next() == IdleAction::kPark);
    idle.reset();
  }
}

TEST_CASE("a nap follows a small take that was done at once, and no other") {
  TieredIdle idle(Config{});
  CHECK(idle.nap() == 0);
  idle.took(64, 128);
  CHECK(idle.nap() == 0);
  // Few and quick tasks; if the machine was busy just then, this tries again.
  bool napped = false;
  for (int tries = 0; tries < 1000 && !napped; ++tries) {
    idle.took(63, 128);
    napped = idle.nap() > 0;
  }
  CHECK(napped);
  CHECK(idle.nap() == 0);  // once
  idle.took(1, 128);
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  CHECK(idle.nap() == 0);
}

}  // namespace sluice::idle_test

#include "base/interrupt.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <thread>

namespace sluice::interrupt_test {

bool is_readable(const Interrupt& interrupt) {
  pollfd state{interrupt.descriptor(), POLLIN, 0};
  return ::poll(&state, 1, 0) == 1;
}

TEST_CASE("raised once, it stays so") {
  Interrupt interrupt;
  CHECK_FALSE(interrupt.raised());
  CHECK_FALSE(is_readable(interrupt));
  for (int i = 0; i < 3; ++i) {
    interrupt.raise();
    CHECK(interrupt.raised());
    CHECK(is_readable(interrupt));
  }
}

TEST_CASE("who waits for its descriptor wakes") {
  Interrupt interrupt;
  std::thread raiser([&] { interrupt.raise(); });
  pollfd state{interrupt.descriptor(), POLLIN, 0};
  CHECK(::poll(&state, 1, 60'000) == 1);
  CHECK(interrupt.raised());
  raiser.join();
}

}  // namespace sluice::interrupt_test

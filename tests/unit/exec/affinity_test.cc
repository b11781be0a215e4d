#include "exec/affinity.h"

#include <doctest/doctest.h>
#include <sched.h>

#include <cstddef>
#include <set>
#include <thread>

namespace sluice {

TEST_CASE("neighbouring indices go round the allowed processors") {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  REQUIRE(::sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
  const auto count = static_cast<std::size_t>(CPU_COUNT(&allowed));
  std::set<int> used;
  for (std::size_t index = 0; index < 2 * count; ++index) {
    // In a thread of its own: the test's thread stays unbound.
    std::thread([&] {
      REQUIRE(pin_current_thread(index));
      const int cpu = ::sched_getcpu();
      CHECK(CPU_ISSET(static_cast<std::size_t>(cpu), &allowed));
      used.insert(cpu);
      cpu_set_t now;
      CPU_ZERO(&now);
      REQUIRE(::sched_getaffinity(0, sizeof(now), &now) == 0);
      CHECK(CPU_COUNT(&now) == 1);
    }).join();
  }
  CHECK(used.size() == count);
}

}  // namespace sluice

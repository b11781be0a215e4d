#include "exec/affinity.h"

#include <doctest/doctest.h>
#include <sched.h>

#include <cstddef>
#include <thread>
#include <vector>

namespace sluice::affinity_test {

TEST_CASE("a thread is bound to each of the usable processors") {
  const std::vector<std::size_t> processors = usable_processors();
  REQUIRE_FALSE(processors.empty());
  for (const std::size_t processor : processors) {
    // In a thread of its own: the test's thread stays unbound.
    std::thread([&] {
      REQUIRE(pin_current_thread(processor));
      CHECK(::sched_getcpu() == static_cast<int>(processor));
      CHECK(usable_processors() == std::vector{processor});
    }).join();
  }
  CHECK(usable_processors() == processors);
  CHECK_FALSE(pin_current_thread(CPU_SETSIZE));
}

}  // namespace sluice::affinity_test

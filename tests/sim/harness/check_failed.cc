// Takes the place of base/check.cc in programs that simulate: inside a
// simulation a broken invariant of the code under test is a failure of that
// seed, with its trace, like any other. Linked as an object it comes before
// the one in the library.
#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fmt/core.h>

#include "sim/harness/simulation.h"

namespace sluice {

void check_failed(const char* expression, const char* file, int line) noexcept {
  if (Simulation::current() != nullptr) {
    std::string_view name(file);
    name.remove_prefix(name.find_last_of('/') + 1);
    Simulation::fail(fmt::format("CHECK({}) at {}:{}", expression, name, line));
  }
  std::fprintf(stderr, "sluice: internal error: %s (%s:%d)\n", expression, file,
               line);
  std::abort();
}

}  // namespace sluice

#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace sluice {

void check_failed(const char* expression, const char* file, int line) noexcept {
  std::fprintf(stderr, "sluice: internal error: %s (%s:%d)\n", expression, file,
               line);
  std::abort();
}

}  // namespace sluice

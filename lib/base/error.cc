#include "base/error.h"

#include <cstring>

namespace sluice {

std::string errno_text(int sys_errno) {
  char buffer[128];
  // The GNU variant: may return a static string instead of using the buffer.
  return strerror_r(sys_errno, buffer, sizeof buffer);
}

tl::unexpected<Error> fail_errno(int sys_errno, std::string_view what) {
  return tl::unexpected<Error>(
      Error{ErrorCode::kIo, fmt::format("{}: {}", what, errno_text(sys_errno)),
            sys_errno});
}

}  // namespace sluice

#include "base/error.h"

#include <cstring>
#include <exception>
#include <new>
#include <system_error>

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

Error caught_error() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {ErrorCode::kIo, "out of memory", 0};
  } catch (const std::system_error& error) {
    return {ErrorCode::kIo,
            fmt::format("no thread can be started: {}", error.what()), 0};
  } catch (const std::exception& error) {
    return {ErrorCode::kIo, error.what(), 0};
  }
}

}  // namespace sluice

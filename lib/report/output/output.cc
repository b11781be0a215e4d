#include "report/output/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace sluice {

Result<void> Output::write(std::string_view text) {
  if (failure_) return tl::unexpected<Error>(*failure_);
  held_ += text;
  return held_.size() >= kFlushBytes ? flush() : Result<void>{};
}

Result<void> Output::flush() {
  if (failure_) return tl::unexpected<Error>(*failure_);
  if (held_.empty()) return {};
  Result<void> result = put(held_);
  held_.clear();
  if (!result) failure_ = result.error();
  return result;
}

Result<void> FdOutput::put(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    const int why = errno;
    if (why == EINTR) continue;
    if (why == EAGAIN || why == EWOULDBLOCK) {
      // The pipe is non-blocking. The result of poll() does not matter: the
      // next write() shows whether to go on.
      pollfd ready{fd_, POLLOUT, 0};
      static_cast<void>(::poll(&ready, 1, -1));
      continue;
    }
    return fail_errno(why, "cannot write " + name_);
  }
  return {};
}

Result<void> MemoryOutput::put(std::string_view bytes) {
  text_ += bytes;
  ++puts_;
  return {};
}

}  // namespace sluice

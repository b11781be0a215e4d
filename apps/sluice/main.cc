// sluice: finds leaked credentials in files.

#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "base/log.h"
#include "sluice/commands.h"

namespace {

// Opens the standard descriptors that the caller left closed, so that no file
// of ours gets their numbers. Opens them in the wrong direction, so that using
// them still fails.
void occupy_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
      return;
  }
}

// When an exception passes a frame of the C library (pthread_once), glibc loads
// the unwinder, and aborts if there is no memory left: exactly when the
// exception is std::bad_alloc. So this function loads the unwinder at start.
void load_unwinder() {
  void* frame = nullptr;
  ::backtrace(&frame, 0);
}

// Written by a thread that runs out of memory, read by the thread that ends the
// program. Relaxed: it is mostly the same thread, and no other data depends on
// it.
std::atomic<bool> no_memory{false};
std::terminate_handler any_other_end = nullptr;

[[noreturn]] void note_no_memory() {
  no_memory.store(true, std::memory_order_relaxed);
  throw std::bad_alloc();
}

// Runs where no exception can pass: in noexcept functions (the executor's
// queues, when they grow), in a destructor that needs memory during
// std::bad_alloc (RE2 has some), and at the start of a thread.
[[noreturn]] void end_program() {
  if (no_memory.load(std::memory_order_relaxed)) {
    constexpr std::string_view kMessage = "sluice: out of memory\n";
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    ::_exit(2);
  }
  any_other_end();
  std::abort();  // any_other_end() does not return
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_descriptors();
  load_unwinder();
  std::set_new_handler(note_no_memory);
  any_other_end = std::set_terminate(end_program);
  try {
    return sluice::run_command({argv + std::min(argc, 1), argv + argc});
  } catch (const std::bad_alloc&) {
    sluice::log_error("out of memory");
    return 2;
  }
}

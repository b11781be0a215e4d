// The handler does five things that a signal handler may do: it reads the
// clock, reads and writes lock-free atomics, raises an Interrupt (a store and a
// write() to an eventfd), writes to the terminal, and restores the system's own
// handling of the signal.
//
// It runs in any thread and interrupts nothing for long: system calls are
// restarted (SA_RESTART), and code that waits without a time limit also waits
// for the interrupt's descriptor (fs/open_file.h). Rejected: a thread that
// waits in sigwait(). Every run on one small file would have to start it, and
// to block the signals before any other thread starts.
#include "sluice/signals.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace sluice {
namespace {

Interrupt& interrupt() {
  static Interrupt instance;
  return instance;
}

// Written by the handler, once; read by the main thread after the scan.
// Relaxed: it hands nothing else over.
std::atomic<int> caught{0};
static_assert(std::atomic<int>::is_always_lock_free);

// When the first signal came, in nanoseconds, or 0 if none has. Written by the
// handler, once; read by the handler. Relaxed suffices because it hands nothing
// else over, and if two threads are in the handler, the exchange makes one of
// them the first.
std::atomic<std::int64_t> first_at{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// A signal this soon after the first is the same wish: `timeout` of coreutils
// sends one to the process and one to its group, and the process is of it.
constexpr std::int64_t kSameWish = 200'000'000;

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// Written by the thread that draws, read by the handler. Relaxed: a line that
// is drawn at the very moment of the second signal may stay.
std::atomic<bool> line_there{false};

void on_signal(int number) {
  const int saved = errno;
  std::int64_t first = 0;
  const std::int64_t at = now();
  if (first_at.compare_exchange_strong(first, at, std::memory_order_relaxed)) {
    caught.store(number, std::memory_order_relaxed);
    interrupt().raise();  // made before the handler was set
  } else if (at - first >= kSameWish) {
    if (line_there.load(std::memory_order_relaxed)) erase_terminal_line();
    // Blocked while we are here: it ends the process when we return.
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  errno = saved;
}

void take_over(int number) {
  struct sigaction action {};
  if (::sigaction(number, nullptr, &action) != 0 ||
      action.sa_handler == SIG_IGN)
    return;
  action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaddset(&action.sa_mask, SIGINT);
  ::sigaddset(&action.sa_mask, SIGTERM);
  ::sigaction(number, &action, nullptr);
}

}  // namespace

const Interrupt& interrupt_on_signals() {
  const Interrupt& raised = interrupt();
  take_over(SIGINT);
  take_over(SIGTERM);
  return raised;
}

int caught_signal() { return caught.load(std::memory_order_relaxed); }

void set_line_on_terminal(bool there) {
  line_there.store(there, std::memory_order_relaxed);
}

void erase_terminal_line() {
  constexpr std::string_view kErase = "\r\x1b[K";
  static_cast<void>(!::write(STDERR_FILENO, kErase.data(), kErase.size()));
}

}  // namespace sluice

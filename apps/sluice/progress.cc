// A thread that sleeps, draws and sleeps again: the workers only count, which
// they do anyway (scan/tally.h), and look at no clock. It is started with the
// scan, where there is a terminal, and finds out after 300 ms whether there is
// still something to tell. Rejected: to have it started by the walk after 300
// ms; the walk may wait for the workers just then. And a timer's signal: what a
// line is made of cannot be made in a signal handler.
#include "progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "signals.h"
#include "terminal.h"

namespace sluice {
namespace {

using Clock = ScanRate::Clock;

constexpr std::chrono::milliseconds kSilence(300);
constexpr std::chrono::milliseconds kBetween(100);

std::size_t error_columns() {
  constexpr std::size_t kUnknown = 80;
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUnknown;
  return size.ws_col;
}

// Not if the shell has taken the terminal back (`bg`).
bool is_in_foreground() {
  const pid_t group = ::tcgetpgrp(STDERR_FILENO);
  return group < 0 || group == ::getpgrp();
}

}  // namespace

bool wants_progress(const ScanOptions& options) {
  return options.progress && !options.quiet && !options.verbose &&
         ::isatty(STDERR_FILENO) != 0 && obeys(std::getenv("TERM"));
}

void Progress::start() {
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { draw_until_stopped(); });
  } catch (const std::system_error&) {
    // No thread to be had: the scan goes on without.
  }
}

Result<void> Progress::begin(const ToolInfo& tool) {
  {
    const std::lock_guard lock(mutex_);
    erase();
    SLUICE_TRY(report_.begin(tool));
  }
  start();
  return {};
}

Result<void> Progress::file(const FileReport& report) {
  const std::lock_guard lock(mutex_);
  erase();
  secrets_ += report.findings.size();
  return report_.file(report);
}

Result<void> Progress::end(const Coverage& coverage) {
  stop();
  return report_.end(coverage);
}

void Progress::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Progress::draw_until_stopped() {
  ScanRate rate(Clock::now());
  std::unique_lock lock(mutex_);
  const auto is_stopped = [&] { return stopped_; };
  if (wake_.wait_for(lock, kSilence, is_stopped)) return;
  while (!stopped_ && !interrupt_.raised()) {
    if (is_in_foreground()) draw(&rate);
    wake_.wait_for(lock, kBetween, is_stopped);
  }
  erase();
}

void Progress::draw(ScanRate* rate) {
  ProgressFigures figures{tallies_.sum(&Tally::files),
                          tallies_.sum(&Tally::bytes), std::nullopt};
  if (counts_secrets_) figures.secrets = secrets_;
  const std::uint64_t speed = rate->add(Clock::now(), figures.bytes);
  // In the last column the cursor may stand on the next line already.
  const std::string line =
      "\r" + progress_line(figures, speed, error_columns() - 1) + "\x1b[K";
  drawn_ = true;
  set_line_on_terminal(true);
  static_cast<void>(!::write(STDERR_FILENO, line.data(), line.size()));
}

void Progress::erase() {
  if (!drawn_) return;
  erase_terminal_line();
  drawn_ = false;
  set_line_on_terminal(false);
}

}  // namespace sluice

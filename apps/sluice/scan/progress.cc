// A thread draws the line: it sleeps, draws and sleeps again. The workers only
// count, which they do anyway (scan/run/tally.h); they never look at a clock.
// The thread starts with the scan and draws first after 300 ms. Rejected: to
// let the walk start it after 300 ms, since the walk may wait for the workers
// at that time; and a timer's signal, since a signal handler cannot format the
// line.
#include "sluice/scan/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "sluice/signals.h"
#include "sluice/terminal.h"

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

// False after the shell took the terminal back (`bg`).
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
    // Without a thread the scan continues without the line.
  }
}

Result<void> Progress::begin(const ToolInfo& tool) {
  {
    const std::lock_guard lock(mutex_);
    if (may_mix_) erase();
    SLUICE_TRY(report_.begin(tool));
  }
  start();
  return {};
}

Result<void> Progress::file(const FileReport& report) {
  const std::lock_guard lock(mutex_);
  if (may_mix_) erase();
  if (counts_secrets_) found_.add(report);
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
  if (counts_secrets_) figures.secrets = found_.secrets();
  const std::uint64_t speed = rate->add(Clock::now(), figures.bytes);
  // After the last column, the cursor may already be on the next line.
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

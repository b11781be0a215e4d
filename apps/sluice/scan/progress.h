// A line on the terminal that shows how far a scan has come, and that never
// mixes with a report on the same terminal.
// Thread-safety: as FindingSink; it has a thread of its own, which draws.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "base/interrupt.h"
#include "finding/sink.h"
#include "report/shown/found.h"
#include "report/shown/progress_line.h"
#include "scan/run/tally.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// Whether to draw the line. True if standard error is a terminal on which the
// line can be erased again, the user did not turn it off, and --verbose prints
// no lines that would mix with it.
bool wants_progress(const ScanOptions& options);

// A sink in front of a report. The line appears when the scan has taken 300 ms
// from start() or begin(), and is gone when the report ends, the scan is
// interrupted, or this is destroyed. While the report writes to a terminal, the
// line is erased; a report in a file or a pipe leaves it alone.
class Progress final : public FindingSink {
 public:
  // Whether secrets are reported as they are found, or all at the end. In that
  // case the line does not count them.
  enum class Secrets { kOnTheWay, kAtTheEnd };

  // Whether the report writes to a terminal before its end.
  enum class Writes { kToTerminal, kElsewhere };

  // The first three must outlive it.
  Progress(FindingSink& report, const Tallies& tallies,
           const Interrupt& interrupt, Writes writes,
           Secrets secrets = Secrets::kOnTheWay)
      : report_(report),
        tallies_(tallies),
        interrupt_(interrupt),
        may_mix_(writes == Writes::kToTerminal),
        counts_secrets_(secrets == Secrets::kOnTheWay) {}
  ~Progress() override { stop(); }

  // For a scan that works for long before it begins the report.
  void start();

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;

 private:
  void stop();
  void draw_until_stopped();
  void draw(ScanRate* rate);
  void erase();

  FindingSink& report_;
  const Tallies& tallies_;
  const Interrupt& interrupt_;
  const bool may_mix_;
  const bool counts_secrets_;
  std::thread thread_;

  std::mutex mutex_;  // guards what follows, and the terminal
  std::condition_variable wake_;
  bool stopped_ = false;
  bool drawn_ = false;
  FoundTotals found_;  // counts as the report does
};

}  // namespace sluice

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
#include "options.h"
#include "report/shown/progress_line.h"
#include "scan/tally.h"

namespace sluice {

// Whether the line is drawn: standard error is a terminal that obeys control
// sequences, so that the line can be erased again; the user has not turned it
// off; and there are no lines of --verbose with which it would mix.
bool wants_progress(const ScanOptions& options);

// A sink in front of a report: it erases the line while the report writes. It
// appears when the scan has taken 300 ms from start() or begin(), and is gone
// when the report ends, the scan is interrupted, or this is destroyed.
class Progress final : public FindingSink {
 public:
  // Whether secrets come as they are found, or together at the end; then the
  // line does not count them.
  enum class Secrets { kOnTheWay, kAtTheEnd };

  // The first three must outlive it.
  Progress(FindingSink& report, const Tallies& tallies,
           const Interrupt& interrupt, Secrets secrets = Secrets::kOnTheWay)
      : report_(report),
        tallies_(tallies),
        interrupt_(interrupt),
        counts_secrets_(secrets == Secrets::kOnTheWay) {}
  ~Progress() override { stop(); }

  // For a scan that takes its time before it begins the report.
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
  const bool counts_secrets_;
  std::thread thread_;

  std::mutex mutex_;  // guards what follows, and the terminal
  std::condition_variable wake_;
  bool stopped_ = false;
  bool drawn_ = false;
  std::uint64_t secrets_ = 0;
};

}  // namespace sluice

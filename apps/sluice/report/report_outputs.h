// The reports that a command writes, and where they go.
// Thread-safety: one thread. Errors: kUsage for options that contradict each
// other, kIo for a file that cannot be written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/sink.h"
#include "report/output/report_file.h"
#include "report/shown/options.h"
#include "sluice/report/formats.h"

namespace sluice {

struct ReportRequest {
  const ReportFormat* format = nullptr;
  std::string path;  // empty for standard output
};

// One -f or -o of the command line.
struct ReportWord {
  bool is_path = false;
  std::string text;
};

// Returns the requested reports in the order of the words. Each -o belongs to
// the
// -f before it; without one, its extension chooses the format. Without any
// words, the report is in the first format of the table, on standard output.
Result<std::vector<ReportRequest>> report_requests(
    const std::vector<ReportWord>& words);

class ReportOutputs {
 public:
  // Opens all files, so that errors come before the scan. `interrupt`: see
  // ReportFile::create().
  static Result<ReportOutputs> open(const std::vector<ReportRequest>& requests,
                                    const ReportOptions& options,
                                    const Interrupt* interrupt = nullptr);

  // Returns a sink that writes all the reports. If no report on standard output
  // contains the coverage, it also prints the summary on standard error.
  FindingSink& sink() { return *sink_; }

  // What was found so far. Changed by sink().
  const FoundTotals& found() const { return *found_; }

  // Whether a report goes to a terminal: standard output, or a device that -o
  // names.
  bool has_terminal() const;

  // Returns the directories that publish() changes.
  std::vector<std::string> folders() const;

  // Moves the finished files to their places.
  Result<void> publish();

  // Called instead of publish() after an interrupt: warns that no file was
  // written.
  void tell_unpublished() const;

 private:
  std::vector<std::unique_ptr<ReportFile>> files_;
  std::vector<std::string> paths_;  // of files_
  std::unique_ptr<Output> standard_output_;
  std::shared_ptr<FoundTotals> found_;
  std::unique_ptr<FindingSink> sink_;
};

}  // namespace sluice

// The reports that a command was asked for, and where they go.
// Thread-safety: one thread. Errors: kUsage for what cannot be asked for
// together, kIo for a file that cannot be written.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "finding/sink.h"
#include "formats.h"
#include "report/output/report_file.h"
#include "report/shown/options.h"

namespace sluice {

struct ReportRequest {
  const ReportFormat* format = nullptr;
  std::string path;  // empty: standard output
};

// One -f or -o of the command line.
struct ReportWord {
  bool is_path = false;
  std::string text;
};

// What the words ask for, in their order: each -o belongs to the -f before it,
// or else the end of its name chooses the format. Nothing asked for: the first
// of the table, on standard output.
Result<std::vector<ReportRequest>> report_requests(
    const std::vector<ReportWord>& words);

class ReportOutputs {
 public:
  // Opens every file before anything is scanned.
  static Result<ReportOutputs> open(const std::vector<ReportRequest>& requests,
                                    const ReportOptions& options);

  // All the reports in one. Where none with the coverage is on standard output,
  // the summary goes to standard error besides.
  FindingSink& sink() { return *sink_; }

  // The directories that publish() changes.
  std::vector<std::string> folders() const;

  // Puts the files in their places, once they are written.
  Result<void> publish();

  // After an interrupt, instead: says that none was put there.
  void tell_unpublished() const;

 private:
  std::vector<std::unique_ptr<ReportFile>> files_;
  std::vector<std::string> paths_;  // of these
  std::unique_ptr<Output> standard_output_;
  std::unique_ptr<FindingSink> sink_;
};

}  // namespace sluice

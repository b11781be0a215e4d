// What the formats have in common: a sink that writes to an Output, and to
// which findings come masked.
//
// A format overrides begin(), finding() and end(); end() writes what is left and
// flushes the output. Paths from the repository's root: repository_path().
//
// file() takes a file's findings, which hold their secrets, and calls what the
// format overrides with what may be shown of them. A format never meets a
// Finding.
//
// Thread-safety and order of calls: as FindingSink; of a file begin_file(),
// then finding() for each, dropped() for each, end_file(). None for a file, or
// a part of it, without any. Ownership: the output must outlive the report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "finding/sink.h"
#include "report/output/output.h"
#include "report/shown/options.h"
#include "report/shown/repeats.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"

namespace sluice {

class Report : public FindingSink {
 public:
  Report(Output& output, ReportOptions options)
      : output_(output), options_(std::move(options)) {}

  Result<void> file(const FileReport& report) final;

 protected:
  virtual Result<void> begin_file(const ShownFile&) { return {}; }
  virtual Result<void> finding(const ShownFile& file,
                               const ShownFinding& shown) = 0;
  virtual Result<void> dropped(const ShownFile&, const ShownDropped&) {
    return {};
  }
  virtual Result<void> end_file(const ShownFile&) { return {}; }

  // Of all findings so far.
  const FoundCounter& found() const { return found_; }
  // The secrets so far, and where each was met; kept by remember_secrets().
  const Repeats& repeats() const { return repeats_; }
  void remember_secrets() { remembers_ = true; }
  // Findings are masked, with the clear text beside it if secrets are asked
  // for (ShownFinding::clear).
  void show_both() { both_ = true; }

  Output& output_;
  ReportOptions options_;

 private:
  FoundCounter found_;
  Repeats repeats_;
  bool remembers_ = false;
  bool both_ = false;
};

}  // namespace sluice

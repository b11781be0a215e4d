// The base of the formats: a sink that writes to an Output and receives masked
// findings.
//
// A format overrides begin(), finding() and end(); end() writes what is left
// and flushes the output. Paths from the repository's root: repository_path().
//
// file() takes a file's findings, which contain their secrets, and calls the
// format's overrides with what reports may show. A format never sees a Finding.
//
// Thread-safety and order of calls: as FindingSink. For a file: begin_file(),
// then finding() for each, dropped() for each, end_file(). No call for a part
// of a file without any of these. Ownership: the output must outlive the report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "finding/sink.h"
#include "report/output/output.h"
#include "report/shown/found.h"
#include "report/shown/options.h"
#include "report/shown/shown_finding.h"
#include "report/shown/summary.h"

namespace sluice {

class Report : public FindingSink {
 public:
  Report(Output& output, ReportOptions options)
      : output_(output),
        options_(std::move(options)),
        own_(options_.masked_before) {}

  Result<void> file(const FileReport& report) final;

 protected:
  virtual Result<void> begin_file(const ShownFile&) { return {}; }
  virtual Result<void> finding(const ShownFile& file,
                               const ShownFinding& shown) = 0;
  virtual Result<void> dropped(const ShownFile&, const ShownDropped&) {
    return {};
  }
  virtual Result<void> end_file(const ShownFile&) { return {}; }

  // All findings up to the file at hand, that one included.
  const FoundTotals& found() const {
    return options_.found ? *options_.found : own_;
  }
  // Findings are masked, with the unmasked text in ShownFinding::clear if
  // secrets are to be shown.
  void show_both() { both_ = true; }

  Output& output_;
  ReportOptions options_;

 private:
  FoundTotals own_;  // used without ReportOptions::found
  bool both_ = false;
};

// Text for XML and HTML: visible (report/shown/shown_finding.h), and without a
// character that means something in an element or an attribute.
std::string markup_text(std::string_view text);

// The time, for formats that need it: "2026-11-22T09:57:00", in UTC: now, or
// SOURCE_DATE_EPOCH, so that equal input can give equal bytes.
std::string report_time();

}  // namespace sluice

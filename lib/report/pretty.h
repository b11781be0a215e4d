// The report for people.
// Thread-safety and order of calls: as FindingSink.
//
//   app/settings.py:41:10  github-pat  GitHub personal access token (high)
//     token = "ghp_************************************"
//              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//     2026-02-03 6a71f4c0d2b9 Ann Onymous: what the commit says
//
//   app/settings.py:44:12  generic-password
//     not reported: a placeholder, which stands for a secret (ch********)
//
//   could not read app/private.key: Permission denied
//   12 rules from .sluice.toml
//   1 secret in 1 file; 1,204 files (18.3 MB) scanned; 1 path not read in full
//
// Made for 80 columns; only a path or a rule id may be longer. No control
// character of a name or a line reaches the terminal as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/mask.h"
#include "finding/sink.h"
#include "report/options.h"
#include "report/output.h"

namespace sluice {

class PrettyReport : public FindingSink {
 public:
  // `output` must outlive the report.
  PrettyReport(Output& output, ReportOptions options)
      : output_(output), options_(options) {}

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;

 private:
  std::string heading(const FileReport& report, const Finding& finding) const;
  Result<void> tell_dropped(const FileReport& report);
  std::string excerpt(const Finding& finding, const SecretSpans& secrets) const;
  std::string origin(const FileReport& report) const;
  std::string paint(std::string_view sgr, std::string_view text) const;

  Output& output_;
  ReportOptions options_;
  std::string rules_;  // a line that tells where they are from, or nothing
  std::uint64_t secrets_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace sluice

// The report for people.
// Thread-safety and order of calls: as Report.
//
//   app/settings.py:41:10  github-pat  GitHub personal access token (high)
//     token = "ghp_************************************"
//              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//     2026-02-03 6a71f4c0d2b9 Ann Onymous: what the commit says
//
//   app/start.py:3:9  github-pat  the secret of app/settings.py:41:10
//
//   app/settings.py:44:12  generic-password
//     not reported: a placeholder for a secret (ch********)
//
//   and 12 more places of the secret of app/settings.py:41:10
//
//   could not read app/private.key: Permission denied
//   configuration: .sluice.toml of the scanned tree; 1,608 rules
//   1 secret in 18 places in 9 files; 1,204 files (18.3 MiB) scanned; 1 path
//   not read in full
//
// Made for options.columns, 80 at most; only a path, a rule id or the last line
// may be longer. No control character of a name or a line reaches the terminal
// as it is. A secret in many places is shown in full once; memory stays
// constant for any number of places (report/shown/repeats.h).
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "report/formats/report.h"

namespace sluice {

class PrettyReport : public Report {
 public:
  PrettyReport(Output& output, ReportOptions options)
      : Report(output, std::move(options)) {
    remember_secrets();
  }

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> dropped(const ShownFile& file,
                       const ShownDropped& shown) override;
  Result<void> end_file(const ShownFile& file) override;

 private:
  Result<void> close_list();
  Result<void> tell_more_places();
  Result<void> tell_incomplete(const Coverage& coverage);
  Result<void> tell_mistyped(const MistypedTokens& tokens);
  Result<void> tell_coverage(const Coverage& coverage);
  std::string heading(const std::string& place,
                      const FindingFacts& finding) const;
  std::string excerpt(const ShownLine& line) const;
  std::string origin(const ShownFile& file) const;
  std::string revocation(const FindingFacts& finding);
  std::string paint(std::string_view sgr, std::string_view text) const;

  bool in_list_ = false;  // the last lines tell of places of a known secret
  std::uint64_t without_secret_ = 0;  // findings of files by their paths
  std::uint64_t dropped_ = 0;
  std::set<const Revocation*> revocations_;  // that were shown
};

}  // namespace sluice

// The report as one page for a browser, which needs nothing else: no network,
// no server. A summary with charts, a table that filters and sorts, the
// coverage.
//
// Secrets are in the page only if they were asked for, and then hidden until
// its reader reveals them. The page's policy (CSP) allows its own style and
// script, by their hashes, and nothing else.
//
// Memory: the page's table, which is why it ends after kMaxFindings findings or
// kMaxBytes of text. Charts and counts are of all findings; the page and
// standard error report how many are not listed.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "report/formats/report.h"
#include "report/shown/summary.h"

namespace sluice {

class HtmlReport : public Report {
 public:
  HtmlReport(Output& output, ReportOptions options)
      : Report(output, std::move(options)) {
    show_both();
  }

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

  static constexpr std::uint64_t kMaxFindings = 5000;
  static constexpr std::size_t kMaxBytes = 8 << 20;

 private:
  // The number of findings of each kind of something; after kMaxNames names,
  // all others are counted together.
  class Tally {
   public:
    void add(const std::string& name);
    const std::map<std::string, std::uint64_t>& counts() const {
      return counts_;
    }
    std::uint64_t others() const { return others_; }

   private:
    static constexpr std::size_t kMaxNames = 4096;
    std::map<std::string, std::uint64_t> counts_;
    std::uint64_t others_ = 0;
  };

  void add_row(const ShownFile& file, const ShownFinding& shown);
  std::string charts() const;
  std::string bars(const Tally& tally) const;
  std::string table() const;

  std::string tool_;  // for the foot of the page
  std::string rows_;
  std::uint64_t listed_ = 0;
  std::uint64_t findings_ = 0;
  std::uint64_t by_confidence_[kConfidenceNames.size()] = {};
  Tally by_rule_;
  Tally by_directory_;
};

}  // namespace sluice

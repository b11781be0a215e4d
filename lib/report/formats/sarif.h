// The report as SARIF 2.1.0, for code scanning.
//
// It has everything that GitHub needs: a `level` for each result,
// `security-severity` for each rule, `primaryLocationLineHash` from our
// fingerprint, so that an alert stays the same while lines move, and URIs
// relative to the repository's root (`%SRCROOT%`). Columns count characters.
//
// Results come before the rules, because the results stream and only rules with
// results are listed; the order of members is free in JSON.
// Memory: the rules with results.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/formats/report.h"
#include "report/shown/finding_identity.h"

namespace sluice {

class SarifReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  struct FiredRule {
    std::string id;
    std::string description;
    std::vector<std::string> tags;
    Confidence surest = Confidence::kLow;  // of its findings
    // The first steps to take, and where. Empty if unknown.
    std::string steps;
    std::string url;
  };

  std::size_t rule_index(const FindingFacts& finding);
  std::string rules_text() const;

  std::string tool_;  // the members of the driver but its rules
  std::vector<FiredRule> rules_;
  std::unordered_map<std::string, std::size_t> rule_indexes_;  // by id
  FindingIdentities identities_;
  bool any_ = false;  // a result was written
};

}  // namespace sluice

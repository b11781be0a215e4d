// Our findings in the JSON of betterleaks 2 (schema_version "1"), for programs
// that read it: an object with `findings` and a summary in `scan`.
//
// Places are those of the match. `match.fingerprint` exists only if secrets are
// shown: it is the SHA-256 of the secret, from which a short one can be
// guessed. Members without a counterpart here are left out: `rule_hash`,
// `scan.source`, and the version of betterleaks.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "report/formats/report.h"

namespace sluice {

class BetterleaksReport : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  std::string version_;
  std::string rules_;
  std::string started_;
  std::array<std::uint64_t, 3> found_by_confidence_{};
  bool any_ = false;  // a finding was written
};

}  // namespace sluice

// The steps between the scan and the report: secrets are made unreadable, leaks
// get their fingerprints, and known leaks are removed.
// Thread-safety: plain values and pure functions.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/detector/finding.h"
#include "gitleaks/report/baseline.h"
#include "rules/rule_set.h"

namespace sluice {

// The fingerprints of .gitleaksignore files.
class GitleaksIgnores {
 public:
  // Adds the lines of a file's text. Those that gitleaks calls invalid are
  // taken all the same, and appended to `*odd`.
  void add(std::string_view text, std::vector<std::string>* odd);
  bool holds(const std::string& fingerprint) const {
    return fingerprints_.contains(fingerprint);
  }

 private:
  std::set<std::string> fingerprints_;
};

// Makes `percent` of the secret unreadable, in the match and the line too; 100
// and more means all of it. An empty secret is found between any two bytes, as
// in gitleaks.
void redact(std::uint64_t percent, GitleaksFinding* leak);

// Redacts if `percent` is above 0, sets the fingerprints, and removes ignored
// and known leaks.
void settle_leaks(const RuleSet& rules, std::uint64_t percent,
                  const GitleaksIgnores& ignores,
                  const GitleaksBaseline& baseline,
                  std::vector<GitleaksFinding>* leaks);

}  // namespace sluice

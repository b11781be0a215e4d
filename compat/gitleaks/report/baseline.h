// The findings of an earlier report, which are not to be reported again.
// Thread-safety: immutable once read. Ownership: owns its text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/detector/finding.h"
#include "rules/rule.h"

namespace sluice {

class GitleaksBaseline {
 public:
  // An empty baseline.
  GitleaksBaseline() = default;

  // A report in gitleaks' JSON. Error: kConfig, without the file's name.
  static Result<GitleaksBaseline> read(std::string_view json);

  // By rule, place, file, commit, entropy, match and secret; without the last
  // two if the leak was `redacted`.
  bool knows(const GitleaksFinding& leak, const Rule& rule,
             bool redacted) const;

 private:
  struct Entry {
    std::string rule, description, match, secret;
    std::int64_t start_line = 0, end_line = 0;
    std::int64_t start_column = 0, end_column = 0;
    float entropy = 0;
    Commit commit;
  };
  // By file.
  std::map<std::string, std::vector<Entry>, std::less<>> entries_;
};

}  // namespace sluice

// The findings of an earlier report, which are not to be reported again.
// Thread-safety: immutable once read. Ownership: owns its text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/leak.h"
#include "rules/rule.h"

namespace sluice {

class LeakBaseline {
 public:
  // An empty one knows nothing.
  LeakBaseline() = default;

  // A report in gitleaks' JSON. Error: kConfig, without the file's name.
  static Result<LeakBaseline> read(std::string_view json);

  // By rule, place, file, entropy, match and secret; without the last two if
  // the leak was `redacted`.
  bool knows(const Leak& leak, const Rule& rule, bool redacted) const;

 private:
  struct Entry {
    std::string rule, description, match, secret;
    std::int64_t start_line = 0, end_line = 0;
    std::int64_t start_column = 0, end_column = 0;
    float entropy = 0;
  };
  // By file. Those of a commit are left out: no leak here has one.
  std::map<std::string, std::vector<Entry>, std::less<>> entries_;
};

}  // namespace sluice

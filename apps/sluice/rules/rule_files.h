// The rule files of `sluice rules check` and `sluice rules test`.
// Thread-safety: none is needed; called by the main thread.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

struct RuleFileSet {
  std::string name;   // of the file, or a description
  std::string error;  // why there are no rules ("file:line: why"), or empty
  RuleSet rules;
  std::vector<std::string> warnings;  // "file:line: what"
  bool is_default = false;            // the default rules
};

// Returns the default rules with their examples and line numbers, which the
// built-in tables do not contain. Takes some tens of milliseconds.
RuleSet default_rules_with_examples();

// Returns a set for each of `paths`, where a directory means each *.toml in it.
// If `strict`, all of them form one set. Without paths, returns the default
// rules.
// Errors: kIo or kNotFound for a file that cannot be read; kUsage for a
// directory without rule files.
Result<std::vector<RuleFileSet>> read_rule_files(
    const std::vector<std::string>& paths, bool strict);

}  // namespace sluice

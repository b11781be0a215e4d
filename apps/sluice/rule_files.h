// The rule files that `sluice rules check` and `sluice rules test` are about.
// Thread-safety: none is needed; called by the main thread.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

struct RuleFileSet {
  std::string name;   // of the file, or what it is
  std::string error;  // not empty: why there are no rules, "file:line: why"
  RuleSet rules;
  std::vector<std::string> warnings;  // "file:line: what"
  bool is_default = false;            // the default rules
};

// The default rules as their files have them, with their examples and lines,
// which the tables of a scan leave out. Takes some tens of milliseconds.
RuleSet default_rules_with_examples();

// A set for each of `paths` (of a directory: for each *.toml in it), or one for
// all of them if `strict`, or the default rules if there are none. Errors: kIo,
// kNotFound for what cannot be read; kUsage for a directory without rule files.
Result<std::vector<RuleFileSet>> read_rule_files(
    const std::vector<std::string>& paths, bool strict);

}  // namespace sluice

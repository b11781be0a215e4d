// Decides which findings of a file count, if their rules require findings of
// other rules near them.
// Thread-safety: pure function.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Removes the findings that lack a finding that their rule requires, and those
// of rules that report nothing. `findings` belong to one file, in any order,
// each to a rule of `rules`. Keywords and overlaps have not yet removed any: a
// required finding counts whatever its own keywords and requirements. Distances
// are between the beginnings of secrets. A rule without a pattern is at line 0,
// column 0, and requires nothing, as in gitleaks. Removed findings are put into
// `dropped`, unless that is null.
void settle_required(const RuleSet& rules, std::vector<Finding>* findings,
                     std::vector<Dropped>* dropped = nullptr);

}  // namespace sluice

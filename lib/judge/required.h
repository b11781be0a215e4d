// Which of a file's findings count, where their rules require findings of other
// rules near them.
// Thread-safety: pure function.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Removes the findings that lack one that their rule requires, and those of
// rules that report nothing. `findings` are all of one file, in any order, each
// of a rule of `rules`, and not yet thinned by keywords or overlaps: what a
// rule requires counts whatever its own keywords and requirements.
// Distances are between the places where secrets begin; a rule without a
// pattern stands at line 0, column 0, and requires nothing, as in gitleaks.
// What is removed is put into `dropped`, unless that is null.
void settle_required(const RuleSet& rules, std::vector<Finding>* findings,
                     std::vector<Dropped>* dropped = nullptr);

}  // namespace sluice

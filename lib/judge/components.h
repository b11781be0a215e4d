// Decides which findings of a file count in betterleaks' way: rules with
// components, and rules that are more specific than others.
// Thread-safety: pure function.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Removes from `findings`, which belong to one file and to rules of `rules`:
//   - findings that lack a component, or have it only outside its window;
//   - findings that are a component of another finding, which replaces them;
//   - findings on a line with a match of a more specific rule (a finding or a
//     component) whose secret contains theirs.
//
// `components` are findings of the rules that are components, whether they are
// reported or not, and whatever their keywords. Removed findings are put into
// `dropped`, unless that is null.
void settle_components(const RuleSet& rules,
                       const std::vector<Finding>& components,
                       std::vector<Finding>* findings,
                       std::vector<Dropped>* dropped);

}  // namespace sluice

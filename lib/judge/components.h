// Which of a file's findings count in betterleaks' way: rules with components,
// and rules that are more specific than others.
// Thread-safety: pure function.
#pragma once

#include <vector>

#include "finding/finding.h"
#include "rules/rule_set.h"

namespace sluice {

// Removes from `findings`, all of one file and of rules of `rules`:
//   - those that lack a component, or have it beside its window;
//   - those that are another one's component, which stands for them;
//   - those on a line with one of a more specific rule, itself a finding or a
//     component, whose secret holds theirs.
// `components` are findings of the rules that are components, reported or not,
// and whatever their keywords. What is removed is put into `dropped`, unless
// that is null.
void settle_components(const RuleSet& rules,
                       const std::vector<Finding>& components,
                       std::vector<Finding>* findings,
                       std::vector<Dropped>* dropped);

}  // namespace sluice

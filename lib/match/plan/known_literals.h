// Compares a user's rules with the default rules, whose literals the build has
// already compiled.
//
// Example: a configuration extends the default rules, leaves out one of them,
// and adds a rule for `corp_`. Then all literals except `corp_` are known, and
// `corp_` is searched for separately.
//
// Thread-safety: constant once made.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "match/plan/plan.h"
#include "rules/rule.h"

namespace sluice {

struct KnownLiterals {
  static constexpr std::uint32_t kNone =
      std::numeric_limits<std::uint32_t>::max();

  // `known_plan` belongs to `known_rules`, and `plan` to `rules`.
  static KnownLiterals make(std::span<const Rule> rules, const MatchPlan& plan,
                            std::span<const Rule> known_rules,
                            const MatchPlan& known_plan);

  // By rule: its number among the known rules. kNone if it is not a known rule,
  // or searches for something else than the known rule.
  std::vector<std::uint32_t> rules;
  // By literal of the known plan: its id in the plan, or kNone.
  std::vector<std::uint32_t> ids;
  // The literals of the plan that have to be searched for separately, by their
  // ids: literals that are not known, and those of rules that are not known.
  // The search for known literals may leave out occurrences that no known rule
  // needs.
  std::vector<std::uint32_t> others;
  // Whether `rules` contains most known rules.
  bool pays = false;
};

}  // namespace sluice

// What a user's rules have in common with the default rules, whose literals the
// build has compiled already.
//
// Example: a configuration extends the default rules, leaves one of them out
// and adds one for `corp_`. Then all literals are known but `corp_`, which is
// looked for besides.
//
// Thread-safety: constants once made.
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

  // `known_plan` is that of `known_rules`, and `plan` that of `rules`.
  static KnownLiterals make(std::span<const Rule> rules, const MatchPlan& plan,
                            std::span<const Rule> known_rules,
                            const MatchPlan& known_plan);

  // By rule: its number among the known rules; kNone: it is none of them, or
  // differs in what it looks for.
  std::vector<std::uint32_t> rules;
  // By literal of the known plan: its id in the plan; kNone: it has none.
  std::vector<std::uint32_t> ids;
  // The literals of the plan that have to be looked for besides, by their ids:
  // those that are not known, and those of rules that are not. The search for
  // what is known may leave out what no known rule needs.
  std::vector<std::uint32_t> others;
  // Whether most known rules are there.
  bool pays = false;
};

}  // namespace sluice

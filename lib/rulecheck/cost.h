// Measures a rule's cost: how often its anchors occur in a text, and how long
// the search around them takes.
// Thread-safety: pure function, except that it measures the time of the calling
// thread.
#pragma once

#include <string_view>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

// For a megabyte of text.
struct RuleCost {
  // The places of the rule's anchors; 0 for a rule without any.
  double hits = 0;
  // Milliseconds of processor time that the rule takes by itself: to find its
  // anchors, to search with its pattern around them and to judge the matches.
  double ms = 0;
};

// Returns the cost of `rule` on `sample`; `families` are those of its set. It
// takes three times as long as the time that it reports.
Result<RuleCost> cost_of(const Rule& rule, std::span<const Rule> families,
                         std::string_view sample);

}  // namespace sluice

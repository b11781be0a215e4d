// What a rule costs: at how many places of a text its anchors stand, and how
// long the search around them takes.
// Thread-safety: pure function, but that the time is the calling thread's own.
#pragma once

#include <string_view>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

// For a megabyte of text.
struct RuleCost {
  // Places at which an anchor of the rule stands; 0 for a rule without any.
  double hits = 0;
  // Milliseconds of processor time that the rule takes by itself: to find its
  // anchors, to search with its pattern around them and to judge what is found.
  double ms = 0;
};

// Of `rule` on `sample`; `families` are those of its set. Takes three times as
// long as it measures.
Result<RuleCost> cost_of(const Rule& rule, std::span<const Rule> families,
                         std::string_view sample);

}  // namespace sluice

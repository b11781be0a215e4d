// Remarks about a rule that loads and yet looks wrong: it will not find what
// its author wants, or costs more than necessary, or has no examples that would
// show whether it works.
// Thread-safety: pure function. Errors: none.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rulecheck/cost.h"
#include "rules/rule_entry.h"
#include "rules/rule_set.h"

namespace sluice {

struct Remark {
  std::size_t entry = 0;  // its subject: an index in the list of entries
  std::string text;       // a sentence without a final stop
  // It is about all rules of that entry's file.
  bool about_file = false;
};

// Places in a megabyte of text at which a long search may be made.
inline constexpr double kFewHits = 20;

// More places than this in a megabyte of source code, and the search around
// them shows in the time of a scan.
inline constexpr double kManyHits = 1000;

// A rule that takes longer than this for a megabyte reads at most 25 MB a
// second by itself. This is far above the time of a good rule on a busy
// machine: the slowest of the default rules takes about 1 ms.
inline constexpr double kSlowMs = 40;

// Remarks about those `entries` of `rules` that were read from a file, in their
// order. `costs` are those of the entries; empty if they were not measured.
std::vector<Remark> lint(const RuleSet& rules,
                         std::span<const RuleEntry> entries,
                         std::span<const RuleCost> costs);

}  // namespace sluice

// The reasons why a candidate is not a finding, their names in reports, and
// their texts for people.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

enum class Drop : std::uint8_t {
  kNone,  // it was not dropped

  // Decided from the candidate itself (judge/judge.h).
  kEntropy,      // less than the rule requires (Rule::entropy)
  kDigits,       // fewer than the rule requires
  kPlaceholder,  // see judge/value/placeholder.h
  kAllowlist,    // the rule's or one for all rules
  kFilter,       // an expression of the configuration (judge/filter/filters.h)
  kDirective,    // an allow comment (judge/allow/directive.h)
  kNoFamily,     // the rule is only for families; none fits
  // Not the assigned value that the rule wants (judge/value/assigned.h),
  // because of the name, or because the value ...
  kName,
  kReference,  // refers to the place of the secret
  kEncrypted,  // is useful only with another secret
  kPublic,     // is public by design
  kCommon,     // is a value that everybody uses
  kText,       // is words for people or the name of a thing
  kForm,       // does not have the required form
  // According to the check (judge/checks/check.h), it is ...
  kStructure,     // not built as the rule requires
  kKnownExample,  // published as an example

  // Decided from the rest of the file and from the options.
  kSilent,      // the rule only serves others (Rule::skip_report)
  kRequired,    // a required finding is missing (judge/required.h)
  kKeyword,     // none of the rule's keywords is in the file
  kCovered,     // another finding replaces it (scan/report/overlap.h)
  kDisabled,    // the rule was turned off
  kBaseline,    // a baseline contains it
  kConfidence,  // below the requested one
};
inline constexpr std::size_t kDropReasons = 24;

// Returns the name in snake case, for programs: "placeholder", "no_family".
std::string_view name_of(Drop drop);

// Facts for explain() in addition to the reason.
struct DropFacts {
  const Allowlist* allowlist = nullptr;  // of kAllowlist: the one that fits
  // The rule that is required or that covers it, or the baseline that contains
  // it.
  std::string_view other;
  Confidence least = Confidence::kLow;  // of kConfidence: the requested one
};

// Returns half a sentence about `finding`, which was dropped: "entropy 2.10,
// below 3.00". It contains names from the rules unchanged, and nothing of the
// secret.
std::string explain(Drop drop, const Finding& finding, const DropFacts& facts);

// Returns `finding` for FileReport::dropped, without anything that reports do
// not show.
Dropped dropped_for(Drop drop, Finding finding, const DropFacts& facts = {});

}  // namespace sluice

// Why a candidate is no finding: the reasons, their names in reports, and what
// they say to a person.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

enum class Drop : std::uint8_t {
  kNone,  // it was not dropped

  // By a look at the candidate itself (judge/judge.h).
  kEntropy,      // less than the rule asks for (Rule::entropy)
  kDigits,       // fewer than the rule asks for
  kPlaceholder,  // stands for a secret (judge/value/placeholder.h)
  kAllowlist,    // the rule's or one for all rules
  kFilter,       // an expression of the configuration (judge/filter/filters.h)
  kDirective,    // an allow comment (judge/allow/directive.h)
  kNoFamily,     // the rule is for families alone, and it is none's
  // Not what the rule wants assigned (judge/value/assigned.h), because of the
  // name, because the value
  kName,
  kReference,  // says where it comes from
  kEncrypted,  // is of use with another secret alone
  kPublic,     // is public by design
  kCommon,     // is known to everybody
  kText,       // is words for people or the name of a thing
  kForm,       // does not look as asked for
  // The check (judge/checks/check.h) says that it is
  kStructure,     // not built as what the rule looks for
  kKnownExample,  // published as an example

  // By what else the file holds, and what was asked for.
  kSilent,      // the rule only serves others (Rule::skip_report)
  kRequired,    // what the rule requires is not near (judge/required.h)
  kKeyword,     // none of the rule's keywords is in the file
  kCovered,     // another finding stands for it (scan/overlap.h)
  kDisabled,    // the rule was turned off
  kBaseline,    // a baseline knows it
  kConfidence,  // below the one asked for
};
inline constexpr std::size_t kDropReasons = 24;

// In snake case, for programs: "placeholder", "no_family".
std::string_view name_of(Drop drop);

// What explain() says besides the reason.
struct DropFacts {
  const Allowlist* allowlist = nullptr;  // of kAllowlist: the one that fits
  // The rule that is required, or that covers it; the baseline that knows it.
  std::string_view other;
  Confidence least = Confidence::kLow;  // of kConfidence: what was asked for
};

// Half a sentence about `finding`, which was dropped: "entropy 2.10, below
// 3.00". Holds names from the rules as they are, and nothing of the secret.
std::string explain(Drop drop, const Finding& finding, const DropFacts& facts);

// `finding` for FileReport::dropped, without what a report does not show.
Dropped dropped_for(Drop drop, Finding finding, const DropFacts& facts = {});

}  // namespace sluice

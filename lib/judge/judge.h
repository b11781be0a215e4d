// Decides whether a candidate is a finding, and says why not.
// Thread-safety: a Judge is immutable (its patterns compile themselves on first
// use) and shared by all workers.
// Ownership: keeps a reference to the rules, which must outlive it.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "judge/family_finder.h"
#include "match/pattern.h"
#include "rules/rule_set.h"

namespace sluice {

// Why a candidate was dropped.
enum class Drop : std::uint8_t {
  kNone,         // it was not
  kEntropy,      // less than the rule asks for (Rule::entropy)
  kDigits,       // fewer than the rule asks for
  kPlaceholder,  // stands for a secret (judge/placeholder.h)
  kAllowlist,    // an exception, the rule's or one for all rules
  kDirective,    // an allow comment (judge/directive.h)
  kNoFamily,     // the rule is for families alone, and it is none's
  // Not what the rule wants assigned (judge/assigned.h), because of the name,
  // because the value
  kName,
  kReference,  // says where it comes from
  kEncrypted,  // is of use with another secret alone
  kPublic,     // is made to be seen
  kCommon,     // is known to everybody
  kText,       // is words for people or the name of a thing
  kForm,       // does not look as asked for
};

struct Verdict {
  Drop drop = Drop::kNone;
  // What it is a finding of: the candidate's rule, or the family's that claims
  // it (judge/family_finder.h).
  const Rule* rule = nullptr;
  double entropy = 0;
  ChecksumVerdict checksum = ChecksumVerdict::kAbsent;
  Confidence confidence = Confidence::kMedium;
};

class Judge {
 public:
  explicit Judge(const RuleSet& rules);

  // `match` lies in `text`, which holds kDirectiveReach bytes on either side
  // unless the file begins or ends there. `commit` is the id of the commit that
  // the text is from, in lower case; empty: none.
  Verdict judge(std::uint32_t rule, std::string_view path,
                std::string_view text, const Pattern::Match& match,
                std::string_view commit = {}) const;

 private:
  struct CompiledAllowlist {
    const Allowlist* list;
    std::deque<Pattern> paths;
    std::deque<Pattern> regexes;
  };

  // What allowlists look at.
  struct Subject {
    std::string_view path, commit, secret, match, line;
  };

  static CompiledAllowlist compile(const Allowlist& list);
  static bool fits(const CompiledAllowlist& allowlist, const Subject& subject);

  const Rule* family_of(std::string_view text,
                        const Pattern::Match& match) const;

  const RuleSet& rules_;
  FamilyFinder families_;
  std::deque<CompiledAllowlist> global_allowlists_;
  std::vector<std::deque<CompiledAllowlist>> allowlists_;  // by rule
};

}  // namespace sluice

// Decides whether a candidate is a finding, and says why not.
//
// Each question can drop the candidate; the cheap ones come first, and the
// first that drops it is the reason that --explain-drops gives:
//
//   family     does a word near by say whose it is? (rules for families alone)
//   numbers    enough digits, enough entropy?
//   value      a placeholder, a reference, encrypted, public, words?
//   filter     does an expression of the configuration drop it?
//   context    what do the name and the place say? -> Evidence -> Confidence
//   allowlist  does one of the configuration or the rule fit?
//   comment    does an allow comment stand beside it?
//   check      is its checksum, or its structure, right?
//
// Example: in src/settings.py the line `DB_PASSWORD = "..."` with 13 letters,
// digits and signs that spell nothing gives the evidence {form: assigned, name:
// secret, look: drawn, place: code, check: none}, which confidence.cc makes
// medium. `API_TOKEN = "changeme"` is dropped as a placeholder.
//
// Thread-safety: a Judge is immutable (its patterns compile themselves on first
// use) and shared by all workers.
// Ownership: keeps a reference to the rules, which must outlive it.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "finding/finding.h"
#include "judge/allow/directive.h"
#include "judge/drop.h"
#include "judge/family_finder.h"
#include "judge/filter/filters.h"
#include "judge/line_pattern.h"
#include "match/pattern.h"
#include "rules/rule_set.h"

namespace sluice {

struct JudgeOptions {
  // Whether an allow comment (judge/allow/directive.h) counts.
  bool allow_comments = true;
  std::string_view resource = kFileResource;  // Filters
};

struct Verdict {
  Drop drop = Drop::kNone;
  const Allowlist* allowlist = nullptr;  // the one that made it drop
  bool excepted = false;                 // Filters::Answer::excepted
  bool filter_failed = false;            // Filters::Answer::failed
  // What it is a finding of: the candidate's rule, or the family's that claims
  // it (judge/family_finder.h).
  const Rule* rule = nullptr;
  double entropy = 0;
  ChecksumVerdict checksum = ChecksumVerdict::kAbsent;
  std::string detail;  // Finding::detail
  Evidence evidence;
  Confidence confidence = Confidence::kMedium;  // what follows from it
  AllowDoubts doubts;  // about comments beside the value
};

class Judge {
 public:
  explicit Judge(const RuleSet& rules, const JudgeOptions& options = {});

  bool heeds_allow_comments() const { return options_.allow_comments; }

  // The ids of all rules and families, which allow comments may name.
  const std::unordered_set<std::string_view>& rule_ids() const {
    return rule_ids_;
  }

  // Whether a prefilter leaves out the file of this path.
  Filters::Answer prefilter(std::string_view path) const {
    return filters_.ask_of_file(path);
  }

  // Whether a rule without a pattern, which fits the path, reports the file.
  bool keeps_file(std::uint32_t rule, std::string_view path) const;

  // Bytes that judge() wants on either side of a match.
  std::size_t reach() const;

  // `match` as it is judged and reported: in betterleaks' dialect a secret that
  // is all of a match has no line ends around it.
  Pattern::Match trimmed(std::string_view text, Pattern::Match match) const;

  // `match` lies in `text`, which holds reach() bytes on either side unless the
  // file begins or ends there. `commit` is the id of the commit that
  // the text is from, in lower case; empty: none. `facts` are those of `text`,
  // kept from one candidate to the next; null: none are.
  Verdict judge(std::uint32_t rule, std::string_view path,
                std::string_view text, const Pattern::Match& match,
                std::string_view commit = {}, TextFacts* facts = nullptr) const;

 private:
  struct CompiledAllowlist {
    const Allowlist* list;
    std::deque<Pattern> paths;
    std::deque<Pattern> regexes;     // of a secret or a match
    std::deque<LinePattern> lines;   // of a line
    std::size_t first_line_pattern;  // its number among those of all lists
  };

  // What allowlists look at.
  struct Subject {
    std::string_view path, commit, secret, match;
    std::string_view text, line;
    TextFacts* facts;
  };

  CompiledAllowlist compile(const Allowlist& list);
  bool fits(const CompiledAllowlist& allowlist, const Subject& subject) const;
  // Whether one of the list's patterns matches what it looks at.
  bool matches(const CompiledAllowlist& allowlist,
               const Subject& subject) const;

  const Rule* family_of(std::string_view text,
                        const Pattern::Match& match) const;

  const RuleSet& rules_;
  std::unordered_set<std::string_view> rule_ids_;
  JudgeOptions options_;
  FamilyFinder families_;
  Filters filters_;
  std::deque<CompiledAllowlist> global_allowlists_;
  std::vector<std::deque<CompiledAllowlist>> allowlists_;  // by rule
  std::size_t line_patterns_ = 0;                          // of all lists
};

}  // namespace sluice

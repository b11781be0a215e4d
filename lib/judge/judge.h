// Decides whether a candidate is a finding, and gives the reason if not.
//
// Each step can drop the candidate. The cheap steps come first. The first one
// that drops the candidate is the reason that --explain-drops prints:
//
//   family     does a word nearby name the provider? (only rules for families)
//   numbers    are there enough digits, and enough entropy?
//   value      is it a placeholder, a reference, encrypted, public, words?
//   filter     does an expression of the configuration drop it?
//   context    what do name and place mean? -> Evidence -> Confidence
//   allowlist  does one of the configuration or the rule match?
//   comment    is there an allow comment beside it?
//   check      is its checksum, or its structure, right?
//
// Example: src/settings.py contains the line `DB_PASSWORD = "..."` with 13
// letters, digits and signs that spell nothing. The evidence is {form:
// assigned, name: secret, look: drawn, place: code, check: none}, and
// confidence.cc makes that medium. `API_TOKEN = "changeme"` is dropped as a
// placeholder.
//
// Thread-safety: a Judge is immutable (each pattern is compiled on first use)
// and shared by all workers.
// Ownership: keeps a reference to the rules, which must outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "finding/finding.h"
#include "judge/allow/directive.h"
#include "judge/allowlists.h"
#include "judge/checks/check.h"
#include "judge/drop.h"
#include "judge/family_finder.h"
#include "judge/filter/filters.h"
#include "judge/text_facts.h"
#include "match/pattern.h"
#include "rules/rule_set.h"

namespace sluice {

struct JudgeOptions {
  // Whether allow comments (judge/allow/directive.h) apply.
  bool allow_comments = true;
  std::string_view resource = kFileResource;  // Filters
};

struct Verdict {
  Drop drop = Drop::kNone;
  const Allowlist* allowlist = nullptr;  // the one that dropped it
  bool excepted = false;                 // Filters::Answer::excepted
  bool filter_failed = false;            // Filters::Answer::failed
  // The rule of the finding: the candidate's rule, or that of the family that
  // claims it (judge/family_finder.h).
  const Rule* rule = nullptr;
  double entropy = 0;
  ChecksumVerdict checksum = ChecksumVerdict::kAbsent;
  std::string detail;  // Finding::detail
  Evidence evidence;
  Confidence confidence = Confidence::kMedium;  // follows from `evidence`
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

  // Whether a prefilter excludes the file with this path.
  Filters::Answer prefilter(std::string_view path) const {
    return filters_.ask_of_file(path);
  }

  // Whether a rule without a pattern that fits the path reports the file.
  bool keeps_file(std::uint32_t rule, std::string_view path) const;

  // Judges a file that a rule for its kind reports; `read` is what was read of
  // it (judge/key_files/key_file.h).
  Verdict judge_file(std::uint32_t rule, std::string_view path,
                     const CheckResult& read) const;

  // Bytes that judge() needs on either side of a match.
  std::size_t reach() const;

  // `match` as it is judged and reported: in betterleaks' dialect, a secret
  // that is the whole match has no line ends around it.
  Pattern::Match trimmed(std::string_view text, Pattern::Match match) const;

  // `match` lies in `text`, which contains reach() bytes on either side unless
  // the file begins or ends there. `commit` is the id of the commit that the
  // text is from, in lower case, or empty. `facts` are those of `text`, kept
  // from one candidate to the next. Null means that none are kept.
  Verdict judge(std::uint32_t rule, std::string_view path,
                std::string_view text, const Pattern::Match& match,
                std::string_view commit = {}, TextFacts* facts = nullptr) const;

 private:
  class Trial;

  const RuleSet& rules_;
  std::unordered_set<std::string_view> rule_ids_;
  JudgeOptions options_;
  FamilyFinder families_;
  Filters filters_;
  Allowlists allowlists_;
};

}  // namespace sluice

// Finds every match of every rule in a whole text, as Go's FindAll returns
// them: leftmost first, and each search starts at the end of the last match. It
// is for callers that must agree with a tool that searches in this way. The
// Engine (match/engine.h) searches files of any size in views.
// Thread-safety: a TextMatcher is immutable and shared by all workers; a
// TextScratch belongs to one worker.
// Ownership: a TextMatcher owns its rules; matches name them by index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/match/ascii_fold.h"
#include "match/literals/literal_finder.h"
#include "match/pattern.h"
#include "match/plan/plan.h"
#include "rules/rule_set.h"

namespace sluice {

// Offsets into the text.
struct TextMatch {
  std::uint32_t rule;
  std::size_t begin, end;
};

class TextScratch {
 private:
  friend class TextMatcher;

  // Where matches of a rule may start because of an anchor at `last`.
  struct Starts {
    std::uint32_t rule;
    bool long_s;  // the anchor is one only if U+017F counts as s
    std::size_t first, last;
  };

  FinderScratch literals_;
  std::vector<LiteralHit> hits_;
  std::vector<Starts> starts_;
  std::vector<bool> keyword_seen_;  // by place in the plan
  std::string_view text_;           // the one that begin() was given
  bool is_ascii_ = true;
  AsciiFold folded_;
  // the text that the patterns search; made when needed
  std::string_view subject_;
  std::string repaired_;
  std::optional<std::string> lower_;  // made when needed
};

class TextMatcher {
 public:
  // The patterns must have passed check_patterns(). `literals` is what
  // serialize_text_literals() returned for the same rules, and must outlive the
  // matcher. If it is empty, the literals are compiled when it pays.
  static Result<std::unique_ptr<TextMatcher>> create(
      RuleSet rules, std::string_view literals = {});

  const RuleSet& rules() const { return rules_; }

  // Whether a rule is wanted. Called once for each rule that may have matches.
  using Wanted = std::function<bool(std::uint32_t rule)>;

  // Sets the text that find_all() and find_all_of() search. It must outlive
  // them.
  void begin(std::string_view text, TextScratch& scratch) const;

  // Appends the matches of the wanted rules, except rules with keywords of
  // which none is in the text. Matches are ordered by rule, then by place.
  void find_all(const Wanted& wanted, TextScratch& scratch,
                std::vector<TextMatch>* matches) const;

  // Appends the matches of one rule, whatever its keywords.
  void find_all_of(std::uint32_t rule, TextScratch& scratch,
                   std::vector<TextMatch>* matches) const;

  // Returns the groups of the leftmost match of `rule` in `text` alone,
  // beginning with the whole match. Returns false if there is no match.
  bool groups(std::uint32_t rule, std::string_view text,
              std::vector<std::string_view>* groups) const;

 private:
  friend Result<std::string> serialize_text_literals(RuleSet rules);

  explicit TextMatcher(RuleSet rules);

  void plan_rules();
  void require_anchors(std::uint32_t rule);
  void probe_core(std::uint32_t rule, std::uint32_t lead);
  static std::string_view subject(TextScratch& scratch);
  static const std::string& lower(TextScratch& scratch);
  bool may_run(std::uint32_t rule, std::span<const TextScratch::Starts> starts,
               TextScratch& scratch) const;
  bool keyword_in(std::uint32_t rule, const std::string& lower) const;
  void collect(TextScratch& scratch) const;
  void collect_folded(TextScratch& scratch) const;
  void note(std::uint32_t literal, std::size_t at, bool long_s,
            TextScratch& scratch) const;
  void search(std::string_view text, std::uint32_t rule,
              const TextScratch::Starts* first, const TextScratch::Starts* end,
              std::vector<TextMatch>* matches) const;
  void probe(std::string_view text, std::uint32_t rule,
             const TextScratch::Starts* first, const TextScratch::Starts* end,
             std::vector<TextMatch>* matches) const;
  void find_plain(std::string_view text, std::uint32_t rule,
                  std::vector<TextMatch>* matches) const;

  RuleSet rules_;
  // The rules as the plan sees them, with the anchors that were chosen here.
  std::vector<Rule> planned_;
  std::deque<std::string> anchor_texts_;
  std::deque<std::vector<Anchor>> anchors_;
  // By rule: if the rule is probed at its anchors, the number of bytes that may
  // precede an anchor; kNotProbed otherwise.
  std::vector<std::uint32_t> probed_;
  // By place in the plan: its keywords are the anchors of its rule, one of
  // which must be there.
  std::vector<bool> needs_anchor_;
  // By rule: the place in the plan that has its own keywords; kNoKeyword if
  // none has them.
  std::vector<std::uint32_t> keyword_of_;
  std::deque<std::vector<std::string_view>> anchor_words_;
  MatchPlan plan_;
  std::unique_ptr<LiteralFinder> literals_;
  std::deque<Pattern> patterns_;  // by rule
  // By rule, in lower case; and whether one contains a byte that is not ASCII.
  std::vector<std::vector<std::string>> keywords_;
  std::vector<bool> odd_keywords_;
};

// The literals of a TextMatcher of `rules` as bytes for TextMatcher::create().
Result<std::string> serialize_text_literals(RuleSet rules);

}  // namespace sluice

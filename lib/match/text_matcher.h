// Every match of every rule in a text that is whole, as Go's FindAll gives
// them: leftmost first, the next from the end of the last one. For callers who
// have to agree with a tool that searches so; a file in views, of any size, is
// for the Engine (match/engine.h).
// Thread-safety: a TextMatcher is immutable and shared by all workers; a
// TextScratch belongs to one worker.
// Ownership: a TextMatcher owns its rules; matches name them by index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/literal_index.h"
#include "match/pattern.h"
#include "match/plan.h"
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

  // Where matches of a rule may start, because an anchor stands at `last`.
  struct Starts {
    std::uint32_t rule;
    std::size_t first, last;
  };

  LiteralScratch literals_;
  std::vector<LiteralHit> hits_;
  std::vector<Starts> starts_;
  std::vector<bool> keyword_seen_;  // by place in the plan
  std::string_view text_;           // the one that begin() was given
  std::string_view subject_;        // what the patterns run on; empty: not yet
  std::string repaired_;
};

class TextMatcher {
 public:
  // The patterns must have passed check_patterns().
  static Result<std::unique_ptr<TextMatcher>> create(RuleSet rules);

  const RuleSet& rules() const { return rules_; }

  Result<TextScratch> make_scratch() const;

  // Whether a rule is wanted; asked once for a rule that may have matches.
  using Wanted = std::function<bool(std::uint32_t rule)>;

  // Makes `text`, which must stay, the one that the two below search.
  void begin(std::string_view text, TextScratch& scratch) const;

  // Appends the matches of the wanted rules that have no keywords or one that
  // stands in the text, rule by rule, each rule's in the order of their place.
  void find_all(const Wanted& wanted, TextScratch& scratch,
                std::vector<TextMatch>* matches) const;

  // Appends the matches of one rule, whatever its keywords.
  void find_all_of(std::uint32_t rule, TextScratch& scratch,
                   std::vector<TextMatch>* matches) const;

  // The groups of the leftmost match of `rule` in `text` by itself, the whole
  // match first; false without a match.
  bool groups(std::uint32_t rule, std::string_view text,
              std::vector<std::string_view>* groups) const;

 private:
  explicit TextMatcher(RuleSet rules);

  void plan_rules();
  static std::string_view subject(TextScratch& scratch);
  bool is_odd(std::string_view text) const;
  // Whether `lower`, a text in lower case, has a keyword of `rule`, or need
  // have none.
  bool keyword_in(std::uint32_t rule, const std::string& lower) const;
  void find_odd(const Wanted& wanted, TextScratch& scratch,
                std::vector<TextMatch>* matches) const;
  void collect(TextScratch& scratch) const;
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
  // By rule: the bytes that may stand before its anchors, if it is probed at
  // them; kNotProbed otherwise.
  std::vector<std::uint32_t> probed_;
  // By rule, where the plan's keywords are its anchors, one of which must be
  // there: its place in the plan with keywords of its own, if it has any.
  std::vector<std::uint32_t> second_gate_;
  std::deque<std::vector<std::string_view>> gate_words_;
  MatchPlan plan_;
  LiteralIndex index_;
  std::deque<Pattern> patterns_;  // by rule
  // By rule, in lower case; and whether one holds a byte that is not ASCII.
  std::vector<std::vector<std::string>> keywords_;
  bool odd_keywords_ = false;
};

}  // namespace sluice

// Which candidates of a view need no verdict.
//
// Three to five rules find the same secret. If the finding of one of them is
// kept, it covers what the others would be (scan/report/overlap.h), so that
// nobody would ever see their verdicts. A verdict costs more than everything
// else, so that rule is asked first, and the others are not asked.
//
// Thread-safety: belongs to one worker. Ownership: refers to the engine, and to
// the candidates of the view at hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_choice.h"

namespace sluice {

class CoveredCandidates {
 public:
  struct Options {
    // hides_covered() of the report.
    bool enabled = false;
    // A finding of a rule that is off covers nothing. Null: all are on.
    const RuleChoice* rules = nullptr;
  };

  CoveredCandidates(const Engine& engine, const Options& options);

  // Begins with other candidates, in the order of their matches. Nothing covers
  // anything if a comment may allow what one rule finds, and not what another
  // one does (`by_rule`).
  void begin(std::span<const Candidate> candidates, bool by_rule);

  // Returns a later candidate that would cover number `at` if it is kept, and
  // has no verdict yet.
  std::optional<std::size_t> rival_of(std::size_t at) const;

  // Takes the verdict on candidate `at`.
  void note(std::size_t at, const Verdict& verdict, const FileMatch& file);

  // Takes a verdict before its turn, and gives it back when it comes.
  void keep(std::size_t at, Verdict verdict) {
    early_.emplace_back(at, std::move(verdict));
  }
  std::optional<Verdict> take(std::size_t at);

  // Whether a candidate that is kept covers number `at`, whatever it is.
  bool is_covered(std::size_t at) const;

 private:
  struct Kept {
    std::uint32_t rule = 0;
    std::size_t begin = 0, end = 0;  // of the secret, in the view
    Confidence confidence{};
    ValueLook look{};
  };

  const RuleSet& rules_;
  const Engine& engine_;
  const RuleChoice* choice_;
  const bool enabled_;
  bool on_ = false;  // for these candidates
  std::span<const Candidate> candidates_;
  std::array<Kept, 4> kept_{};  // the last ones
  std::size_t next_ = 0;
  std::vector<std::pair<std::size_t, Verdict>> early_;
};

}  // namespace sluice

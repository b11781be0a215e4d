// A candidate is covered by a kept finding of the same secret if
// settle_overlaps() will cover its finding, whatever its verdict
// (covers_surely()). A rule that only serves families has no finding then.
//
// Only candidates of one view meet. ReportParts::add() does the same for those
// that a view's border separates, so that the parts of a report do not depend
// on the views.
//
// Rejected: one verdict for all rules of a secret. A rule has allowlists, and a
// kind of value, of its own.

#include "scan/find/covered_candidates.h"

#include <algorithm>

#include "finding/evidence.h"
#include "scan/report/overlap.h"

namespace sluice {
namespace {

// How many candidates are looked at for one with the same secret.
constexpr std::size_t kAhead = 16;

bool same_secret(const Candidate& a, const Candidate& b) {
  return a.match.secret_begin == b.match.secret_begin &&
         a.match.secret_end == b.match.secret_end;
}

}  // namespace

CoveredCandidates::CoveredCandidates(const Engine& engine,
                                     const Options& options)
    : rules_(engine.rules()),
      engine_(engine),
      choice_(options.rules),
      enabled_(options.enabled) {}

void CoveredCandidates::begin(std::span<const Candidate> candidates,
                              bool by_rule) {
  on_ = enabled_ && !by_rule;
  candidates_ = candidates;
  kept_ = {};
  early_.clear();
}

// The one that comes first by its id, because it covers the others as well.
std::optional<std::size_t> CoveredCandidates::rival_of(std::size_t at) const {
  if (!on_) return std::nullopt;
  const Candidate& one = candidates_[at];
  const std::size_t last = std::min(candidates_.size(), at + 1 + kAhead);
  const auto is_early = [&](std::size_t number) {
    return std::ranges::any_of(
        early_, [&](const auto& early) { return early.first == number; });
  };
  std::optional<std::size_t> first;
  for (std::size_t i = at + 1; i < last; ++i) {
    const Candidate& other = candidates_[i];
    if (other.match.begin > one.match.secret_begin) break;
    const Rule& rule = rules_.rules()[other.rule];
    if (same_secret(one, other) && !is_early(i) &&
        covers_surely(rule, rule.confidence, ValueLook::kDrawn,
                      rules_.rules()[one.rule]) &&
        (!first || rule.id < rules_.rules()[candidates_[*first].rule].id))
      first = i;
  }
  return first;
}

void CoveredCandidates::note(std::size_t at, const Verdict& verdict,
                             const FileMatch& file) {
  const Candidate& one = candidates_[at];
  const Rule& rule = rules_.rules()[one.rule];
  // A comment beside it that names rules counts for each rule by itself.
  if (!on_ || verdict.drop != Drop::kNone || verdict.rule != &rule ||
      !verdict.doubts.empty() ||
      (choice_ != nullptr && !choice_->is_on(&rule)) ||
      !engine_.keyword_seen(one.rule, file))
    return;
  next_ = (next_ + 1) % kept_.size();
  kept_[next_] = {one.rule, one.match.secret_begin, one.match.secret_end,
                  verdict.confidence, verdict.evidence.look};
}

std::optional<Verdict> CoveredCandidates::take(std::size_t at) {
  const auto early = std::ranges::find_if(
      early_, [&](const auto& one) { return one.first == at; });
  if (early == early_.end()) return std::nullopt;
  Verdict verdict = std::move(early->second);
  early_.erase(early);
  return verdict;
}

bool CoveredCandidates::is_covered(std::size_t at) const {
  const Candidate& one = candidates_[at];
  return std::ranges::any_of(kept_, [&](const Kept& kept) {
    return kept.end == one.match.secret_end &&
           kept.begin == one.match.secret_begin && kept.end != 0 &&
           kept.rule != one.rule &&
           covers_surely(rules_.rules()[kept.rule], kept.confidence, kept.look,
                         rules_.rules()[one.rule]);
  });
}

}  // namespace sluice

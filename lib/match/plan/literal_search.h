// Finds the literals of a plan. In a file whose path fits no rule for certain
// paths, it looks for the literals of the other rules alone
// (literal_search.cc).
// Thread-safety: shared by all workers once loaded; a Scratch belongs to one.
// Ownership: the rules, the plan and the bytes that were loaded must outlive
// it. Errors: bytes that are damaged may show when they are first needed, by a
// std::runtime_error.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "match/filters/rule_paths.h"
#include "match/literals/literal_finder.h"
#include "match/plan/known_literals.h"
#include "match/plan/literal_parts.h"
#include "match/plan/plan.h"
#include "rules/rule_set.h"

namespace sluice {

class LiteralSearch {
 public:
  LiteralSearch(std::span<const Rule> rules, const MatchPlan& plan)
      : rules_(rules), plan_(plan) {}

  // The parts of what serialize_literals() gave for the same rules; without
  // them the literals are compiled when it pays. To be called before all else.
  // Error: kConfig, for damaged bytes.
  Result<void> load(const LiteralParts& serialized);

  // The same where they are those of `known`, of which `rules` may have most:
  // only what the rules have besides is compiled.
  Result<void> load(const LiteralParts& serialized,
                    std::span<const Rule> known);

  // Which rules bound to paths can apply to a file of this path.
  PathFit fit(std::string_view path) const;

  // Whether `rule` is bound to paths. To be asked after fit().
  bool is_bound(std::uint32_t rule) const { return paths_.is_bound(rule); }

  struct Scratch {
    FinderScratch all;
    FinderScratch for_any_path;
    FinderScratch others;
  };

  // The literals of all rules, or of those that are bound to no paths.
  enum class Set : bool { kAll, kForAnyPath };

  // Appends the occurrences in `text` of the literals of `set`.
  void find(std::string_view text, Set set, Scratch& scratch,
            std::vector<LiteralHit>* hits) const;

 private:
  struct ForAnyPath {
    std::vector<std::uint32_t> ids;  // in the plan, of the finder's literals
    std::unique_ptr<LiteralFinder> literals;
  };

  const LiteralFinder& all() const;
  const ForAnyPath& for_any_path() const;
  const RulePaths* paths() const;
  const MatchPlan& searched() const { return known_ ? known_plan_ : plan_; }
  void find_others(std::string_view text, Scratch& scratch, std::size_t first,
                   std::vector<LiteralHit>* hits) const;

  std::span<const Rule> rules_;
  const MatchPlan& plan_;
  LiteralParts serialized_;  // empty: for want of them, compiled
  // There if `serialized_` is of other rules; then their plan and paths, and
  // what is looked for besides, which is null if there is nothing.
  std::optional<KnownLiterals> known_;
  MatchPlan known_plan_;
  RulePaths known_paths_;
  std::unique_ptr<LiteralFinder> others_;
  // Each is made by the first thread that needs it, and written once, under its
  // flag.
  mutable std::once_flag all_once_;
  mutable std::unique_ptr<LiteralFinder> all_;
  mutable std::once_flag for_any_path_once_;
  mutable ForAnyPath for_any_path_;
  mutable std::once_flag paths_once_;
  mutable RulePaths paths_;
};

// The plan, the rule paths and the literals of `rules` as bytes, which
// split_parts() takes apart.
Result<std::string> serialize_literals(const RuleSet& rules);

}  // namespace sluice

// Finds the literals of a plan. If the path of a file fits no rule for certain
// paths, it searches only for the literals of the other rules
// (plan_search.cc).
// Thread-safety: shared by all workers once loaded; a Scratch belongs to one
// worker.
// Ownership: the rules, the plan and the loaded bytes must outlive it.
// Errors: damaged bytes may show only when they are first needed, as a
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
#include "match/plan/plan.h"
#include "rules/rule_set.h"

namespace sluice {

// The parts of what serialize_literals() returns, which they point into.
struct LiteralParts {
  std::string_view plan;          // serialize_plan()
  std::string_view paths;         // RulePaths::serialize()
  std::string_view all;           // LiteralIndex::serialize()
  std::string_view for_any_path;  // the same for rules for any path
};

std::string join_parts(const LiteralParts& parts);
// Error: kConfig if the bytes are damaged.
Result<LiteralParts> split_parts(std::string_view bytes);

class PlanSearch {
 public:
  PlanSearch(std::span<const Rule> rules, const MatchPlan& plan)
      : rules_(rules), plan_(plan) {}

  // Loads the parts of what serialize_literals() returned for the same rules.
  // Without them, the literals are compiled when it pays. Call it before
  // everything else. Error: kConfig if the bytes are damaged.
  Result<void> load(const LiteralParts& serialized);

  // Loads the parts of `known`; `rules` may contain most of these rules. Only
  // the literals of the other rules are compiled.
  Result<void> load(const LiteralParts& serialized,
                    std::span<const Rule> known);

  // Which rules for certain paths can apply to a file with this path.
  PathFit fit(std::string_view path) const;

  // Whether `rule` is only for certain paths. Call it after fit().
  bool is_bound(std::uint32_t rule) const { return paths_.is_bound(rule); }

  struct Scratch {
    FinderScratch all;
    FinderScratch for_any_path;
    FinderScratch others;
  };

  // The literals of all rules, or those of the rules for any path.
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
  LiteralParts serialized_;  // empty if they are compiled
  // Set if `serialized_` belongs to other rules: their plan and paths, and the
  // search for the other literals, which is null if there are none.
  std::optional<KnownLiterals> known_;
  MatchPlan known_plan_;
  RulePaths known_paths_;
  std::unique_ptr<LiteralFinder> others_;
  // The first thread that needs one of these makes it. Each is written once,
  // under its flag.
  mutable std::once_flag all_once_;
  mutable std::unique_ptr<LiteralFinder> all_;
  mutable std::once_flag for_any_path_once_;
  mutable ForAnyPath for_any_path_;
  mutable std::once_flag paths_once_;
  mutable RulePaths paths_;
};

// Returns the plan, the rule paths and the literals of `rules` as bytes, which
// split_parts() separates.
Result<std::string> serialize_literals(const RuleSet& rules);

}  // namespace sluice

// Rules for certain paths cost nothing in other files. If none of them can fit
// the path of a file (rule_paths.h), the file is searched only for the literals
// of the other rules, for_any_path(). So additional rules for scripts do not
// slow down a tree of C sources. The hits have the numbers of the one plan, and
// rules for certain paths are skipped if they share a literal. There are only
// two sets, because each has its own database, and a set for each kind of file
// would be many.
//
// If a user's rules extend the default rules, both sets are those of the
// default rules. The other literals of the user's rules (known_literals.h) are
// searched for separately, in every file. One set of all of them, compiled at
// each scan, took a third more time with one rule, and twice the time with 500.

#include "match/plan/plan_search.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "match/filters/lookahead.h"
#include "match/plan/block_marks.h"
#include "match/plan/plan_bytes.h"

namespace sluice {
namespace {

// The ids of the literals that rules for any path use.
std::vector<std::uint32_t> used_on_any_path(const MatchPlan& plan,
                                            const RulePaths& paths) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < plan.literals.size(); ++id)
    if (!std::ranges::all_of(plan.uses_of(id), [&](const LiteralUse& use) {
          return use.rule != LiteralUse::kMark && paths.is_bound(use.rule);
        }))
      ids.push_back(id);
  return ids;
}

template <typename T>
std::vector<T> chosen(const std::vector<T>& all,
                      std::span<const std::uint32_t> ids) {
  std::vector<T> some;
  for (const std::uint32_t id : ids) some.push_back(all[id]);
  return some;
}

// The bytes that may follow each literal if a rule can match.
std::vector<Follow> follow_of(const MatchPlan& plan,
                              std::span<const Rule> rules) {
  std::vector<std::string> tables;
  for (const Rule& rule : rules)
    tables.push_back(rule.regex.empty() ? ""
                                        : Lookahead::make_table(rule.regex));
  std::vector<Follow> follow(plan.literals.size());
  for (std::uint32_t id = 0; id < plan.literals.size(); ++id)
    for (const LiteralUse& use : plan.uses_of(id))
      if (use.anchor)
        Lookahead(tables[use.rule]).add_to(&follow[id], use.number);
      else
        follow[id].bytes.fill(Follow::kAny);
  return follow;
}

std::unique_ptr<LiteralFinder> finder_of(std::vector<Literal> literals,
                                         std::string_view serialized) {
  auto made = LiteralFinder::create(std::move(literals), serialized);
  if (!made) throw std::runtime_error(made.error().message);
  return *std::move(made);
}

}  // namespace

Result<void> PlanSearch::load(const LiteralParts& serialized) {
  serialized_ = serialized;
  std::optional<RulePaths> paths =
      RulePaths::deserialize(serialized_.paths, rules_.size());
  if (!paths)
    return fail(ErrorCode::kConfig, "the embedded rule paths is damaged");
  std::call_once(paths_once_, [&] { paths_ = *std::move(paths); });
  return {};
}

Result<void> PlanSearch::load(const LiteralParts& serialized,
                              std::span<const Rule> known) {
  std::optional<MatchPlan> plan =
      deserialize_plan(serialized.plan, known.size());
  std::optional<RulePaths> paths =
      RulePaths::deserialize(serialized.paths, known.size());
  if (!plan || !paths)
    return fail(ErrorCode::kConfig, "the embedded plan is damaged");
  KnownLiterals literals = KnownLiterals::make(rules_, plan_, known, *plan);
  if (!literals.pays) return {};
  serialized_ = serialized;
  known_plan_ = *std::move(plan);
  known_paths_ = *std::move(paths);
  std::call_once(paths_once_,
                 [&] { paths_ = known_paths_.for_rules(literals.rules); });
  if (!literals.others.empty())
    others_ = finder_of(chosen(plan_.literals, literals.others), "");
  known_ = std::move(literals);
  return {};
}

const LiteralFinder& PlanSearch::all() const {
  std::call_once(all_once_, [&] {
    all_ = finder_of(searched().literals, serialized_.all);
  });
  return *all_;
}

const PlanSearch::ForAnyPath& PlanSearch::for_any_path() const {
  std::call_once(for_any_path_once_, [&] {
    for_any_path_.ids =
        used_on_any_path(searched(), known_ ? known_paths_ : paths_);
    for_any_path_.literals =
        finder_of(chosen(searched().literals, for_any_path_.ids),
                  serialized_.for_any_path);
  });
  return for_any_path_;
}

// Null if they are not made yet. Making them takes longer than scanning a few
// files, so they are made when it has paid to compile the literals.
const RulePaths* PlanSearch::paths() const {
  if (serialized_.paths.empty() && !all().compiled()) return nullptr;
  std::call_once(paths_once_, [&] { paths_ = RulePaths::make(rules_); });
  return &paths_;
}

PathFit PlanSearch::fit(std::string_view path) const {
  const RulePaths* const made = paths();
  if (made == nullptr || !made->any_bound()) return {true, true};
  return made->fit(path);
}

void PlanSearch::find(std::string_view text, Set set, Scratch& scratch,
                      std::vector<LiteralHit>* hits) const {
  const std::size_t first = hits->size();
  if (set == Set::kAll) {
    all().find(text, scratch.all, hits);
  } else {
    const auto& [ids, literals] = for_any_path();
    literals->find(text, scratch.for_any_path, hits);
    for (LiteralHit& hit : std::span(*hits).subspan(first))
      hit.literal = ids[hit.literal];
  }
  if (known_) find_others(text, scratch, first, hits);
}

// Converts hits[first ...) from the numbers of the known plan to those of the
// plan, and adds the occurrences of the other literals.
void PlanSearch::find_others(std::string_view text, Scratch& scratch,
                             std::size_t first,
                             std::vector<LiteralHit>* hits) const {
  std::size_t kept = first;
  for (std::size_t i = first; i < hits->size(); ++i) {
    const std::uint32_t id = known_->ids[(*hits)[i].literal];
    if (id != KnownLiterals::kNone) (*hits)[kept++] = {id, (*hits)[i].end};
  }
  hits->resize(kept);
  if (others_) {
    const std::size_t known = hits->size();
    others_->find(text, scratch.others, hits);
    for (LiteralHit& hit : std::span(*hits).subspan(known))
      hit.literal = known_->others[hit.literal];
  }
  const auto place = [](const LiteralHit& hit) {
    return std::pair(hit.end, hit.literal);
  };
  const std::span<LiteralHit> found = std::span(*hits).subspan(first);
  if (!std::ranges::is_sorted(found, {}, place))
    std::ranges::sort(found, {}, place);
  // A known literal may also be searched for separately.
  const auto end = std::unique(found.begin(), found.end(),
                               [&](const LiteralHit& a, const LiteralHit& b) {
                                 return place(a) == place(b);
                               });
  hits->resize(first + static_cast<std::size_t>(end - found.begin()));
}

Result<std::string> serialize_literals(const RuleSet& rules) {
  const MatchPlan plan = make_plan(rules.rules(), kBlockMarks);
  const RulePaths paths = RulePaths::make(rules.rules());
  std::vector<std::uint32_t> fewer;  // none where there is nothing to choose
  if (paths.any_bound()) fewer = used_on_any_path(plan, paths);
  const std::vector<Follow> follow = follow_of(plan, rules.rules());
  SLUICE_TRY_ASSIGN(const std::string all,
                    LiteralIndex::serialize(plan.literals, follow));
  SLUICE_TRY_ASSIGN(const std::string for_any_path,
                    LiteralIndex::serialize(chosen(plan.literals, fewer),
                                            chosen(follow, fewer)));
  return join_parts(
      {serialize_plan(plan), paths.serialize(), all, for_any_path});
}

// The size of each part, then its bytes.
std::string join_parts(const LiteralParts& parts) {
  std::string bytes;
  for (const std::string_view part :
       {parts.plan, parts.paths, parts.all, parts.for_any_path}) {
    const std::uint64_t size = part.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(part);
  }
  return bytes;
}

Result<LiteralParts> split_parts(std::string_view bytes) {
  LiteralParts parts;
  for (std::string_view* part :
       {&parts.plan, &parts.paths, &parts.all, &parts.for_any_path}) {
    std::uint64_t size = 0;
    if (bytes.size() >= sizeof size) {
      std::memcpy(&size, bytes.data(), sizeof size);
      bytes.remove_prefix(sizeof size);
      *part = bytes.substr(0, size);
    }
    if (part->data() == nullptr || part->size() != size)
      return fail(ErrorCode::kConfig, "the embedded literals are damaged");
    bytes.remove_prefix(size);
  }
  return parts;
}

}  // namespace sluice

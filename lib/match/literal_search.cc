// Rules for certain paths cost nothing elsewhere. A file whose path none of
// them can fit (path_gate.h) is searched for the literals of the other rules
// alone, everywhere(); so adding rules for scripts does not slow down a tree
// of sources in C. The hits are numbered as in the one plan, and the gated
// rules are skipped where they share a literal. Not more than two sets: each
// has a database of its own, and a set for each kind of file would be many.

#include "match/literal_search.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "match/block_marks.h"
#include "match/follow_gate.h"
#include "match/plan_bytes.h"

namespace sluice {
namespace {

// The ids of the literals that a rule uses which is not gated.
std::vector<std::uint32_t> used_everywhere(const MatchPlan& plan,
                                           const PathGate& gate) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 0; id < plan.literals.size(); ++id)
    if (!std::ranges::all_of(plan.uses_of(id), [&](const LiteralUse& use) {
          return use.rule != LiteralUse::kMark && gate.gates(use.rule);
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

// What may stand behind each literal where a rule can match.
std::vector<Follow> follow_of(const MatchPlan& plan,
                              std::span<const Rule> rules) {
  std::vector<std::string> tables;
  for (const Rule& rule : rules)
    tables.push_back(rule.regex.empty() ? ""
                                        : FollowGate::make_table(rule.regex));
  std::vector<Follow> follow(plan.literals.size());
  for (std::uint32_t id = 0; id < plan.literals.size(); ++id)
    for (const LiteralUse& use : plan.uses_of(id))
      if (use.anchor)
        FollowGate(tables[use.rule]).add_to(&follow[id], use.number);
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

Result<void> LiteralSearch::load(const LiteralParts& serialized) {
  serialized_ = serialized;
  std::optional<PathGate> gate =
      PathGate::deserialize(serialized_.gate, rules_.size());
  if (!gate)
    return fail(ErrorCode::kConfig, "the embedded path gate is damaged");
  std::call_once(gate_once_, [&] { gate_ = *std::move(gate); });
  return {};
}

const LiteralFinder& LiteralSearch::all() const {
  std::call_once(all_once_,
                 [&] { all_ = finder_of(plan_.literals, serialized_.all); });
  return *all_;
}

const LiteralSearch::Everywhere& LiteralSearch::everywhere() const {
  std::call_once(everywhere_once_, [&] {
    everywhere_.ids = used_everywhere(plan_, gate_);
    everywhere_.literals = finder_of(chosen(plan_.literals, everywhere_.ids),
                                     serialized_.everywhere);
  });
  return everywhere_;
}

// Null: not made yet. To make it takes longer than to scan a few files, so that
// is done when it has paid to compile the literals.
const PathGate* LiteralSearch::gate() const {
  if (serialized_.gate.empty() && !all().compiled()) return nullptr;
  std::call_once(gate_once_, [&] { gate_ = PathGate::make(rules_); });
  return &gate_;
}

PathFit LiteralSearch::fit(std::string_view path) const {
  const PathGate* const made = gate();
  if (made == nullptr || !made->gates_any()) return {true, true};
  return made->fit(path);
}

void LiteralSearch::find(std::string_view text, bool gated, Scratch& scratch,
                         std::vector<LiteralHit>* hits) const {
  if (!gated) return all().find(text, scratch.all, hits);
  const auto& [ids, literals] = everywhere();
  const std::size_t first = hits->size();
  literals->find(text, scratch.everywhere, hits);
  for (LiteralHit& hit : std::span(*hits).subspan(first))
    hit.literal = ids[hit.literal];
}

Result<std::string> serialize_literals(const RuleSet& rules) {
  const MatchPlan plan = make_plan(rules.rules(), kBlockMarks);
  const PathGate gate = PathGate::make(rules.rules());
  std::vector<std::uint32_t> fewer;  // none where there is nothing to choose
  if (gate.gates_any()) fewer = used_everywhere(plan, gate);
  const std::vector<Follow> follow = follow_of(plan, rules.rules());
  SLUICE_TRY_ASSIGN(const std::string all,
                    LiteralIndex::serialize(plan.literals, follow));
  SLUICE_TRY_ASSIGN(const std::string everywhere,
                    LiteralIndex::serialize(chosen(plan.literals, fewer),
                                            chosen(follow, fewer)));
  return join_parts({serialize_plan(plan), gate.serialize(), all, everywhere});
}

}  // namespace sluice

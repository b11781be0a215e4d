#include "match/plan/known_literals.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sluice {
namespace {

// Whether the two rules search for the same, in the same files.
bool are_equal(const Rule& a, const Rule& b) {
  const auto equal = [](const Anchor& one, const Anchor& other) {
    return one.text == other.text && one.caseless == other.caseless &&
           one.max_lead == other.max_lead;
  };
  return a.regex == b.regex && a.assignment == b.assignment &&
         a.path == b.path && std::ranges::equal(a.keywords, b.keywords) &&
         std::ranges::equal(a.anchors, b.anchors, equal);
}

std::vector<std::uint32_t> known_among(std::span<const Rule> rules,
                                       std::span<const Rule> known) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < known.size(); ++i)
    numbers.emplace(known[i].id, i);
  std::vector<std::uint32_t> found;
  for (const Rule& rule : rules) {
    const auto at = numbers.find(rule.id);
    const bool is_known =
        at != numbers.end() && are_equal(rule, known[at->second]);
    found.push_back(is_known ? at->second : KnownLiterals::kNone);
  }
  return found;
}

std::string key_of(const Literal& literal) {
  return literal.text + (literal.caseless ? 'i' : 's');
}

}  // namespace

KnownLiterals KnownLiterals::make(std::span<const Rule> rules,
                                  const MatchPlan& plan,
                                  std::span<const Rule> known_rules,
                                  const MatchPlan& known_plan) {
  KnownLiterals made;
  made.rules = known_among(rules, known_rules);
  const auto is_known = [&](const LiteralUse& use) {
    return use.rule == LiteralUse::kMark || made.rules[use.rule] != kNone;
  };
  std::unordered_map<std::string, std::uint32_t> known_ids;
  for (std::uint32_t i = 0; i < known_plan.literals.size(); ++i)
    known_ids.emplace(key_of(known_plan.literals[i]), i);
  made.ids.assign(known_plan.literals.size(), kNone);
  for (std::uint32_t id = 0; id < plan.literals.size(); ++id) {
    const auto at = known_ids.find(key_of(plan.literals[id]));
    if (at != known_ids.end()) made.ids[at->second] = id;
    if (at == known_ids.end() ||
        !std::ranges::all_of(plan.uses_of(id), is_known))
      made.others.push_back(id);
  }
  const auto there = std::ranges::count_if(
      made.rules, [](std::uint32_t number) { return number != kNone; });
  made.pays = 2 * static_cast<std::size_t>(there) > known_rules.size();
  return made;
}

}  // namespace sluice

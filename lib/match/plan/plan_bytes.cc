#include "match/plan/plan_bytes.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "match/prefilter/bytes.h"

namespace sluice {
namespace {

// LiteralUse without the unwritten bytes between its members.
struct Use {
  std::uint32_t rule;
  std::uint32_t lead;
  std::uint32_t number;
  std::uint32_t flags;
};
constexpr std::uint32_t kAnchor = 1;
constexpr std::uint32_t kStartsWord = 2;
constexpr std::uint32_t kNeeded = 4;

struct LiteralHead {
  std::uint32_t size;
  std::uint32_t caseless;
};

// The lists of a plan that are copied unchanged, the same in both directions.
template <typename Plan, typename Do>
bool for_each_list(Plan& plan, const Do& visit) {
  return visit(plan.first_use) && visit(plan.plain_rules) &&
         visit(plan.row_rules) && visit(plan.path_rules) &&
         visit(plan.file_rules) && visit(plan.span);
}

}  // namespace

std::string serialize_plan(const MatchPlan& plan) {
  std::string bytes;
  append_bytes(&plan.right_context, 1, &bytes);
  for_each_list(plan, [&](const auto& list) {
    append_list(list, &bytes);
    return true;
  });
  const std::vector<std::uint8_t> needs_keyword(plan.needs_keyword.begin(),
                                                plan.needs_keyword.end());
  append_list(needs_keyword, &bytes);
  std::vector<Use> uses;
  for (const LiteralUse& use : plan.uses)
    uses.push_back({use.rule, use.lead, use.number,
                    (use.anchor ? kAnchor : 0) |
                        (use.starts_word ? kStartsWord : 0) |
                        (use.needed ? kNeeded : 0)});
  append_list(uses, &bytes);
  std::vector<LiteralHead> heads;
  std::string texts;
  for (const Literal& literal : plan.literals) {
    heads.push_back({static_cast<std::uint32_t>(literal.text.size()),
                     literal.caseless ? 1U : 0U});
    texts += literal.text;
  }
  append_list(heads, &bytes);
  return bytes + texts;
}

std::optional<MatchPlan> deserialize_plan(std::string_view bytes,
                                          std::size_t rules) {
  MatchPlan plan;
  std::vector<std::uint8_t> needs_keyword;
  std::vector<Use> uses;
  std::vector<LiteralHead> heads;
  if (!take_bytes(&bytes, 1, &plan.right_context) ||
      !for_each_list(plan,
                     [&](auto& list) { return take_list(&bytes, &list); }) ||
      !take_list(&bytes, &needs_keyword) || !take_list(&bytes, &uses) ||
      !take_list(&bytes, &heads))
    return std::nullopt;
  if (plan.span.size() != rules || needs_keyword.size() != rules ||
      plan.first_use.size() != heads.size() + 1)
    return std::nullopt;
  plan.needs_keyword.assign(needs_keyword.begin(), needs_keyword.end());
  plan.uses.reserve(uses.size());
  for (const Use& use : uses)
    plan.uses.push_back({use.rule, (use.flags & kAnchor) != 0, use.lead,
                         use.number, (use.flags & kStartsWord) != 0,
                         (use.flags & kNeeded) != 0});
  plan.literals.reserve(heads.size());
  for (const LiteralHead& head : heads) {
    if (bytes.size() < head.size) return std::nullopt;
    plan.literals.push_back(
        {std::string(bytes.substr(0, head.size)), head.caseless != 0});
    bytes.remove_prefix(head.size);
  }
  if (!bytes.empty()) return std::nullopt;
  return plan;
}

}  // namespace sluice

#include "match/plan/plan.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "regex/word_start.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice {
namespace {

bool usable(const Anchor& anchor) {
  return !anchor.text.empty() && anchor.max_lead <= kMaxLead;
}

// Whether every anchor of `rule` contains one of its keywords, so that an
// anchor proves that a keyword is there.
bool anchors_imply_keyword(const Rule& rule) {
  std::vector<std::string> keywords;
  keywords.reserve(rule.keywords.size());
  for (const std::string_view keyword : rule.keywords)
    keywords.push_back(lower_case(keyword));
  return std::ranges::all_of(rule.anchors, [&](const Anchor& anchor) {
    const std::string text = lower_case(anchor.text);
    return std::ranges::any_of(keywords, [&](const std::string& keyword) {
      return text.find(keyword) != std::string::npos;
    });
  });
}

// Gives each distinct literal an id, in the order of first use.
class LiteralTable {
 public:
  void add(std::string_view text, bool caseless, LiteralUse use) {
    std::string key = caseless ? lower_case(text) : std::string(text);
    key.push_back(caseless ? 'i' : 's');
    const auto [at, fresh] =
        ids_.try_emplace(key, static_cast<std::uint32_t>(literals_.size()));
    if (fresh) {
      key.pop_back();
      literals_.push_back({std::move(key), caseless});
      uses_.emplace_back();
    }
    uses_[at->second].push_back(use);
  }

  void move_to(MatchPlan* plan) {
    plan->literals = std::move(literals_);
    for (std::vector<LiteralUse>& uses : uses_) {
      std::stable_partition(uses.begin(), uses.end(),
                            [](const LiteralUse& use) { return use.anchor; });
      plan->first_use.push_back(static_cast<std::uint32_t>(plan->uses.size()));
      plan->uses.insert(plan->uses.end(), uses.begin(), uses.end());
    }
    plan->first_use.push_back(static_cast<std::uint32_t>(plan->uses.size()));
  }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<Literal> literals_;
  std::vector<std::vector<LiteralUse>> uses_;
};

}  // namespace

MatchPlan make_plan(std::span<const Rule> rules,
                    std::span<const std::string_view> marks) {
  MatchPlan plan;
  LiteralTable table;
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const Rule& rule = rules[i];
    plan.span.push_back(std::min(rule.max_width, kMaxSpan));
    plan.needs_keyword.push_back(false);
    if (!rule.looks_at_text()) {
      (rule.file == KeyFileKind::kNone ? plan.path_rules : plan.file_rules)
          .push_back(i);
      continue;
    }
    if (reads_rows(rule.assignment)) {
      plan.row_rules.push_back(i);
      plan.right_context = std::max(plan.right_context, plan.span[i]);
      if (wants_text(rule.assignment) && !rule.keywords.empty()) {
        plan.needs_keyword[i] = true;
        for (const std::string_view keyword : rule.keywords)
          table.add(keyword, true, {i, false, 0});
      }
      continue;
    }
    std::uint32_t lead = 0;
    const bool anchored =
        !rule.anchors.empty() && std::ranges::all_of(rule.anchors, usable);
    if (anchored) {
      const bool at_boundary = begins_at_boundary(rule.regex);
      for (std::uint32_t number = 0; number < rule.anchors.size(); ++number) {
        const Anchor& anchor = rule.anchors[number];
        lead = std::max(lead, anchor.max_lead);
        table.add(anchor.text, anchor.caseless,
                  {i, true, anchor.max_lead, number,
                   at_boundary && anchor.max_lead == 0 &&
                       is_ascii_word(anchor.text.front())});
      }
    } else {
      plan.plain_rules.push_back(i);
      for (const Anchor& anchor : rule.anchors)
        if (!anchor.text.empty())
          table.add(anchor.text, anchor.caseless,
                    {.rule = i, .anchor = false, .lead = 0, .needed = true});
    }
    plan.right_context = std::max(plan.right_context, lead + plan.span[i]);
    if (!rule.keywords.empty() && !(anchored && anchors_imply_keyword(rule))) {
      plan.needs_keyword[i] = true;
      for (const std::string_view keyword : rule.keywords)
        if (!keyword.empty()) table.add(keyword, true, {i, false, 0});
    }
  }
  for (const std::string_view mark : marks)
    table.add(mark, false, {LiteralUse::kMark, false, 0});
  table.move_to(&plan);
  return plan;
}

}  // namespace sluice

#include "rules/mandatory_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace sluice {
namespace {

using Ids = std::unordered_set<std::string_view>;

// Returns "the rule a", "the rules a, b", "900 rules (a, b, c, ..)".
std::string rules_text(const std::vector<std::string_view>& ids) {
  constexpr std::size_t kNamed = 3;
  if (ids.size() <= kNamed)
    return fmt::format("the rule{} {}", ids.size() == 1 ? "" : "s",
                       fmt::join(ids, ", "));
  return fmt::format(
      "{} rules ({}, ..)", ids.size(),
      fmt::join(ids.begin(), ids.begin() + std::ptrdiff_t{kNamed}, ", "));
}

class Keeper {
 public:
  Keeper(RuleFile* file, std::span<const std::string> ids)
      : file_(*file), ids_(ids.begin(), ids.end()) {}

  // `other` is the list in which the id could hide the rule.
  void restore(const std::vector<RuleDraft>& defaults,
               std::vector<RuleDraft>* drafts, std::vector<RuleDraft>* other) {
    const std::size_t own = drafts->size();
    for (const RuleDraft& draft : defaults) {
      const std::string_view id = draft.rule.id;
      if (!ids_.contains(id)) continue;
      const auto is_it = [id](const RuleDraft& one) {
        return one.rule.id == id;
      };
      const bool hidden = std::erase_if(*other, is_it) != 0;
      const auto end = drafts->begin() + static_cast<std::ptrdiff_t>(own);
      const auto place = std::find_if(drafts->begin(), end, is_it);
      const bool there = place != end;
      if (there && place->origin.source == RuleOrigin::kBuiltIn) continue;
      (there || hidden ? changed_ : missing_).push_back(id);
      if (there)
        *place = draft;
      else
        drafts->push_back(draft);
    }
  }

  void narrow_allowlists() {
    std::vector<GlobalAllowlist> kept;
    const std::vector<std::string_view> others = other_rules();
    for (GlobalAllowlist& list : file_.allowlists) {
      if (list.targets.empty()) {
        ++narrowed_;
        list.targets = others;
      } else if (std::erase_if(list.targets, [this](std::string_view id) {
                   return ids_.contains(id);
                 }) != 0) {
        ++narrowed_;
      }
      // A list without targets would be for all rules.
      if (!list.targets.empty()) kept.push_back(std::move(list));
    }
    file_.allowlists = std::move(kept);
  }

  void narrow_filters() {
    filtered_ = !file_.filters.empty() || !file_.prefilters.empty();
    for (RuleDraft& draft : file_.rules)
      if (!ids_.contains(draft.rule.id))
        draft.filters.insert(draft.filters.end(), file_.filters.begin(),
                             file_.filters.end());
    file_.filters.clear();
    file_.prefilters.clear();
  }

  // In betterleaks' dialect the most specific of several findings at a place
  // stays. It is not one of a rule that the configuration brings.
  void narrow_specificity() {
    std::int32_t least = 0;
    for (const RuleDraft& draft : file_.rules)
      if (ids_.contains(draft.rule.id))
        least = std::min(least, draft.rule.specificity);
    for (RuleDraft& draft : file_.rules)
      if (!ids_.contains(draft.rule.id) &&
          draft.origin.source != RuleOrigin::kBuiltIn)
        draft.rule.specificity = std::min(draft.rule.specificity, least - 1);
  }

  std::vector<std::string> sentences() const {
    std::vector<std::string> all;
    const std::string& name = file_.context.file;
    if (!missing_.empty())
      all.push_back(
          fmt::format("{} leaves out {}", name, rules_text(missing_)));
    if (!changed_.empty())
      all.push_back(fmt::format("{} changes {}", name, rules_text(changed_)));
    if (narrowed_ != 0)
      all.push_back(fmt::format("{} has {} for rules that stay on", name,
                                narrowed_ == 1
                                    ? std::string("an allowlist")
                                    : fmt::format("{} allowlists", narrowed_)));
    if (filtered_)
      all.push_back(
          fmt::format("{} has a filter for rules that stay on", name));
    return all;
  }

 private:
  std::vector<std::string_view> other_rules() const {
    std::vector<std::string_view> others;
    for (const RuleDraft& draft : file_.rules)
      if (!ids_.contains(draft.rule.id)) others.push_back(draft.rule.id);
    return others;
  }

  RuleFile& file_;
  const Ids ids_;
  std::vector<std::string_view> missing_;
  std::vector<std::string_view> changed_;
  std::size_t narrowed_ = 0;  // allowlists
  bool filtered_ = false;
};

}  // namespace

std::vector<std::string> keep_mandatory(RuleFile* file,
                                        const RuleFile& defaults,
                                        std::span<const std::string> ids) {
  Keeper keeper(file, ids);
  keeper.restore(defaults.rules, &file->rules, &file->families);
  keeper.restore(defaults.families, &file->families, &file->rules);
  keeper.narrow_allowlists();
  keeper.narrow_filters();
  keeper.narrow_specificity();
  return keeper.sentences();
}

}  // namespace sluice

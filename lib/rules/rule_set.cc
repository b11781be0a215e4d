#include "rules/rule_set.h"

#include <fmt/core.h>

#include <unordered_set>
#include <utility>

#include "base/check.h"

namespace sluice {

RuleSet::RuleSet(std::shared_ptr<const RuleStorage> storage)
    : storage_(std::move(storage)),
      rules_(storage_->rules),
      families_(storage_->families),
      global_allowlists_(storage_->global_allowlists),
      sha256_(storage_->sha256) {
  SLUICE_CHECK(storage_->origins.size() == rules_.size());
  SLUICE_CHECK(storage_->family_origins.size() == families_.size());
}

RuleSet RuleSet::from_static(std::span<const Rule> rules,
                             std::string_view sha256,
                             std::span<const Rule> families) {
  RuleSet set;
  set.rules_ = rules;
  set.families_ = families;
  set.sha256_ = sha256;
  return set;
}

std::span<const Expression* const> RuleSet::prefilters() const {
  if (storage_ == nullptr) return {};
  return storage_->prefilters;
}

std::span<const Expression* const> RuleSet::filters() const {
  if (storage_ == nullptr) return {};
  return storage_->filters;
}

std::string RuleSet::origin(std::size_t rule_index) const {
  SLUICE_CHECK(rule_index < rules_.size());
  if (storage_ == nullptr) return "built-in";
  return place(storage_->origins[rule_index]);
}

std::string RuleSet::family_origin(std::size_t family_index) const {
  SLUICE_CHECK(family_index < families_.size());
  if (storage_ == nullptr) return "built-in";
  return place(storage_->family_origins[family_index]);
}

std::string RuleSet::place(const RuleOrigin& origin) const {
  if (origin.source == RuleOrigin::kBuiltIn) return "built-in";
  return fmt::format("{}:{}", storage_->source_names[origin.source],
                     origin.line);
}

std::size_t count_common(const RuleSet& rules, const RuleSet& others) {
  std::unordered_set<std::string_view> ids;
  for (const auto list : {others.rules(), others.families()})
    for (const Rule& rule : list) ids.insert(rule.id);
  std::size_t common = 0;
  for (const auto list : {rules.rules(), rules.families()})
    for (const Rule& rule : list) common += ids.count(rule.id);
  return common;
}

std::vector<std::string_view> sources_of(
    std::span<const Expression* const> expressions) {
  std::vector<std::string_view> sources;
  for (const Expression* const one : expressions)
    sources.push_back(one->source());
  return sources;
}

}  // namespace sluice

// The order of the lists, and the file that each setting comes from, are
// gitleaks' own (its config.go, extend()). Two surprising things are kept,
// because a configuration must mean the same here: a number that is zero cannot
// replace one that is not, and `required` is never overridden.
#include "rules/rule_file.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace sluice {
namespace {

template <typename T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

template <typename T>
void set_over(T& value, const T& over) {
  if (over != T()) value = over;
}

RuleDraft merged(const RuleDraft& base, const RuleDraft& over) {
  RuleDraft draft = base;
  draft.origin = over.origin;
  Rule& rule = draft.rule;
  set_over(rule.description, over.rule.description);
  set_over(rule.entropy, over.rule.entropy);
  if (over.secret_group != 0) {
    draft.secret_group = over.secret_group;
    draft.secret_group_line = over.secret_group_line;
    draft.has_shape = false;
  }
  if (!over.rule.regex.empty()) {
    rule.regex = over.rule.regex;
    rule.assignment = Assignment::kNone;
    rule.file = KeyFileKind::kNone;
    draft.has_shape = false;
  }
  if (over.rule.assignment != Assignment::kNone) {
    rule.assignment = over.rule.assignment;
    rule.regex = over.rule.regex;
    rule.file = KeyFileKind::kNone;
    draft.has_shape = false;
  }
  set_over(rule.file, over.rule.file);
  set_over(rule.path, over.rule.path);
  append(draft.tags, over.tags);
  append(draft.keywords, over.keywords);
  if (rule.assignment != Assignment::kNone && !over.keywords.empty())
    draft.has_shape = false;
  append(draft.allowlists, over.allowlists);
  append(draft.filters, over.filters);

  // Ours.
  set_over(rule.provider, over.rule.provider);
  set_over(rule.min_digits, over.rule.min_digits);
  set_over(rule.check, over.rule.check);
  set_over(rule.value, over.rule.value);
  set_over(rule.example_path, over.rule.example_path);
  set_over(rule.families, over.rule.families);
  set_over(rule.prose, over.rule.prose);
  set_over(rule.specificity, over.rule.specificity);
  set_over(draft.confidence, over.confidence);
  set_over(draft.plausible, over.plausible);
  return draft;
}

// betterleaks replaces a rule that is written again. One that says too little
// for that changes the rule, as in gitleaks.
bool replaces(const RuleFile& file, const RuleDraft& over) {
  return file.dialect == Dialect::kBetterleaks && over.rule.looks_at_text();
}

void warn(const RuleFile& file, std::uint32_t line, std::string_view message) {
  file.context.warnings->push_back(
      fmt::format("{}:{}: {}", file.context.file, line, message));
}

std::unordered_set<std::string_view> disabled_in(const RuleFile& current,
                                                 const RuleFile& base) {
  std::unordered_set<std::string_view> disabled;
  for (const TableReader::Text& id : current.extension->disabled_rules) {
    disabled.insert(id.text);
    const auto is_it = [&](const RuleDraft& draft) {
      return draft.rule.id == id.text;
    };
    const bool known = std::ranges::any_of(base.rules, is_it) ||
                       std::ranges::any_of(base.families, is_it);
    if (!known) {
      warn(current, id.line,
           fmt::format(
               "[extend]: `disabledRules` names {}, which is no rule of {}",
               shown(id.text), base.context.file));
    }
  }
  return disabled;
}

}  // namespace

void extend(RuleFile& current, const RuleFile& base) {
  const auto disabled = disabled_in(current, base);
  std::unordered_map<std::string_view, std::size_t> own;
  for (std::size_t i = 0; i < current.rules.size(); ++i) {
    own.emplace(current.rules[i].rule.id, i);
  }
  for (const RuleDraft& draft : base.rules) {
    if (disabled.contains(draft.rule.id)) continue;
    const auto over = own.find(draft.rule.id);
    if (over == own.end()) {
      current.rules.push_back(draft);
    } else {
      RuleDraft& place = current.rules[over->second];
      if (!replaces(current, place)) place = merged(draft, place);
    }
  }
  for (const RuleDraft& family : current.families)
    own.emplace(family.rule.id, 0);
  for (const RuleDraft& draft : base.families) {
    if (!disabled.contains(draft.rule.id) && !own.contains(draft.rule.id)) {
      current.families.push_back(draft);
    }
  }
  append(current.prefilters, base.prefilters);
  append(current.filters, base.filters);
  if (base.dialect == Dialect::kBetterleaks) current.dialect = base.dialect;
  for (const GlobalAllowlist& list : base.allowlists) {
    if (list.targets.empty()) {
      current.allowlists.push_back(list);
      continue;
    }
    warn(current, current.extension->line,
         fmt::format("[extend]: the allowlist with `targetRules` at {}:{} has "
                     "no effect in a file that is extended, as in gitleaks",
                     base.context.file, list.line));
  }
}

RuleFile file_of(const RuleSet& rules) {
  RuleFile file;
  file.context.file = "the default rules";
  for (const Rule& rule : rules.rules()) {
    RuleDraft& draft = file.rules.emplace_back();
    draft.rule = rule;
    draft.confidence = rule.confidence;
    draft.plausible = rule.plausible;
    draft.secret_group = rule.secret_group;
    draft.keywords = {rule.keywords.begin(), rule.keywords.end()};
    draft.tags = {rule.tags.begin(), rule.tags.end()};
    draft.allowlists = {rule.allowlists.begin(), rule.allowlists.end()};
    draft.filters = {rule.filters.begin(), rule.filters.end()};
    for (const RequiredRule& required : rule.required) {
      draft.required.push_back({rules.rules()[required.rule].id, required,
                                /*satisfiable=*/true, /*in_file=*/true, 0});
    }
    draft.has_shape = true;
  }
  for (const Rule& rule : rules.families()) {
    file.families.emplace_back().rule = rule;
  }
  for (const Allowlist& list : rules.global_allowlists()) {
    file.allowlists.push_back({list, {}, 0});
  }
  return file;
}

}  // namespace sluice

#include "rules/rule_assembly.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "regex/shape.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice {
namespace {

class Assembly {
 public:
  Assembly(RuleFile file, const RuleReading& reading)
      : file_(std::move(file)),
        storage_(*reading.storage),
        pattern_error_(reading.pattern_error) {}

  Result<void> run(bool defaults_extended) {
    SLUICE_TRY(drop_empty_rules(defaults_extended));
    for (std::size_t i = 0; i < file_.rules.size(); ++i) {
      rule_by_id_.emplace(file_.rules[i].rule.id,
                          static_cast<std::uint32_t>(i));
    }
    SLUICE_TRY(spread_allowlists(defaults_extended));
    storage_.prefilters = file_.prefilters;
    storage_.filters = file_.filters;
    storage_.dialect = file_.dialect;
    for (RuleDraft& draft : file_.rules) SLUICE_TRY(finish(draft));
    for (const RuleDraft& draft : file_.families) {
      storage_.families.push_back(draft.rule);
      storage_.family_origins.push_back(draft.origin);
    }
    return {};
  }

 private:
  std::string place(const RuleOrigin& origin, std::uint32_t line) const {
    if (origin.source == RuleOrigin::kBuiltIn) return "built-in";
    return fmt::format("{}:{}", storage_.source_names[origin.source], line);
  }
  template <typename... Args>
  std::string about(const RuleDraft& draft, std::uint32_t line,
                    fmt::format_string<Args...> format, Args&&... args) const {
    return fmt::format("{}: rule {}: {}", place(draft.origin, line),
                       shown(draft.rule.id),
                       fmt::format(format, std::forward<Args>(args)...));
  }
  void warn(std::string message) const {
    if (file_.context.warnings != nullptr) {
      file_.context.warnings->push_back(std::move(message));
    }
  }

  Result<void> drop_empty_rules(bool defaults_extended);
  Result<void> spread_allowlists(bool defaults_extended);
  Result<void> finish(RuleDraft& draft);
  Result<void> set_group(RuleDraft& draft) const;
  void set_keywords(RuleDraft& draft) const;
  Result<void> set_required(RuleDraft& draft);
  void add_shape(Rule& rule);
  void add_names(Rule& rule);

  RuleFile file_;
  RuleStorage& storage_;
  const PatternError* pattern_error_;
  std::unordered_map<std::string_view, std::uint32_t> rule_by_id_;
};

Result<void> Assembly::drop_empty_rules(bool defaults_extended) {
  std::vector<RuleDraft> kept;
  for (RuleDraft& draft : file_.rules) {
    if (draft.rule.looks_at_text() || draft.rule.file != KeyFileKind::kNone ||
        !draft.rule.path.empty()) {
      kept.push_back(std::move(draft));
      continue;
    }
    const std::uint32_t line = draft.origin.line;
    if (!defaults_extended) {
      return fail(ErrorCode::kConfig, "{}",
                  about(draft, line,
                        "none of `regex`, `assignment`, `file` and `path` is "
                        "given"));
    }
    warn(about(
        draft, line,
        "left out: it has no `regex`, `assignment`, `file` or `path`, and the "
        "default "
        "rules of sluice, which are not those of gitleaks, have no rule "
        "of that id to change"));
  }
  file_.rules = std::move(kept);
  return {};
}

Result<void> Assembly::spread_allowlists(bool defaults_extended) {
  for (const GlobalAllowlist& list : file_.allowlists) {
    if (list.targets.empty()) {
      storage_.global_allowlists.push_back(list.allowlist);
    }
    for (const std::string_view id : list.targets) {
      const auto found = rule_by_id_.find(id);
      if (found != rule_by_id_.end()) {
        file_.rules[found->second].allowlists.push_back(list.allowlist);
        continue;
      }
      std::string message =
          fmt::format("{}:{}: a global allowlist: there is no rule {}",
                      file_.context.file, list.line, shown(id));
      if (!defaults_extended) return fail(ErrorCode::kConfig, "{}", message);
      warn(std::move(message));
    }
  }
  return {};
}

Result<void> Assembly::finish(RuleDraft& draft) {
  Rule& rule = draft.rule;
  rule.confidence = draft.confidence.value_or(Confidence::kMedium);
  rule.plausible =
      draft.plausible.value_or(file_.context.reading == Reading::kStrict);
  // No entropy is below zero, and every comparison with NaN is false. So
  // neither is a bound.
  if (!(rule.entropy > 0)) rule.entropy = 0;
  SLUICE_TRY(set_group(draft));
  set_keywords(draft);
  SLUICE_TRY(set_required(draft));
  rule.tags = storage_.keep(draft.tags);
  rule.allowlists = storage_.keep(draft.allowlists);
  rule.filters = storage_.keep(draft.filters);
  if (!draft.has_shape) add_shape(rule);
  storage_.rules.push_back(rule);
  storage_.origins.push_back(draft.origin);
  return {};
}

Result<void> Assembly::set_group(RuleDraft& draft) const {
  Rule& rule = draft.rule;
  rule.secret_group = draft.secret_group < 0
                          ? 0
                          : static_cast<std::uint32_t>(draft.secret_group);
  if (rule.assignment != Assignment::kNone) rule.secret_group = 0;  // no groups
  if (rule.secret_group == 0 || rule.regex.empty() || draft.has_shape ||
      pattern_error_ == nullptr) {
    return {};
  }
  const std::string why = (*pattern_error_)(rule.regex, rule.secret_group);
  if (why.empty()) return {};
  return fail(
      ErrorCode::kConfig, "{}",
      about(draft, draft.secret_group_line, "bad `secretGroup`: {}", why));
}

// In gitleaks no text contains an empty keyword.
void Assembly::set_keywords(RuleDraft& draft) const {
  const bool any = std::erase(draft.keywords, "") > 0;
  if (any && draft.keywords.empty()) {
    warn(about(draft, draft.origin.line,
               "its only keyword is empty, which gitleaks finds in no text: "
               "the rule reports nothing"));
    draft.rule.skip_report = true;
  }
  draft.rule.keywords = storage_.keep(draft.keywords);
}

Result<void> Assembly::set_required(RuleDraft& draft) {
  std::vector<RequiredRule> rules;
  for (const RequiredDraft& required : draft.required) {
    const auto found = rule_by_id_.find(required.id);
    if (found == rule_by_id_.end() && required.limits.optional &&
        required.in_file)
      continue;
    if (found == rule_by_id_.end()) {
      std::string message =
          about(draft, required.line, "it requires {}, which is no rule",
                shown(required.id));
      // It was one, and has been disabled since.
      if (!required.in_file) return fail(ErrorCode::kConfig, "{}", message);
      warn(message + ": it reports nothing");
      draft.rule.skip_report = true;
      continue;
    }
    if (!required.satisfiable) {
      // Another entry for the same rule will do.
      draft.rule.skip_report |=
          std::ranges::none_of(draft.required, [&](const RequiredDraft& other) {
            return other.satisfiable && other.id == required.id;
          });
      continue;
    }
    rules.push_back(required.limits);
    rules.back().rule = found->second;
  }
  draft.rule.required = storage_.keep(rules);
  return {};
}

void Assembly::add_shape(Rule& rule) {
  rule.max_width = kUnboundedWidth;
  rule.anchors = {};
  rule.lookahead = {};
  const bool by_path = rule.assignment == Assignment::kLast;
  if (rule.assignment != Assignment::kNone && !by_path) return add_names(rule);
  if (rule.regex.empty() && !by_path) return;
  const RegexShape shape = regex_shape(by_path ? rule.path : rule.regex);
  rule.max_width = by_path ? longest(rule.assignment) : shape.max_width;
  std::vector<Anchor> anchors;
  anchors.reserve(shape.anchors.size());
  for (const ShapeAnchor& anchor : shape.anchors) {
    anchors.push_back(
        {storage_.keep(anchor.text), anchor.caseless, anchor.max_lead});
  }
  rule.anchors = storage_.keep(anchors);
}

// The names that a configuration adds to a rule may be in capitals.
void Assembly::add_names(Rule& rule) {
  rule.max_width = longest(rule.assignment);
  std::vector<std::string_view> names;
  for (const std::string_view keyword : rule.keywords) {
    names.push_back(storage_.keep(lower_case(keyword)));
  }
  rule.keywords = storage_.keep(names);
  if (reads_rows(rule.assignment)) return;
  std::vector<Anchor> anchors;
  anchors.reserve(rule.keywords.size());
  for (const std::string_view name : rule.keywords)
    anchors.push_back({name, true, 0});
  rule.anchors = storage_.keep(anchors);
}

}  // namespace

Result<void> assemble(RuleFile file, const RuleReading& reading,
                      bool defaults_extended) {
  return Assembly(std::move(file), reading).run(defaults_extended);
}

}  // namespace sluice

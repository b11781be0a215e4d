#include "sluice/settings/configuration.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "match/pattern.h"
#include "regex/pattern_bounds.h"
#include "rules/config.h"
#include "rules/embedded.h"
#include "rules/rule_entry.h"
#include "sluice/settings/organisation.h"
#include "sluice/settings/settings.h"
#include "text/escape.h"
#if SLUICE_COMPAT
#include "betterleaks/expressions.h"
#endif

namespace sluice {

namespace {

Result<std::string> read_file(const std::string& path) {
  return read_whole(posix_file_system(), path);
}

// Reads a configuration that `found` extends. A configuration of the scanned
// tree can only extend others of the tree. Paths are relative to the working
// directory, as in gitleaks.
Result<std::string> read_extended(const FoundConfig& found,
                                  const PolicySource& target,
                                  const OrganisationPolicy& organisation,
                                  const std::string& path) {
  if (const std::string place = forbids_extending(organisation, path);
      !place.empty())
    return fail(ErrorCode::kConfig, "the policy {} does not allow that", place);
  if (!found.is_foreign()) return read_file(path);
  if (found.origin != PolicyOrigin::kTree)
    return target.read(path, kMaxConfigBytes);
  return read_foreign_file(posix_file_system(), ".", path, kMaxConfigBytes);
}

// A rule that has the id of a default one and was not built in was written anew
// by the configuration, in part or in all.
void note_changed(const RuleSet& defaults, const RuleSet& rules,
                  Policy* policy) {
  std::unordered_set<std::string_view> ids;
  for (const auto list : {defaults.rules(), defaults.families()})
    for (const Rule& rule : list) ids.insert(rule.id);
  for (const RuleEntry& entry : entries_of(rules)) {
    if (entry.file.empty() || !ids.contains(entry.rule->id)) continue;
    ++policy->rules_changed;
    if (policy->changed.size() < Policy::kChangedNamed)
      policy->changed.emplace_back(entry.rule->id);
  }
}

}  // namespace

void tell_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t kTold = 20;
  for (const std::string& warning :
       std::span(warnings).first(std::min(warnings.size(), kTold)))
    log_warning(escape_for_terminal(warning));
  if (warnings.size() > kTold)
    log_warning(fmt::format("{} more warnings", warnings.size() - kTold));
}

Result<std::optional<ConfigFile>> find_configuration(
    const std::string& option, const PolicySource& target) {
  SLUICE_TRY_ASSIGN(
      std::optional<FoundConfig> found,
      find_config(
          {.option = option,
           .target = target,
           .variable = [](const char* name) -> std::optional<std::string> {
             const char* value = std::getenv(name);
             return value == nullptr ? std::nullopt : std::optional(value);
           },
           .read = read_file}));
  if (!found) return std::nullopt;
  SLUICE_TRY_ASSIGN(SettingsTable settings, read_settings_table(found->source));
  return ConfigFile{*std::move(found), std::move(settings)};
}

const ExpressionLanguage* expression_language() {
#if SLUICE_COMPAT
  return &betterleaks_expressions();
#else
  return nullptr;
#endif
}

Result<Configuration> load_configuration(
    const std::optional<ConfigFile>& found, const PolicySource& target,
    const OrganisationPolicy& organisation) {
  Configuration configuration;
  configuration.rules = RuleSet::from_static(
      embedded_rules(), embedded_rules_sha256(), embedded_families());
  const RuleSet defaults = configuration.rules;
  Policy& policy = configuration.policy;
  policy.rules = defaults.size();
  if (!found) return configuration;
  policy.origin = found->origin;
  policy.file = found->source.name;
  policy.revision = target.revision;
  // The built-in rules are complete already.
  if (found->settings.alone) return configuration;
  const std::uint64_t most =
      found->is_foreign() ? kMaxForeignPattern : kMaxProgram;
  std::uint64_t room = found->is_foreign() ? kMaxForeignProgram : kMaxProgram;
  const std::vector<std::string> required = required_ids(organisation);
  SLUICE_TRY_ASSIGN(
      LoadedConfig loaded,
      load_config(found->source,
                  {.read =
                       [&](const std::string& path) {
                         return read_extended(*found, target, organisation,
                                              path);
                       },
                   .pattern_error =
                       [&](std::string_view regex, std::uint32_t group) {
                         return pattern_error_within(regex, group, &room, most);
                       },
                   .default_rules = defaults,
                   .expressions = expression_language(),
                   .foreign = found->is_foreign(),
                   .toml = found->settings.file.get(),
                   .mandatory = required}));
  for (const std::string& what : loaded.refused)
    configuration.refused.push_back(
        not_allowed(what, organisation.required_rules.front().place));
  configuration.rules = std::move(loaded.rules);
  configuration.name = found->source.name;
  configuration.in_target = found->origin == PolicyOrigin::kTree;
  configuration.warnings = std::move(loaded.warnings);
  policy.rules = configuration.rules.size();
  const std::uint64_t kept = count_common(defaults, configuration.rules);
  policy.default_rules = kept != 0;
  if (policy.default_rules) policy.rules_disabled = defaults.size() - kept;
  note_changed(defaults, configuration.rules, &policy);
  return configuration;
}

Result<Configuration> load_configuration(
    const std::string& option, const std::string& target,
    const OrganisationPolicy& organisation) {
  const PolicySource place = place_in_tree(posix_file_system(), target);
  SLUICE_TRY_ASSIGN(const std::optional<ConfigFile> found,
                    find_configuration(option, place));
  return load_configuration(found, place, organisation);
}

}  // namespace sluice

#include "configuration.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include "fs/file_system.h"
#include "match/pattern.h"
#include "rules/config.h"
#include "rules/embedded.h"
#include "settings_table.h"

namespace sluice {

namespace {

Result<std::string> read_file(const std::string& path) {
  return read_whole(posix_file_system(), path);
}

}  // namespace

Result<std::optional<FoundConfig>> find_configuration(
    const std::string& option, const std::string& target) {
  return find_config(
      {.option = option,
       .target = target,
       .variable = [](const char* name) -> std::optional<std::string> {
         const char* value = std::getenv(name);
         return value == nullptr ? std::nullopt : std::optional(value);
       },
       .read = read_file});
}

Result<Configuration> load_configuration(
    const std::optional<FoundConfig>& found) {
  Configuration configuration;
  configuration.rules = RuleSet::from_static(
      embedded_rules(), embedded_rules_sha256(), embedded_families());
  if (!found) return configuration;
  SLUICE_TRY_ASSIGN(const SettingsTable settings,
                    read_settings_table(found->source));
  if (!settings.values.empty())
    configuration.settings_name = found->source.name;
  // The rules that are built in need not be made again.
  if (settings.alone) return configuration;
  SLUICE_TRY_ASSIGN(
      LoadedConfig loaded,
      load_config(found->source, {.read = read_file,
                                  .pattern_error = pattern_error,
                                  .default_rules = configuration.rules}));
  configuration.rules = std::move(loaded.rules);
  configuration.name = found->source.name;
  configuration.in_target = found->origin == FoundConfig::Origin::kTarget;
  configuration.warnings = std::move(loaded.warnings);
  return configuration;
}

Result<Configuration> load_configuration(const std::string& option,
                                         const std::string& target) {
  SLUICE_TRY_ASSIGN(const std::optional<FoundConfig> found,
                    find_configuration(option, target));
  return load_configuration(found);
}

}  // namespace sluice

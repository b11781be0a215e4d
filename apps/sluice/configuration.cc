#include "configuration.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include "fs/file_system.h"
#include "match/pattern.h"
#include "rules/config.h"
#include "rules/embedded.h"

namespace sluice {

Result<Configuration> load_configuration(const std::string& option,
                                         const std::string& target) {
  const auto read = [](const std::string& path) {
    return read_whole(posix_file_system(), path);
  };
  const ConfigPlaces places{
      .option = option,
      .target = target,
      .variable = [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional(value);
      },
      .read = read};
  SLUICE_TRY_ASSIGN(const std::optional<FoundConfig> found,
                    find_config(places));
  Configuration configuration;
  configuration.rules = RuleSet::from_static(
      embedded_rules(), embedded_rules_sha256(), embedded_families());
  if (!found) return configuration;
  SLUICE_TRY_ASSIGN(
      LoadedConfig loaded,
      load_config(found->source, {.read = read,
                                  .pattern_error = pattern_error,
                                  .default_rules = configuration.rules}));
  configuration.rules = std::move(loaded.rules);
  configuration.name = found->source.name;
  configuration.in_target = found->origin == FoundConfig::Origin::kTarget;
  configuration.warnings = std::move(loaded.warnings);
  return configuration;
}

}  // namespace sluice

#include "policy/config_search.h"

#include <utility>

#include "rules/table_reader.h"

namespace sluice {
namespace {

// In the order in which they count.
struct Variable {
  const char* name;
  bool is_text;  // or else a path
};
constexpr Variable kVariables[] = {{"SLUICE_CONFIG", false},
                                   {"GITLEAKS_CONFIG", false},
                                   {"GITLEAKS_CONFIG_TOML", true},
                                   {"BETTERLEAKS_CONFIG", false},
                                   {"BETTERLEAKS_CONFIG_TOML", true}};

std::string directory_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

Result<std::optional<FoundConfig>> read_named(const ConfigSources& places,
                                              PolicyOrigin origin,
                                              const std::string& path,
                                              std::string_view variable = "") {
  Result<std::string> text = places.read(path);
  if (!text) {
    return fail(ErrorCode::kConfig, "cannot read the configuration {}{}: {}",
                shown(path),
                variable.empty() ? "" : fmt::format(" ({})", variable),
                text.error().message);
  }
  return FoundConfig{origin, {path, *std::move(text)}, directory_of(path)};
}

}  // namespace

Result<std::optional<FoundConfig>> find_config(const ConfigSources& places) {
  if (!places.option.empty()) {
    return read_named(places, PolicyOrigin::kCommandLine, places.option);
  }
  for (const Variable& variable : kVariables) {
    auto value = places.variable(variable.name);
    if (!value || value->empty()) continue;
    if (!variable.is_text)
      return read_named(places, PolicyOrigin::kVariable, *value, variable.name);
    return FoundConfig{
        PolicyOrigin::kVariable, {variable.name, *std::move(value)}, ""};
  }
  const PolicySource& target = places.target;
  for (const char* name : {".sluice.toml", ".gitleaks.toml"}) {
    Result<std::string> text = target.read(name, kMaxConfigBytes);
    const std::string path = target.name_of(name);
    if (text) {
      return FoundConfig{
          target.origin, {path, *std::move(text)}, target.name_of("")};
    }
    if (is_absent(text.error())) continue;
    return fail(ErrorCode::kConfig,
                "cannot read the configuration {}: {} (--no-config scans "
                "without it)",
                shown(path), text.error().message);
  }
  return std::nullopt;
}

}  // namespace sluice

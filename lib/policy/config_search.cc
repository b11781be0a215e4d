#include "policy/config_search.h"

#include <utility>

#include "rules/table_reader.h"

namespace sluice {
namespace {

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
  for (const char* name : {"SLUICE_CONFIG", "GITLEAKS_CONFIG"}) {
    const auto path = places.variable(name);
    if (path && !path->empty())
      return read_named(places, PolicyOrigin::kVariable, *path, name);
  }
  if (auto text = places.variable("GITLEAKS_CONFIG_TOML");
      text && !text->empty()) {
    return FoundConfig{PolicyOrigin::kVariable,
                       {"GITLEAKS_CONFIG_TOML", *std::move(text)},
                       ""};
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

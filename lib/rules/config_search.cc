#include "rules/config_search.h"

#include <cerrno>
#include <utility>

#include "rules/table_reader.h"

namespace sluice {
namespace {

using Origin = FoundConfig::Origin;

Result<std::optional<FoundConfig>> read_named(const ConfigPlaces& places,
                                              Origin origin,
                                              const std::string& path,
                                              std::string_view variable = "") {
  Result<std::string> text = places.read(path);
  if (!text) {
    return fail(ErrorCode::kConfig, "cannot read the configuration {}{}: {}",
                shown(path),
                variable.empty() ? "" : fmt::format(" ({})", variable),
                text.error().message);
  }
  return FoundConfig{origin, {path, *std::move(text)}};
}

// As gitleaks joins, so that the name is the one that the scan will see.
std::string in_directory(const std::string& directory, std::string_view name) {
  if (directory.empty() || directory == ".") return std::string(name);
  return fmt::format("{}{}{}", directory, directory.ends_with('/') ? "" : "/",
                     name);
}

}  // namespace

Result<std::optional<FoundConfig>> find_config(const ConfigPlaces& places) {
  if (!places.option.empty()) {
    return read_named(places, Origin::kOption, places.option);
  }
  for (const char* name : {"SLUICE_CONFIG", "GITLEAKS_CONFIG"}) {
    const auto path = places.variable(name);
    if (path && !path->empty())
      return read_named(places, Origin::kVariablePath, *path, name);
  }
  if (auto text = places.variable("GITLEAKS_CONFIG_TOML");
      text && !text->empty()) {
    return FoundConfig{Origin::kVariableText,
                       {"GITLEAKS_CONFIG_TOML", *std::move(text)}};
  }
  for (const std::string_view name : {".sluice.toml", ".gitleaks.toml"}) {
    const std::string path = in_directory(places.target, name);
    Result<std::string> text = places.read(path);
    if (text) {
      return FoundConfig{Origin::kTarget, {path, *std::move(text)}};
    }
    const int why = text.error().sys_errno;
    if (why == ENOENT || why == ENOTDIR) continue;
    return fail(ErrorCode::kConfig, "cannot read the configuration {}: {}",
                shown(path), text.error().message);
  }
  return std::nullopt;
}

}  // namespace sluice

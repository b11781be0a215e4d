// Which configuration a command uses: the first of
//   1. the option --config,
//   2. the file that SLUICE_CONFIG names,
//   3. the file that GITLEAKS_CONFIG names,
//   4. the text in GITLEAKS_CONFIG_TOML,
//   5. .sluice.toml, or else .gitleaks.toml, in the directory that is scanned,
//   6. none: the default rules.
// All but what has our name is gitleaks' order. An empty option or variable
// counts as not given. Thread-safety: pure but for the functions that it is
// given.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "rules/loader.h"

namespace sluice {

struct ConfigPlaces {
  std::string option;  // of --config
  std::string target;  // what is scanned; "." for standard input
  std::function<std::optional<std::string>(const char* name)> variable;
  // The text of a file. A missing one, and one below what is no directory, is
  // told by `sys_errno`.
  std::function<Result<std::string>(const std::string& path)> read;
};

struct FoundConfig {
  enum class Origin { kOption, kVariablePath, kVariableText, kTarget };
  Origin origin = Origin::kOption;
  // The name is the path, or the variable's name for a text.
  RuleSource source;
};

// Nothing: the default rules. Errors: kConfig, for a file that was named and
// cannot be read, or that stands in the directory and cannot be read; never for
// one that is not there.
Result<std::optional<FoundConfig>> find_config(const ConfigPlaces& places);

}  // namespace sluice

// Finds the configuration of a command, which is the first of
//   1. the option --config,
//   2. the file that SLUICE_CONFIG names,
//   3. the file that GITLEAKS_CONFIG names,
//   4. the text in GITLEAKS_CONFIG_TOML,
//   5. the file that BETTERLEAKS_CONFIG names,
//   6. the text in BETTERLEAKS_CONFIG_TOML,
//   7. .sluice.toml, or else .gitleaks.toml, in the directory that is scanned,
//      or in a revision of it (read as fs/foreign_file.h says),
//   8. the default rules.
// The order is gitleaks', apart from the names that are ours. An empty option
// or variable counts as not given.
// Thread-safety: pure except for the functions that it is given.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "policy/policy_source.h"
#include "rules/loader.h"
#include "rules/policy.h"

namespace sluice {

// A configuration of more bytes is none.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{2} << 20;

struct ConfigSources {
  std::string option;  // of --config
  PolicySource target;
  std::function<std::optional<std::string>(const char* name)> variable;
  // The text of a file that is named.
  std::function<Result<std::string>(const std::string& path)> read;
};

struct FoundConfig {
  PolicyOrigin origin = PolicyOrigin::kCommandLine;
  // The name is the path, or the variable's name for a text.
  RuleSource source;
  // The directory of the files that it names: empty, or with a slash at the
  // end.
  std::string directory;

  // Whether the scanned tree brings it.
  bool is_foreign() const {
    return origin != PolicyOrigin::kCommandLine &&
           origin != PolicyOrigin::kVariable;
  }
};

// Returns nothing if the default rules apply. Errors: kConfig, if a file that
// was named, or that is in the directory, cannot be read. A file that does not
// exist in the directory is no error.
Result<std::optional<FoundConfig>> find_config(const ConfigSources& places);

}  // namespace sluice

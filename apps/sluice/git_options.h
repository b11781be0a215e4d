// What the command line of `sluice git` asks for.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "options.h"

namespace sluice {

struct GitOptions {
  ScanOptions scan;  // its path is the repository's root, if there is one
  std::optional<GitRepository> repository;  // always there once parsed
  bool staged = false;
  bool unstaged = false;
  bool untracked = false;
  bool whole_files = false;
  bool submodules = false;
  // Commits: those that `since` does not have, or of `range`, or all.
  std::string since;
  std::string range;

  bool of_changes() const { return staged || unstaged || untracked; }
};

// `arguments` begin with the command's name. Errors: kUsage.
Result<std::variant<GitOptions, PrintAndExit>> parse_git_options(
    std::vector<std::string> arguments);

}  // namespace sluice

// What the command line of `sluice git` asks for.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "options.h"

namespace sluice {

struct GitOptions {
  ScanOptions scan;  // its path is the repository's root, if there is one
  // Always there once parsed; the policy refers to it.
  std::shared_ptr<GitRepository> repository;
  std::vector<std::string> arguments;  // what it was parsed from
  bool staged = false;
  bool unstaged = false;
  bool untracked = false;
  bool whole_files = false;
  bool submodules = false;
  // Commits: those that `since` does not have, or of `range`, or all.
  std::string since;
  std::string range;

  // The policy of this revision decides; empty: that of `since`, or else that
  // of what is scanned, itself.
  std::string policy_from;
  // Whether what the change itself allows counts (--self-allowed fail).
  bool self_allowed_counts = false;

  bool of_changes() const { return staged || unstaged || untracked; }
};

// `arguments` begin with the command's name. Errors: kUsage.
Result<std::variant<GitOptions, PrintAndExit>> parse_git_options(
    std::vector<std::string> arguments);

// The newest of the commits that are scanned: of A..B that is B, otherwise HEAD.
std::string tip_of(const GitOptions& options);

// The same with the policy of what is scanned itself, whatever `policy_from`
// says: of what is staged, or of tip_of(), or else of the working tree.
Result<GitOptions> with_own_policy(const GitOptions& options);

}  // namespace sluice

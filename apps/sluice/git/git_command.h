// `sluice git`: the changes in the index or the working tree, and commits
// (history/).
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "git/git_repository.h"
#include "history/reach.h"
#include "sluice/git/bundle.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct GitOptions {
  ScanOptions scan;  // its path is the root of the working tree, or "."
  // It contains `repository` if a bundle is scanned; else null.
  std::shared_ptr<UnpackedBundle> bundle;
  // Set by the parser, never null after it. The policy refers to it.
  std::shared_ptr<GitRepository> repository;
  std::vector<std::string> arguments;  // the words that were parsed
  bool staged = false;
  bool unstaged = false;
  bool untracked = false;
  bool whole_files = false;
  bool submodules = false;
  // The commits to scan: those that `since` does not have, or those of `range`,
  // or all if both are empty.
  std::string since;
  std::string range;
  Reach reach = Reach::kReflog;  // if all are scanned

  // The policy of this revision decides. If it is empty, that of `since`
  // decides; if both are empty, that of the scanned change itself.
  std::string policy_from;
  // Whether findings that only the change itself allows count as found
  // (--self-allowed fail).
  bool self_allowed_counts = false;

  // The file of texts that are known to be clean; empty if there is none. And
  // the values of all settings that may decide what is found in a text.
  std::string known;
  std::string deciding_settings;

  bool of_changes() const { return staged || unstaged || untracked; }
};

// `arguments` begin with the command's name. Errors: kUsage.
Result<std::variant<GitOptions, PrintAndExit>> parse_git_options(
    std::vector<std::string> arguments);

// Returns the newest of the scanned commits: B of A..B, otherwise HEAD.
std::string tip_of(const GitOptions& options);

// Parses `options.arguments` again, with the policy of the scanned change
// itself instead of that of `policy_from`: the policy that is staged, or that
// of tip_of(), or that of the working tree.
Result<GitOptions> with_own_policy(const GitOptions& options);

// Returns the exit code.
Result<int> run_git_command(GitOptions& options);

}  // namespace sluice

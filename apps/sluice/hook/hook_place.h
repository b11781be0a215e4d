// The place of a pre-commit hook in a repository. This depends on what manages
// its hooks: nothing, husky, or a tool that writes hooks from a configuration.
// Thread-safety: pure functions of the disk.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "git/git_repository.h"

namespace sluice {

// Nothing manages the hooks: git runs `folder`/pre-commit.
struct OwnHook {
  std::filesystem::path folder;
  bool committed = false;  // `folder` belongs to the working tree
};

// husky: `git_folder`, in which git looks, contains generated scripts, and
// these run `file`, which its user writes.
struct HuskyHook {
  std::filesystem::path file;
  std::filesystem::path git_folder;
  bool runs = true;  // false if husky is not set up in this clone yet
};

// A tool that overwrites git's hooks according to its configuration.
struct HookManager {
  std::string_view name;
  std::string_view mark;           // in each hook that it writes
  std::string_view configuration;  // the file to write if there is none
  std::string_view setup;          // the command that writes git's hooks
  std::string_view where;    // the place of `snippet` in the configuration
  std::string_view snippet;  // makes the tool run sluice
};

struct ManagedHook {
  const HookManager* manager = nullptr;  // never null; lives forever
  std::filesystem::path configuration;   // may not be there
  bool runs = true;                      // false if `setup` has not run here
  // in which git looks; empty if it is outside
  std::filesystem::path git_folder;
};

using HookPlace = std::variant<OwnHook, HuskyHook, ManagedHook>;

// The place for `repository`, which must not be bare. Errors: kIo, git fails;
// kUsage, a symbolic link or core.hooksPath leads out of the repository, where
// the hook would run for other repositories, too.
Result<HookPlace> hook_place(const GitRepository& repository);

// Whether there is anything at `path`, even a link that leads nowhere.
bool is_there(const std::filesystem::path& path);

// The text of a regular file, links followed; empty if `path` is no such file
// or cannot be read.
std::string text_of_file(const std::filesystem::path& path);

}  // namespace sluice

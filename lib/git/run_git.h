// How git is run: which program, in which environment, with which settings
// overruled.
// Thread-safety: pure functions of the environment. Ownership: the caller that
// starts a process owns it.
//
// The repository may be anyone's, so nothing that it says may make git run
// something, write something or reach out. Every git that sluice starts has
// these settings and this environment (kSettings, environment_for_git()):
//  - What runs a program while an index is read or written is overruled:
//    core.fsmonitor, and hooks (core.hooksPath). No command of ours has
//    aliases, or has a terminal, so that there is no pager.
//  - `git diff` would write the index that it has refreshed, whatever
//    GIT_OPTIONAL_LOCKS says: diff.autoRefreshIndex is overruled.
//  - What settings name for kinds of files (filters, textconv, external diffs)
//    has no fixed name: without_drivers() overrules it, before commands that
//    read the working tree or compare texts.
//  - A partial clone could make git fetch what it lacks: no transport is
//    allowed, and a git that knows GIT_NO_LAZY_FETCH does not try.
//  - Git's own check of who owns a repository stays in force (safe.directory),
//    so a directory is given by standing in it, never by GIT_DIR.
//  - What the caller's environment says of some repository (GIT_DIR,
//    GIT_INDEX_FILE: set in every hook) counts only where that one is meant.
//  - `git` is looked for in the absolute directories of PATH alone: "." could
//    be the tree that is scanned.
//  - What would show another history than the one that others fetch (replaced
//    objects, grafts, a commit-graph, which git believes rather than the
//    commits) is not looked at.
// A repository may also be made to exhaust us: git has kMostGitMemory, an
// answer is bounded, and a git that stands still is ended (child_process.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "git/child_process.h"

namespace sluice {

struct GitWorkdir {
  int directory = -1;  // open; it stays the caller's
  // Whether GIT_DIR, GIT_INDEX_FILE and the like of our own environment hold.
  bool as_caller = false;
  // Every request fails after this is raised. May be null.
  const Interrupt* interrupt = nullptr;

  bool interrupted() const {
    return interrupt != nullptr && interrupt->raised();
  }
};

// The most bytes of memory that a git may have, without the packs that it maps.
// This is more than twice the largest object that git stores as a difference.
inline constexpr std::uint64_t kMostGitMemory = std::uint64_t{2} << 30;

// Error: git is not installed, or could not be started.
Result<ChildProcess> start_git(const GitWorkdir& place,
                               std::vector<std::string> words,
                               int input = ChildProcess::kNoInput,
                               std::uint64_t most_memory = kMostGitMemory);

// Bytes of an answer that is kept.
inline constexpr std::size_t kMostGitAnswer = std::size_t{1} << 30;

// Runs a command that ends by itself, however it ends. Error: as above, or its
// answer is larger than `most`.
Result<ChildProcess::Ended> run_git(const GitWorkdir& place,
                                    std::vector<std::string> words,
                                    int input = ChildProcess::kNoInput,
                                    std::size_t most = kMostGitAnswer);

// The whole output of a command that succeeds. Error: as above, or git's own
// words, in one line.
Result<std::string> git_output(const GitWorkdir& place,
                               std::vector<std::string> words,
                               int input = ChildProcess::kNoInput,
                               std::size_t most = kMostGitAnswer);

// Words to be put before a command, which overrule what the repository's
// settings name for kinds of files: programs, and patterns, which may be made
// to take hours. Error: kIo.
Result<std::vector<std::string>> without_drivers(const GitWorkdir& place);

// Git's own reason for its failure, in one line.
std::string git_complaint(const ChildProcess::Ended& ended);

// A file without a name that holds `text`, to be read from its begin: a child's
// standard input that need not be fed while the child's output is read. The
// caller closes it.
Result<int> text_as_file(std::string_view text);

// The parts of a list with a NUL behind each.
std::vector<std::string_view> split_at_nul(std::string_view text);

}  // namespace sluice

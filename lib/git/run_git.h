// How git is run: which program, in which environment, and which settings are
// overruled.
// Thread-safety: pure functions of the environment. Ownership: the caller that
// starts a process owns it.
//
// The repository may be anyone's, so none of its settings may make git run
// something, write something or use the network. Every git that sluice starts
// has these settings and this environment (kSettings, environment_for_git()):
// - Settings that run a program while an index is read or written are
//   overruled: core.fsmonitor, and hooks (core.hooksPath). None of our commands
//   has aliases, or has a terminal, so there is no pager.
// - `git diff` would write the index that it has refreshed, even with
//   GIT_OPTIONAL_LOCKS: diff.autoRefreshIndex is overruled.
// - The programs that settings name for kinds of files (filters, textconv,
//   external diffs) have no fixed names. without_drivers() overrules them,
//   before commands that read the working tree or compare texts.
// - A partial clone could make git fetch missing objects. No transport is
//   allowed, and a git that supports GIT_NO_LAZY_FETCH does not try.
// - Git's own check of a repository's owner stays in force (safe.directory). So
//   git is run in the repository's directory, which is never given by GIT_DIR.
// - The caller's variables that name some repository (GIT_DIR, GIT_INDEX_FILE:
//   set in every hook) count only if the caller wants this repository.
// - `git` is searched for only in the absolute directories of PATH: "." could
//   be the tree that is scanned.
// - Replaced objects, grafts and a commit-graph, which git believes more than
//   the commits, would show another history than the one that others fetch.
//   They are ignored.
// A repository may also be made to exhaust us. So git has kMostGitMemory, its
// answers are bounded, and an idle git is ended (child_process.h).
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
  // Whether our own GIT_DIR, GIT_INDEX_FILE and similar variables count.
  bool as_caller = false;
  // Every request fails after this is raised. May be null.
  const Interrupt* interrupt = nullptr;

  bool interrupted() const { return is_raised(interrupt); }
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

// Returns words to put before a command. They overrule the programs that the
// repository's settings name for kinds of files, and the patterns, which may be
// made to take hours. Error: kIo.
Result<std::vector<std::string>> without_drivers(const GitWorkdir& place);

// Git's own reason for its failure, in one line.
std::string git_complaint(const ChildProcess::Ended& ended);

// Returns a file without a name that contains `text`, at its beginning. It is a
// child's standard input that need not be fed while the child's output is read.
// The caller closes it.
Result<int> text_as_file(std::string_view text);

// Returns the parts of a list with a NUL after each.
std::vector<std::string_view> split_at_nul(std::string_view text);

}  // namespace sluice

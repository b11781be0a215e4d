// The reasons why something was not scanned, or not for every rule, with all
// that is said of each. A further reason is a value of Skip, a line of
// kSkipFacts, and the place that skips; the schema and the columns of the Spark
// module name it, too (tests/support/check_docs.py compares them).
//
// Thread-safety: constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class Skip : std::uint8_t {
  kIgnored,          // an ignore file leaves it out (a directory counts once)
  kExcluded,         // --exclude or --include leaves it out
  kBinary,           // scanned, but only for high-confidence rules
  kSpecial,          // a socket, pipe or device
  kSymlink,          // a symbolic link that is not followed, or leads nowhere
  kSeen,             // another path led to it before
  kTooDeep,          // a directory below the greatest depth
  kOtherFilesystem,  // a directory on which another filesystem is mounted
  kGitDirectory,     // .git: git's own files
  kTooLarge,         // a file of more bytes than asked for
};
inline constexpr std::size_t kSkipReasons = 10;

struct SkipFacts {
  std::string_view name;  // in reports
  // Whether the coverage names the paths. It only counts paths that an ignore
  // file or the command line excludes, since the user asked for that.
  bool is_named;
  // After a number in the summary. A binary file was read, though not for every
  // rule, and has a part of its own there.
  std::string_view one;
  std::string_view many;
  std::string_view of_path;  // after a path, for --list-files and -v
};

// By Skip.
inline constexpr std::array<SkipFacts, kSkipReasons> kSkipFacts = {{
    {"ignored", false, "ignored", "ignored", "ignored"},
    {"excluded", false, "excluded", "excluded",
     "excluded by --exclude or --include"},
    {"binary", false, "", "", "binary"},
    {"special", true, "special file", "special files",
     "a socket, pipe or device"},
    {"symlink", true, "symlink", "symlinks", "a symbolic link"},
    {"seen", true, "seen before", "seen before",
     "already scanned under another path"},
    {"too_deep", true, "too deep", "too deep", "deeper than --max-depth"},
    {"other_filesystem", true, "on another filesystem", "on other filesystems",
     "on another filesystem"},
    {"git_directory", false, ".git", ".git",
     "git's own files (only .git/config is scanned)"},
    {"too_large", true, "too large", "too large",
     "larger than --max-file-size"},
}};

constexpr std::size_t index_of(Skip reason) {
  return static_cast<std::size_t>(reason);
}

constexpr const SkipFacts& facts_of(Skip reason) {
  return kSkipFacts[index_of(reason)];
}

}  // namespace sluice

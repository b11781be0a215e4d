// One ignore file (.gitignore, .sluiceignore, .git/info/exclude): the paths
// below its directory that it excludes. There is no I/O: the caller reads the
// file and passes paths relative to the file's directory.
// Thread-safety: immutable once parsed; match() may run on many threads.
// Errors: none. A malformed line matches nothing, as in git.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ignore/glob.h"
#include "ignore/ignore_key.h"
#include "ignore/pattern_index.h"

namespace sluice {

enum class IgnoreVerdict : std::uint8_t {
  kNone,     // no pattern matches: a file of lower rank may decide
  kIgnore,   // the last matching pattern leaves the path out
  kInclude,  // the last matching pattern begins with '!'
};

struct IgnoreMatch {
  IgnoreVerdict verdict = IgnoreVerdict::kNone;
  std::uint32_t line = 0;  // the line that decided, from 1, or 0
  // The text of this line, without blanks and a return at its end. Belongs to
  // the file.
  std::string_view text{};
};

// A path to match, with the values that every ignore file above it needs,
// computed once. It points to the path that it was made from.
class IgnoreQuery {
 public:
  // `path` has '/' between its components and none at the end; its last
  // component begins at `name_at`.
  IgnoreQuery(std::string_view path, std::size_t name_at, bool is_directory);

  // Without `name_at` it is looked for.
  IgnoreQuery(std::string_view path, bool is_directory)
      : IgnoreQuery(path, path.rfind('/') + 1, is_directory) {}

 private:
  friend class IgnoreFile;
  std::string_view path_;
  std::string_view name_;
  bool is_directory_;
  std::uint64_t name_key_;
  // By size, as far as the path and the name have the bytes. The larger sizes
  // are too rare to be worked out for every path.
  static constexpr unsigned kPreparedSizes = 4;
  std::array<std::uint64_t, kPreparedSizes> tail_keys_;
  std::array<std::uint64_t, kPreparedSizes> head_keys_;  // of the name
};

// An ignore file of more bytes is not obeyed, nor is one with which more lines
// would be in force for a path; the coverage names either. A pattern with
// wildcards counts as one more line for each kGlobBytes of it. A line takes
// some 250 bytes, so a tree's ignore files take 8 MiB beside their texts. At
// worst, a line of 100 bytes takes 0.8 us for a name of 240 bytes (1,100 such
// lines and 1,000 names: 0.8 s). Git's own bound is 100 MiB for a file, for
// which it takes gigabytes.
inline constexpr std::size_t kMaxIgnoreBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxIgnoreLines = 32 * 1024;
inline constexpr std::size_t kGlobBytes = 32;

// The number of lines that may be patterns, neither empty nor a comment. They
// count towards kMaxIgnoreLines.
std::size_t ignore_lines(std::string_view text);

class IgnoreFile {
 public:
  // A file without lines.
  IgnoreFile() = default;

  // `text` is the whole file, within the bounds above. With Case::kIgnored all
  // queries have to be made of folded paths.
  static IgnoreFile parse(std::string text, Case mode = Case::kSensitive);

  Case mode() const { return mode_; }

  // The number of patterns.
  std::size_t patterns() const { return patterns_.size(); }

  // No pattern in it can match anything.
  bool empty() const { return patterns_.empty(); }

  // Matches the query's path against this file. The first `base` bytes of the
  // path are the file's own directory with its slash, or nothing. The result
  // does not consider the directories above the path: once one of them is
  // excluded, git never examines its content.
  IgnoreMatch match(const IgnoreQuery& query, std::size_t base = 0) const;

 private:
  struct Pattern {
    Glob glob;
    std::uint32_t line;
    std::uint32_t text_at;
    std::uint32_t text_size;
    bool negated;
    bool directories_only;
  };

  void add_line(std::string_view line, std::uint32_t number);
  void file(const Glob& glob, std::uint32_t pattern);

  Case mode_ = Case::kSensitive;
  std::string text_;
  std::vector<Pattern> patterns_;  // in the order of their lines
  PatternIndex index_;
  std::uint32_t newest_unfiled_ = PatternIndex::kNone;
  bool has_path_literals_ = false;
  // A bit for each size under which some pattern is filed.
  unsigned tails_ = 0;
  unsigned name_heads_ = 0;
  unsigned path_heads_ = 0;
  unsigned name_middles_ = 0;
  unsigned path_middles_ = 0;
};

}  // namespace sluice

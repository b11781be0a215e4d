// The walk's share of the coverage: the skipped paths, and the repositories
// about which git gave no answer. In a shard, it has only the shard's own.
// Thread-safety: used by the walking thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"

namespace sluice {

class WalkCoverage {
 public:
  // See WalkSink; `sequence` is the number in the walk.
  void skip(std::string_view root, std::string_view path, Skip reason,
            std::uint64_t sequence);
  void git_failed(std::string_view path, std::string_view reason,
                  std::uint64_t sequence);
  void bare_repository(std::string_view path, std::uint64_t sequence);

  // Puts all of it into `*coverage`.
  void close(IgnoreFileCounts ignored_by, Coverage* coverage);

 private:
  std::array<std::uint64_t, kSkipReasons> skipped_{};
  std::vector<SkippedPath> paths_;
  IgnoredCredentials ignored_credentials_;
  Note unanswered_{Note::About::kUnansweredGit, 0};
  Note bare_{Note::About::kBareRepositories, 0};
};

}  // namespace sluice

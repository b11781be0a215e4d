// A WalkSink that writes down its calls, a line for each.
// Thread-safety: used by one thread.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finding/finding.h"
#include "walk/walker.h"

namespace sluice {

class RecordingSink final : public WalkSink {
 public:
  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    roots.emplace_back(root->not_reported());
    files.push_back(root->reported(below));
    return files.size() < end_after;
  }
  bool named_file(std::string_view path, std::string_view) override {
    roots.emplace_back();
    files.emplace_back(path);
    named_files.emplace_back(path);
    return files.size() < end_after;
  }
  void skip(std::string_view root, std::string_view path, Skip reason,
            std::string_view) override {
    ++skipped[index_of(reason)];
    if (facts_of(reason).is_named)
      skipped_paths.push_back(std::string(root) + std::string(path));
  }
  void git_failed(std::string_view path, std::string_view reason) override {
    git_failures.push_back(std::string(path) + ": " + std::string(reason));
  }
  void bare_repository(std::string_view) override {}
  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    problems.push_back(std::string(root) + "|" + std::string(path) + ": " +
                       std::string(reason));
    return problems.size() < end_after_problems;
  }

  int skips(Skip reason) const { return skipped[index_of(reason)]; }

  std::vector<std::string> files;
  std::vector<std::string> roots;  // of `files`
  std::vector<std::string> named_files;
  std::vector<std::string> problems;  // "root|path: reason"
  std::array<int, kSkipReasons> skipped{};
  std::vector<std::string> skipped_paths;
  std::vector<std::string> git_failures;
  IgnoreFileCounts ignored_by;
  std::size_t end_after = std::numeric_limits<std::size_t>::max();
  std::size_t end_after_problems = std::numeric_limits<std::size_t>::max();
};

// Resolves and walks, as a scan does.
inline Result<void> walk(const FileSystem& fs,
                         const std::vector<std::string>& paths,
                         const WalkOptions& options, RecordingSink& sink) {
  SLUICE_TRY_ASSIGN(NamedPaths named, NamedPaths::resolve(fs, paths));
  sink.ignored_by = walk(fs, std::move(named), options, sink);
  return {};
}

}  // namespace sluice

#include "scan/run/walk_coverage.h"

#include <fmt/core.h>

#include <utility>

#include "judge/context/credential_file.h"

namespace sluice {

void WalkCoverage::skip(std::string_view root, std::string_view path,
                        Skip reason, std::uint64_t sequence) {
  ++skipped_[index_of(reason)];
  if (reason == Skip::kIgnored && is_awaited(path)) {
    ++ignored_credentials_.count;
    if (ignored_credentials_.first.size() < IgnoredCredentials::kMaxNamed) {
      ignored_credentials_.first.emplace_back(path);
      ignored_credentials_.sequences.push_back(sequence);
    }
  }
  if (facts_of(reason).is_named && paths_.size() < kMaxInCoverage)
    paths_.push_back({std::string(path), std::string(root), reason, sequence});
}

void WalkCoverage::git_failed(std::string_view path, std::string_view reason,
                              std::uint64_t sequence) {
  if (unanswered_.count++ > 0) return;
  unanswered_.text = fmt::format("{}: {}", path, reason);
  unanswered_.place = {NoteStage::kWalk, sequence};
}

void WalkCoverage::bare_repository(std::string_view path,
                                   std::uint64_t sequence) {
  if (bare_.count++ > 0) return;
  bare_.text = path;
  bare_.place = {NoteStage::kBareRepository, sequence};
}

void WalkCoverage::close(IgnoreFileCounts ignored_by, Coverage* coverage) {
  coverage->skipped = skipped_;
  coverage->skipped_paths = std::move(paths_);
  coverage->ignored_by = std::move(ignored_by);
  coverage->ignored_credentials = std::move(ignored_credentials_);
  if (unanswered_.count != 0) coverage->notes.push_back(std::move(unanswered_));
  if (bare_.count != 0) coverage->notes.push_back(std::move(bare_));
}

}  // namespace sluice

#include "scan/walk_coverage.h"

#include <fmt/core.h>

#include <utility>

#include "judge/context/credential_file.h"

namespace sluice {

void WalkCoverage::skip(std::string_view root, std::string_view path,
                        Skip reason) {
  ++skipped_[static_cast<std::size_t>(reason)];
  if (reason == Skip::kIgnored && is_awaited(path)) {
    ++ignored_credentials_.count;
    if (ignored_credentials_.first.size() < IgnoredCredentials::kMaxNamed)
      ignored_credentials_.first.emplace_back(path);
  }
  if (is_named_skip(reason) && paths_.size() < kMaxInCoverage)
    paths_.push_back({std::string(path), std::string(root), reason});
}

void WalkCoverage::git_failed(std::string_view path, std::string_view reason) {
  if (unanswered_++ == 0)
    first_unanswered_ = fmt::format("{}: {}", path, reason);
}

void WalkCoverage::close(IgnoreFileCounts ignored_by, Coverage* coverage) {
  coverage->skipped = skipped_;
  coverage->skipped_paths = std::move(paths_);
  coverage->ignored_by = std::move(ignored_by);
  coverage->ignored_credentials = std::move(ignored_credentials_);
  if (unanswered_ == 0) return;
  coverage->notes.push_back(fmt::format(
      "ignore files alone decided in {} {}, where git could not say what it "
      "tracks ({})",
      unanswered_, unanswered_ == 1 ? "repository" : "repositories",
      first_unanswered_));
}

}  // namespace sluice

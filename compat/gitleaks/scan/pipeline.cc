#include "gitleaks/scan/pipeline.h"

#include <fmt/core.h>

#include <utility>

#include "fs/file_bytes.h"
#include "gitleaks/scan/archive_name.h"

namespace sluice {

GitleaksPipeline::GitleaksPipeline(const FileSystem& fs,
                                   const GitleaksRules& rules,
                                   const Detector& detector,
                                   const GitleaksLimits& limits,
                                   GitleaksArchives& archives,
                                   GitleaksResults* results)
    : fs_(&fs),
      rules_(&rules),
      limits_(&limits),
      archives_(&archives),
      results_(results),
      content_(rules, detector, limits, results) {}

void GitleaksPipeline::scan(const GitleaksFile& file) {
  GitleaksCoverage& coverage = results_->coverage;
  const bool named = !file.path.empty();
  bool is_archive = false;
  if (named) {
    const std::string& found_as =
        file.symlink.empty() ? file.path : file.symlink;
    if (rules_->walk_skips(found_as)) {
      coverage.skip(GitleaksSkip::kAllowlisted);
      return;
    }
    is_archive = archive_of_name(file.path).has_value();
    if (is_archive && archives_->bounds.depth == 0) {
      coverage.skip(GitleaksSkip::kArchive);
      return;
    }
    if (!is_archive && content_.passes_over({file.path, file.symlink})) return;
  }
  const Result<OpenedFile> opened =
      named ? fs_->open(file.path, OpenMode::kNoWait) : OpenedFile{0, 0};
  if (!opened) {
    add_problem(file, opened.error());
    return;
  }
  scan_opened(file, FileBytes(*fs_, *opened, named), is_archive);
}

void GitleaksPipeline::scan_opened(const GitleaksFile& file,
                                   const ByteSource& bytes, bool is_archive) {
  const std::uint64_t most =
      file.symlink.empty() && !file.path.empty() ? limits_->max_bytes : 0;
  const GitleaksContent content{file.path, file.symlink};
  leaks_.clear();
  if (!is_archive) {
    const Result<void> read = content_.scan(bytes, content, most, &leaks_);
    if (!read) add_problem(file, read.error());
  } else if (most > 0 && bytes.size() > most) {
    results_->coverage.skip(GitleaksSkip::kTooLarge);
  } else {
    GitleaksArchiveScan(*rules_, *archives_, content_, results_)
        .scan(bytes, content, file.sequence, file.path, &leaks_);
  }
  for (GitleaksFinding& leak : leaks_)
    results_->leaks.emplace_back(file.sequence, std::move(leak));
}

void GitleaksPipeline::add_problem(const GitleaksFile& file,
                                   const Error& error) {
  results_->problems.emplace_back(
      file.sequence,
      fmt::format("{}: {}", file.path.empty() ? "standard input" : file.path,
                  error.message));
}

}  // namespace sluice

#include "gitleaks/scan/pipeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "fs/open_file.h"
#include "gitleaks/scan/file_type.h"
#include "gitleaks/scan/fragments.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

// Holds several fragments; moving the rest to the front is rare.
constexpr std::size_t kBufferBytes = 512 * 1024;

}  // namespace

GitleaksPipeline::GitleaksPipeline(const FileSystem& fs,
                                   const GitleaksRules& rules,
                                   const Detector& detector,
                                   const GitleaksLimits& limits,
                                   GitleaksResults* results)
    : fs_(&fs),
      rules_(&rules),
      detector_(&detector),
      limits_(&limits),
      results_(results),
      // Not zeroed: a page is only touched when a file reaches it.
      buffer_(make_read_buffer(kBufferBytes)) {}

void GitleaksPipeline::scan(const GitleaksFile& file) {
  GitleaksCoverage& coverage = results_->coverage;
  const bool named = !file.path.empty();
  if (named) {
    const std::string& found_as =
        file.symlink.empty() ? file.path : file.symlink;
    if (rules_->walk_skips(found_as)) {
      coverage.skip(GitleaksSkip::kAllowlisted);
      return;
    }
    if (is_archive_name(file.path)) {
      coverage.skip(GitleaksSkip::kArchive);
      return;
    }
    if (std::ranges::count(limits_->own_files, file.path) > 0) {
      coverage.skip(GitleaksSkip::kOwn);
      return;
    }
    if (rules_->allows_file(file.path)) {
      coverage.skip(GitleaksSkip::kAllowlisted);
      return;
    }
  }
  const Result<OpenedFile> opened =
      named ? fs_->open(file.path, OpenMode::kNoWait) : OpenedFile{0, 0};
  if (!opened) {
    add_problem(file, opened.error());
    return;
  }
  const OpenFile closes(*fs_, opened->descriptor, named);
  leaks_.clear();
  scratch_.wanted.clear();
  read_and_detect(file, opened->descriptor);
  for (GitleaksFinding& leak : leaks_)
    results_->leaks.emplace_back(file.sequence, std::move(leak));
}

void GitleaksPipeline::read_and_detect(const GitleaksFile& file,
                                       int descriptor) {
  FragmentCutter cutter;
  LineCursor lines;
  std::int64_t line = 1;  // on which the next fragment begins
  std::uint64_t scanned = 0;
  std::uint64_t total = 0;
  std::size_t begin = 0;  // of what is left in the buffer
  std::size_t end = 0;
  bool at_end = false;
  for (;;) {
    if (!at_end && end - begin < FragmentCutter::kReach) {
      std::memmove(buffer_.get(), buffer_.get() + begin, end - begin);
      end -= begin;
      begin = 0;
      while (end < kBufferBytes && !at_end) {
        const Result<std::size_t> got =
            fs_->read(descriptor, buffer_.get() + end, kBufferBytes - end);
        if (!got) add_problem(file, got.error());
        at_end = !got || *got == 0;
        end += got ? *got : 0;
        total += got ? *got : 0;
      }
      if (limits_->max_bytes > 0 && total > limits_->max_bytes &&
          file.symlink.empty() && !file.path.empty()) {
        results_->coverage.skip(GitleaksSkip::kTooLarge);
        leaks_.clear();
        return;
      }
    }
    if (limits_->expired()) {
      results_->expired = true;
      return;
    }
    const std::string_view rest(buffer_.get() + begin, end - begin);
    const std::size_t size = cutter.next(rest);
    if (size == 0) break;
    if (line == 1 && is_application_type(rest.substr(0, cutter.first_read()))) {
      results_->coverage.skip(GitleaksSkip::kBinary);
      return;
    }
    const std::string_view text = rest.substr(0, size);
    detector_->detect({text, file.path, file.symlink, line}, scratch_, &leaks_);
    results_->coverage.bytes += size;
    begin += size;
    // Most files end here, and are never searched for lines.
    if (at_end && begin == end) break;
    line = static_cast<std::int64_t>(
        lines.advance(text, scanned, scanned + size).line);
    scanned += size;
  }
  ++results_->coverage.files;
}

void GitleaksPipeline::add_problem(const GitleaksFile& file,
                                   const Error& error) {
  results_->problems.emplace_back(
      file.sequence,
      fmt::format("{}: {}", file.path.empty() ? "standard input" : file.path,
                  error.message));
}

}  // namespace sluice

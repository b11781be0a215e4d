#include "gitleaks/scan/content_scan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gitleaks/scan/file_type.h"
#include "gitleaks/scan/fragments.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

// Holds several fragments; moving the rest to the front is rare.
constexpr std::size_t kBufferBytes = 512 * 1024;

}  // namespace

ContentScan::ContentScan(const GitleaksRules& rules, const Detector& detector,
                         const GitleaksLimits& limits, GitleaksResults* results)
    : rules_(&rules),
      detector_(&detector),
      limits_(&limits),
      results_(results),
      // Not zeroed: a page is only touched when a file reaches it.
      buffer_(make_read_buffer(kBufferBytes)) {}

bool ContentScan::passes_over(const GitleaksContent& content) {
  if (std::ranges::count(limits_->own_files, content.path) > 0) {
    results_->coverage.skip(GitleaksSkip::kOwn);
    return true;
  }
  if (rules_->allows_file(content.path, content.commit)) {
    results_->coverage.skip(GitleaksSkip::kAllowlisted);
    return true;
  }
  return false;
}

Result<void> ContentScan::scan(const ByteSource& bytes,
                               const GitleaksContent& content,
                               std::uint64_t most,
                               std::vector<GitleaksFinding>* leaks) {
  const std::size_t leaks_before = leaks->size();
  scratch_.wanted.clear();
  Result<void> read;
  FragmentCutter cutter(content.steps);
  LineCursor lines;
  std::int64_t line = 1;  // on which the next fragment begins
  std::uint64_t scanned = 0;
  std::uint64_t total = 0;
  std::size_t begin = 0;  // of the bytes that are left in the buffer
  std::size_t end = 0;
  bool at_end = false;
  for (;;) {
    if (!at_end && end - begin < FragmentCutter::kReach) {
      std::memmove(buffer_.get(), buffer_.get() + begin, end - begin);
      end -= begin;
      begin = 0;
      while (end < kBufferBytes && !at_end) {
        char* const to = buffer_.get() + end;
        Result<std::size_t> got =
            bytes.may_seek() ? bytes.read_at(to, kBufferBytes - end, total)
                             : bytes.read(to, kBufferBytes - end);
        at_end = !got || *got == 0;
        end += got ? *got : 0;
        total += got ? *got : 0;
        if (!got) read = tl::unexpected<Error>(std::move(got.error()));
      }
      if (most > 0 && total > most) {
        results_->coverage.skip(GitleaksSkip::kTooLarge);
        leaks->resize(leaks_before);
        return read;
      }
    }
    if (limits_->expired()) {
      results_->expired = true;
      return read;
    }
    const std::string_view rest(buffer_.get() + begin, end - begin);
    const std::size_t size = cutter.next(rest);
    if (size == 0) break;
    if (line == 1 && is_application_type(rest.substr(0, cutter.first_read()))) {
      results_->coverage.skip(GitleaksSkip::kBinary);
      return read;
    }
    const std::string_view text = rest.substr(0, size);
    detector_->detect(
        {text, content.path, content.symlink, line, content.commit}, scratch_,
        leaks);
    results_->coverage.bytes += size;
    begin += size;
    // Most files end here, and are never searched for lines.
    if (at_end && begin == end) break;
    line = static_cast<std::int64_t>(
        lines.advance(text, scanned, scanned + size).line);
    scanned += size;
  }
  ++results_->coverage.files;
  return read;
}

}  // namespace sluice

// Our baseline as a file that commands change.
// Thread-safety: none is needed; called once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "baseline/own_format.h"
#include "finding/sink.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// Reads the baseline `path`, which is empty if there is no such file. Error:
// kConfig, for a file that cannot be read, or that is no baseline of sluice.
Result<OwnBaseline> read_own_baseline_file(const ScanOptions& options,
                                           const std::string& path);

// Writes the file anew and puts it in the place of the old one at once, so that
// a full disk leaves nothing half done.
Result<void> write_own_baseline_file(const std::string& path,
                                     const OwnBaseline& baseline);

// Tells git in .gitattributes how to merge the baseline, once, and says so.
Result<void> write_merge_attribute(const std::string& path);

// Prints "FILE: 4 known findings, 1 added, 0 removed".
void tell_change(const std::string& path, const OwnBaseline& baseline,
                 std::size_t added, std::size_t removed);

// Keeps the facts of findings, and of unread paths, that a baseline contains.
class KeptFindings final : public FindingSink {
 public:
  struct Kept {
    std::string path;
    std::string fingerprint;
    std::string note;
    Confidence confidence = Confidence::kLow;
    // From 1; both 0 for a path that could not be read.
    std::uint64_t first_line = 0;
    std::uint64_t last_line = 0;
    bool is_unread() const { return first_line == 0; }
  };

  // `from_here`: paths and fingerprints are those of a scan of the current
  // directory, even if only one directory below it is scanned.
  explicit KeptFindings(bool from_here = false) : from_here_(from_here) {}

  Result<void> begin(const ToolInfo&) override { return {}; }
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;

  std::vector<Kept> found;  // in the order of the scan, unread paths last

 private:
  bool from_here_;
};

}  // namespace sluice

// Scans one thing that has a name in reports: a file, a member of an archive or
// standard input. A worker cuts its bytes into fragments and detects leaks in
// each.
// Thread-safety: a ContentScan belongs to one worker. It refers to objects that
// are shared and immutable, and to the results, which belong to the worker.
// Memory: one read buffer and the scratch.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/read_buffer.h"
#include "fs/byte_source.h"
#include "gitleaks/detector/detector.h"
#include "gitleaks/report/results.h"
#include "gitleaks/scan/fragments.h"

namespace sluice {

struct GitleaksLimits {
  // Larger files, in bytes, are skipped. 0 means no limit.
  std::uint64_t max_bytes = 0;
  // How many levels of archives within archives are opened; 0 opens none.
  unsigned archive_depth = 0;
  // Configuration files and baselines, by their names in the walk.
  std::vector<std::string> own_files;
  std::optional<std::chrono::steady_clock::time_point> deadline;

  bool expired() const {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
};

struct GitleaksContent {
  std::string_view path;         // in reports; empty for standard input
  std::string_view symlink;      // the link that led to it, if any
  std::string_view commit = {};  // the one that adds it, if any
  ReadSteps steps = {};
};

class ContentScan {
 public:
  ContentScan(const GitleaksRules& rules, const Detector& detector,
              const GitleaksLimits& limits, GitleaksResults* results);

  // Whether it is skipped because of its name; then it is counted.
  bool passes_over(const GitleaksContent& content);

  // Appends the findings. A content of more than `most` bytes is skipped; 0
  // means no limit. The error is the reason alone; all bytes that could be read
  // were scanned.
  Result<void> scan(const ByteSource& bytes, const GitleaksContent& content,
                    std::uint64_t most, std::vector<GitleaksFinding>* leaks);

 private:
  const GitleaksRules* rules_;
  const Detector* detector_;
  const GitleaksLimits* limits_;
  GitleaksResults* results_;
  ReadBuffer buffer_;
  DetectorScratch scratch_;
};

}  // namespace sluice

// The work of one worker on a file: it scans the file's bytes, or those of the
// members of an archive.
// Thread-safety: a GitleaksPipeline belongs to one worker and refers to objects
// that are shared and immutable.
// Memory: that of a ContentScan, that of archives (archive_scan.h), and the
// leaks that were found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "fs/file_system.h"
#include "gitleaks/detector/detector.h"
#include "gitleaks/report/results.h"
#include "gitleaks/scan/archive_scan.h"
#include "gitleaks/scan/content_scan.h"

namespace sluice {

struct GitleaksFile {
  std::uint64_t sequence = 0;  // in the order of the walk
  std::string path;            // empty for standard input
  std::string symlink;
};

class GitleaksPipeline {
 public:
  // `*results` belongs to this worker alone.
  GitleaksPipeline(const FileSystem& fs, const GitleaksRules& rules,
                   const Detector& detector, const GitleaksLimits& limits,
                   GitleaksArchives& archives, GitleaksResults* results);

  void scan(const GitleaksFile& file);

 private:
  void scan_opened(const GitleaksFile& file, const ByteSource& bytes,
                   bool is_archive);
  void add_problem(const GitleaksFile& file, const Error& error);

  const FileSystem* fs_;
  const GitleaksRules* rules_;
  const GitleaksLimits* limits_;
  GitleaksArchives* archives_;
  GitleaksResults* results_;
  ContentScan content_;
  std::vector<GitleaksFinding> leaks_;
};

}  // namespace sluice

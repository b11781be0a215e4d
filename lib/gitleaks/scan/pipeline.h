// What one worker does with a file: it reads it, cuts it into fragments and
// detects leaks in each.
// Thread-safety: a GitleaksPipeline belongs to one worker; what it refers to is
// shared and immutable.
// Memory: one read buffer and the scratch, and the leaks that were found.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/read_buffer.h"
#include "fs/file_system.h"
#include "gitleaks/detector/detector.h"
#include "gitleaks/report/results.h"

namespace sluice {

struct GitleaksFile {
  std::uint64_t sequence = 0;  // in the order of the walk
  std::string path;            // empty: standard input
  std::string symlink;
};

struct GitleaksLimits {
  std::uint64_t max_bytes = 0;  // larger files are passed over; 0: none are
  // The configuration and the like, by their names in the walk.
  std::vector<std::string> own_files;
  std::optional<std::chrono::steady_clock::time_point> deadline;

  bool expired() const {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
};

class GitleaksPipeline {
 public:
  // `*results` belongs to this worker alone.
  GitleaksPipeline(const FileSystem& fs, const GitleaksRules& rules,
                   const Detector& detector, const GitleaksLimits& limits,
                   GitleaksResults* results);

  void scan(const GitleaksFile& file);

 private:
  void read_and_detect(const GitleaksFile& file, int descriptor);
  void add_problem(const GitleaksFile& file, const Error& error);

  const FileSystem* fs_;
  const GitleaksRules* rules_;
  const Detector* detector_;
  const GitleaksLimits* limits_;
  GitleaksResults* results_;
  ReadBuffer buffer_;
  DetectorScratch scratch_;
  std::vector<GitleaksFinding> leaks_;
};

}  // namespace sluice

// One worker's way with a file: read, cut, detect.
// Thread-safety: a LeakPipeline belongs to one worker; what it refers to is
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
#include "gitleaks/detector.h"
#include "gitleaks/leak_results.h"

namespace sluice {

struct LeakFile {
  std::uint64_t sequence = 0;  // in the order of the walk
  std::string path;            // empty: standard input
  std::string symlink;
};

struct LeakLimits {
  std::uint64_t max_bytes = 0;  // larger files are passed over; 0: none are
  // The configuration and the like, by their names in the walk.
  std::vector<std::string> own_files;
  std::optional<std::chrono::steady_clock::time_point> deadline;

  bool expired() const {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
  }
};

class LeakPipeline {
 public:
  // `*results` is this worker's alone.
  LeakPipeline(const FileSystem& fs, const LeakRules& rules,
               const Detector& detector, const LeakLimits& limits,
               LeakResults* results);

  void scan(const LeakFile& file);

 private:
  void read_and_detect(const LeakFile& file, int descriptor);
  void add_problem(const LeakFile& file, const Error& error);

  const FileSystem* fs_;
  const LeakRules* rules_;
  const Detector* detector_;
  const LeakLimits* limits_;
  LeakResults* results_;
  ReadBuffer buffer_;
  DetectorScratch scratch_;
  std::vector<Leak> leaks_;
};

}  // namespace sluice

// The files that a worker has requested from the kernel (fs/read_ahead.h), and
// the decision whether to use such requests at all.
//
// Idea of kAuto: as long as a worker's files are in memory, a plain read is
// cheapest. The first read of each file asks only for bytes in memory. The
// first file that is not in memory makes the worker request the next kSpell
// files ahead. If it had to wait for any of them, it requests as many again; if
// not, it goes back to plain reads. So a warm scan never makes a ring.
//
// Thread-safety: belongs to one worker. Ownership: owns the tasks under way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fs/file_system.h"
#include "fs/read_ahead.h"
#include "scan/value/file_task.h"

namespace sluice {

enum class IoMode : std::uint8_t { kAuto, kBlocking, kUring };

struct IoTally {
  std::uint64_t plain = 0;   // files read by plain calls
  std::uint64_t ahead = 0;   // files requested ahead
  std::uint64_t waited = 0;  // of both, those that were not in memory
  std::string refused;       // why there is no ring, if one was wanted

  IoTally& operator+=(const IoTally& other) {
    plain += other.plain;
    ahead += other.ahead;
    waited += other.waited;
    if (refused.empty()) refused = other.refused;
    return *this;
  }
};

class FilesAhead {
 public:
  FilesAhead(const FileSystem& fs, IoMode mode, IoTally* tally)
      : fs_(&fs), mode_(mode), tally_(tally) {}
  ~FilesAhead();
  FilesAhead(const FilesAhead&) = delete;
  FilesAhead& operator=(const FilesAhead&) = delete;

  // Whether begin() is the way for this file.
  bool wants(const FileToScan& file);
  // Whether one has to be taken first.
  bool is_full() const { return ring_ != nullptr && !ring_->has_room(); }
  void begin(const FileTask& task);

  struct Come {
    FileTask task;
    FileAhead file;
  };
  // REQUIRES: more were begun than taken.
  Come take();

  // Closes files that have come and are not wanted.
  void close(const Come& come);

  // A file was read by plain calls; `waited`: it was not in memory.
  void note_plain(bool waited);

 private:
  static constexpr std::uint32_t kSpell = 256;

  bool make_ring();

  const FileSystem* fs_;
  const IoMode mode_;
  IoTally* const tally_;
  std::vector<FileTask> tasks_;  // by tag; those under way have a file
  std::vector<std::uint64_t> free_;
  std::uint32_t spell_ = 0;    // files that are still to go through the ring
  bool spell_waited_ = false;  // for any of them
  bool refused_ = false;
  // last, because requests under way use the rest
  std::unique_ptr<ReadAhead> ring_;
};

}  // namespace sluice

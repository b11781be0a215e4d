// The large files of a scan that are being scanned or wait for their turn.
// Thread-safety: every member from any thread. Ownership: of the files.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "scan/large_file.h"

namespace sluice {

class LargeFiles {
 public:
  LargeFile& add(std::unique_ptr<LargeFile> file);

  // A step, or the merging, of `file` is done with it; the last one frees it.
  void leave(LargeFile& file);

 private:
  std::mutex mutex_;  // guards files_
  std::unordered_map<const LargeFile*, std::unique_ptr<LargeFile>> files_;
};

}  // namespace sluice

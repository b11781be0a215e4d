// The shared files of a scan that are being scanned or wait for their turn.
// Thread-safety: every member from any thread. Ownership: of the files.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "scan/unit/shared_file.h"

namespace sluice {

class SharedFiles {
 public:
  SharedFile& add(std::unique_ptr<SharedFile> file);

  // A step, or the merging, of `file` is done with it; the last one frees it.
  void leave(SharedFile& file);

 private:
  std::mutex mutex_;  // guards files_
  std::unordered_map<const SharedFile*, std::unique_ptr<SharedFile>> files_;
};

}  // namespace sluice

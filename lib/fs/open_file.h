// Closes a descriptor at the end of its scope.
// Thread-safety: one thread. Ownership: refers to the file system.
#pragma once

#include "fs/file_system.h"

namespace sluice {

class OpenFile {
 public:
  // `owned` is false for standard input, which stays open.
  OpenFile(const FileSystem& fs, int descriptor, bool owned)
      : fs_(fs), descriptor_(descriptor), owned_(owned) {}
  ~OpenFile() {
    if (owned_) fs_.close(descriptor_);
  }
  // From now on another owner closes it.
  void release() { owned_ = false; }

  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

 private:
  const FileSystem& fs_;
  int descriptor_;
  bool owned_;
};

}  // namespace sluice

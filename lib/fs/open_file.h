// An open file: closes its descriptor, and waits for input that may never come.
// Thread-safety: one thread; wait_for_input() may be called from any.
// Ownership: refers to the file system.
#pragma once

#include "base/interrupt.h"
#include "fs/file_system.h"

namespace sluice {

// Closes a descriptor at the end of its scope.
class OpenFile {
 public:
  // `owned` is false for standard input, which stays open.
  OpenFile(const FileSystem& fs, int descriptor, bool owned)
      : fs_(fs), descriptor_(descriptor), owned_(owned) {}
  ~OpenFile() {
    if (owned_) fs_.close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

 private:
  const FileSystem& fs_;
  const int descriptor_;
  const bool owned_;
};

// Waits until `descriptor` has bytes to read, is at its end, or has an error.
// Returns false if `interrupt` was raised before, which it never misses.
bool wait_for_input(int descriptor, const Interrupt& interrupt);

}  // namespace sluice

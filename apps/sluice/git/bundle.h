// A bundle of git (`git bundle create`), as a repository for as long as it is
// scanned. Git unpacks it into a directory in TMPDIR or /tmp.
// Thread-safety: one thread. unpack() is called before any other thread starts.
// Ownership: the directory is removed when this object, or the process, ends,
// however it ends.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/error.h"

namespace sluice {

class UnpackedBundle {
 public:
  // Returns whether the file begins as a bundle.
  static bool is_bundle(const std::string& path);

  // Errors: kUsage, the bundle is thin; kIo.
  static Result<std::unique_ptr<UnpackedBundle>> unpack(
      const std::string& path);

  UnpackedBundle(const UnpackedBundle&) = delete;
  UnpackedBundle& operator=(const UnpackedBundle&) = delete;
  ~UnpackedBundle();

  const std::string& directory() const { return directory_; }

 private:
  UnpackedBundle() = default;
  Result<void> make_directory();
  Result<void> fill(const std::string& path);

  std::string directory_;
  pid_t remover_ = -1;  // the process that removes the directory
  int alive_ = -1;      // it waits until nobody has this open
};

}  // namespace sluice

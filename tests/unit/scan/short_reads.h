// A filesystem that gives what another one has in pieces of any size, as pipes
// and network filesystems do.
// Thread-safety: for one thread, as its random numbers are.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fs/file_system.h"

namespace sluice {

class ShortReads final : public FileSystem {
 public:
  // Each read gives between 1 and `most` bytes.
  ShortReads(const FileSystem& below, std::size_t most, unsigned seed)
      : below_(below), most_(most), random_(seed) {}

  Result<FileStatus> status(const std::string& path) const override {
    return below_.status(path);
  }
  Result<FileStatus> link_status(const std::string& path) const override {
    return below_.link_status(path);
  }
  Result<void> list(const std::string& path,
                    std::vector<DirEntry>* entries) const override {
    return below_.list(path, entries);
  }
  Result<OpenedFile> open(const std::string& path,
                          OpenMode mode) const override {
    return below_.open(path, mode);
  }
  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    return below_.read(descriptor, buffer,
                       std::min<std::size_t>(size, 1 + random_() % most_));
  }
  void close(int descriptor) const override { below_.close(descriptor); }

 private:
  const FileSystem& below_;
  std::size_t most_;
  mutable std::mt19937 random_;
};

}  // namespace sluice

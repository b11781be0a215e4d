// A filesystem that passes every call on to another one: the base of those that
// change one thing.
// Thread-safety: as the one below. Ownership: refers to it.
#pragma once

#include <string>
#include <vector>

#include "fs/file_system.h"
#include "fs/read_ahead.h"

namespace sluice {

class PassingFs : public FileSystem {
 public:
  explicit PassingFs(const FileSystem& below) : below_(below) {}

  Result<FileStatus> status(int at, const std::string& path) const override {
    return below_.status(at, path);
  }
  Result<FileStatus> link_status(int at,
                                 const std::string& path) const override {
    return below_.link_status(at, path);
  }
  Result<std::string> real_path(const std::string& path) const override {
    return below_.real_path(path);
  }
  Result<int> open_directory(int at, const std::string& path,
                             Links links) const override {
    return below_.open_directory(at, path, links);
  }
  Result<void> list(int directory,
                    std::vector<DirEntry>* entries) const override {
    return below_.list(directory, entries);
  }
  Result<OpenedFile> open(int at, const std::string& path,
                          OpenMode mode) const override {
    return below_.open(at, path, mode);
  }
  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    return below_.open_below(root, path, links);
  }
  Result<int> open_directory_below(int root, const std::string& path,
                                   Links links) const override {
    return below_.open_directory_below(root, path, links);
  }
  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override {
    return below_.read(descriptor, buffer, size);
  }
  Result<std::size_t> read_at(int descriptor, char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return below_.read_at(descriptor, buffer, size, offset);
  }
  Result<unsigned long long> size(int descriptor) const override {
    return below_.size(descriptor);
  }
  std::optional<std::size_t> read_cached(
      int descriptor, char* buffer, std::size_t size,
      unsigned long long offset) const override {
    return below_.read_cached(descriptor, buffer, size, offset);
  }
  void close(int descriptor) const override { below_.close(descriptor); }
  Result<std::unique_ptr<ReadAhead>> read_ahead() const override {
    return below_.read_ahead();
  }

 protected:
  const FileSystem& below() const { return below_; }

 private:
  const FileSystem& below_;
};

}  // namespace sluice

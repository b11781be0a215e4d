// A filesystem that passes every call on to another one: the base of those that
// change one thing.
// Thread-safety: as the one below. Ownership: refers to it.
#pragma once

#include <string>
#include <vector>

#include "fs/file_system.h"

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
  void close(int descriptor) const override { below_.close(descriptor); }

 protected:
  const FileSystem& below() const { return below_; }

 private:
  const FileSystem& below_;
};

}  // namespace sluice

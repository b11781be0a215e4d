// The bytes of an open file.
// Thread-safety: as ByteSource. Ownership: closes the file, unless it is
// standard input; refers to the file system.
#pragma once

#include "fs/byte_source.h"
#include "fs/file_system.h"
#include "fs/open_file.h"

namespace sluice {

class FileBytes final : public ByteSource {
 public:
  // `owned` is false for standard input, which stays open.
  FileBytes(const FileSystem& fs, const OpenedFile& file, bool owned)
      : ByteSource(file.size, file.may_seek),
        fs_(fs),
        file_(file),
        closes_(fs, file.descriptor, owned) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return fs_.read(file_.descriptor, buffer, size);
  }
  Result<std::size_t> read_at(char* buffer, std::size_t size,
                              unsigned long long offset) const override {
    return fs_.read_at(file_.descriptor, buffer, size, offset);
  }
  std::optional<std::size_t> read_cached(
      char* buffer, std::size_t size,
      unsigned long long offset) const override {
    return fs_.read_cached(file_.descriptor, buffer, size, offset);
  }
  unsigned long long next_data(unsigned long long offset) const override {
    return fs_.next_data(file_.descriptor, offset);
  }
  Result<unsigned long long> size_now() const override {
    return fs_.size(file_.descriptor);
  }
  bool wait(const Interrupt& interrupt) const override {
    return file_.may_wait ? wait_for_input(file_.descriptor, interrupt)
                          : !interrupt.raised();
  }

 private:
  const FileSystem& fs_;
  const OpenedFile file_;
  const OpenFile closes_;
};

}  // namespace sluice

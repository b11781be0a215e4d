// The blobs that a git process hands out, as files that are read once: what a
// Pipeline reads from.
// Thread-safety: used by one worker. Ownership: the stream stays the caller's.
#pragma once

#include <cstdint>

#include "fs/file_system.h"
#include "git/blob_stream.h"

namespace sluice {

// What a blob holds in place of the file that a checkout has.
enum class StandIn : unsigned char { kNone, kLfsPointer, kGitCrypt };

class BlobFiles final : public FileSystem {
 public:
  // What is opened from now on is the blob that `stream` is at.
  void begin(BlobStream* stream, std::uint64_t size);

  // Of the blob at hand, as far as it was read.
  StandIn stand_in() const { return stand_in_; }
  bool failed() const { return failed_; }

  Result<OpenedFile> open(int at, const std::string& path,
                          OpenMode mode) const override;
  Result<std::size_t> read(int descriptor, char* buffer,
                           std::size_t size) const override;
  Result<unsigned long long> size(int) const override { return size_; }
  void close(int) const override {}

  // A blob comes once, from its begin to its end.
  Result<std::size_t> read_at(int, char*, std::size_t,
                              unsigned long long) const override;
  std::optional<std::size_t> read_cached(int, char*, std::size_t,
                                         unsigned long long) const override {
    return std::nullopt;
  }
  Result<std::unique_ptr<ReadAhead>> read_ahead() const override;

  // A blob is no directory, and lies below none.
  Result<FileStatus> status(int, const std::string&) const override;
  Result<FileStatus> link_status(int, const std::string&) const override;
  Result<std::string> real_path(const std::string&) const override;
  Result<int> open_directory(int, const std::string&, Links) const override;
  Result<void> list(int, std::vector<DirEntry>*) const override;
  Result<OpenedFile> open_below(int, const std::string&, Links) const override;
  Result<int> open_directory_below(int, const std::string&,
                                   Links) const override;

 private:
  BlobStream* stream_ = nullptr;
  std::uint64_t size_ = 0;
  // FileSystem's functions are const, since a real one can be shared.
  mutable bool begun_ = false;
  mutable bool failed_ = false;
  mutable StandIn stand_in_ = StandIn::kNone;
};

}  // namespace sluice

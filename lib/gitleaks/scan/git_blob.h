// The bytes of a blob, as a git process hands them out.
// Thread-safety: used by one worker. Ownership: refers to the stream, which is
// at the blob.
#pragma once

#include "fs/byte_source.h"
#include "git/blob_stream.h"

namespace sluice {

class GitBlobBytes final : public ByteSource {
 public:
  GitBlobBytes(BlobStream& stream, unsigned long long size)
      : ByteSource(size, /*may_seek=*/false), stream_(stream) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    return stream_.read(buffer, size);
  }

 private:
  BlobStream& stream_;
};

}  // namespace sluice

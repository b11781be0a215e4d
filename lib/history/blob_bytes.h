// The bytes of a blob, as a git process hands them out, or out of a pack.
// Thread-safety: used by one worker. Ownership: refers to the stream, which is
// at the blob, and to what is known of it, which are the caller's.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "fs/byte_source.h"
#include "git/blob_stream.h"
#include "pack/delta.h"

namespace sluice {

// The kinds of text that a blob may hold in place of the real file.
enum class StandIn : unsigned char { kNone, kLfsPointer, kGitCrypt };

// Facts that are known after a blob was read.
struct BlobFacts {
  StandIn stand_in = StandIn::kNone;
  bool failed = false;  // the stream has ended within it
};

class BlobBytes final : public ByteSource {
 public:
  BlobBytes(BlobStream* stream, unsigned long long size, BlobFacts* facts)
      : ByteSource(size, /*may_seek=*/false), stream_(stream), facts_(facts) {}

  Result<std::size_t> read(char* buffer, std::size_t size) const override;

 private:
  BlobStream* const stream_;
  BlobFacts* const facts_;
  mutable bool begun_ = false;
};

class PackedBlobBytes final : public ByteSource {
 public:
  // Sets facts->stand_in at once. The source begins at byte `begin`.
  PackedBlobBytes(std::shared_ptr<const Bytes> bytes, BlobFacts* facts,
                  std::size_t begin = 0);

  Result<std::size_t> read(char* buffer, std::size_t size) const override;

 private:
  const std::shared_ptr<const Bytes> bytes_;
  mutable std::size_t begin_;  // of what has not been read
};

}  // namespace sluice

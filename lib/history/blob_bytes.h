// The bytes of a blob, from the output of a git process.
// Thread-safety: used by one worker. Ownership: the caller owns the stream,
// which is at the blob, and the facts.
#pragma once

#include "fs/byte_source.h"
#include "git/blob_stream.h"

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

}  // namespace sluice

// One compressed stream at any place of a source, of which only the begin is
// known. Its end follows from its own bytes.
//
// A stream that breaks off or turns out to be damaged ends there without an
// error: nobody said that there is one. Errors are kIo, with only the reason:
// the source cannot be read, or a bound of the Unpacking is met.
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place, and to the Unpacking. Memory: the decoder's, and up
// to 1 MiB that was unpacked to try it out, count for the Unpacking.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "archive/stream_starts.h"
#include "archive/unpack_memory.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

class PackedStream final : public ByteSource {
 public:
  PackedStream(const ByteSource& source, std::uint64_t begin, StreamKind kind,
               Unpacking& unpacking);
  ~PackedStream() override;

  // Unpacks the first bytes. Returns whether they show that this is a stream:
  // it has an end with a right checksum, or goes on for long. To be called once,
  // before read(). The head of an object of git is left out.
  Result<bool> try_out();

  Result<std::size_t> read(char* buffer, std::size_t size) const override;

  StreamKind kind() const { return kind_; }
  std::uint64_t begin() const { return begin_; }
  // The place after the last byte that was unpacked.
  std::uint64_t end() const { return from_ - left_; }

  class Decoder;

 private:
  Result<void> refill() const;
  Result<std::size_t> unpack(char* buffer, std::size_t size) const;

  const ByteSource& source_;
  const std::uint64_t begin_;
  const StreamKind kind_;
  Unpacking& unpacking_;
  std::unique_ptr<Decoder> decoder_;
  // All that read() changes, which is const for a ByteSource.
  mutable std::string block_;       // packed bytes
  mutable std::size_t left_ = 0;    // of the block, at its end
  mutable std::uint64_t from_ = 0;  // where the next block begins
  mutable bool at_end_ = false;     // of the source
  mutable bool ended_ = false;      // the stream, with all its checksums
  mutable bool broken_ = false;
  std::string first_;              // what try_out() unpacked
  mutable std::size_t given_ = 0;  // of first_
  CountedBytes counted_;
};

}  // namespace sluice

// Finds the compressed streams in a source that is no archive: firmware, images,
// programs, documents of unknown formats.
//
//   StreamSearch search(bytes, unpacking);
//   std::uint64_t at = 0;
//   while (stream = search.next(at)) { read it; at = stream->end(); }
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place, and to the Unpacking. Errors: kIo, with only the
// reason. Memory: a block of the source, once a stream was found or the source
// is larger than its head.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "archive/packed_stream.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

class StreamSearch {
 public:
  // `head`: the first bytes of the source, if they are in memory. Used only
  // until next() returns.
  StreamSearch(const ByteSource& source, std::string_view head,
               Unpacking& unpacking)
      : source_(source), unpacking_(unpacking), view_(head) {}

  // Returns the first stream that begins at byte `from` or after it, after its
  // try_out(). Returns null if there is none.
  Result<std::unique_ptr<PackedStream>> next(std::uint64_t from);

  // Whether the search ended at most_tries().
  bool gave_up() const { return gave_up_; }

  // How many places may be tried. A hundred times as many as random bytes have.
  std::uint64_t most_tries() const { return 10'000 + source_.size() / 1024; }

 private:
  Result<void> load(std::uint64_t from);

  const ByteSource& source_;
  Unpacking& unpacking_;
  std::string_view view_;         // of the source
  std::uint64_t view_begin_ = 0;  // in the source
  std::string block_;             // owns the view, unless that is the head
  bool at_end_ = false;           // the source has no more bytes than the view
  std::uint64_t tries_ = 0;
  bool gave_up_ = false;
};

}  // namespace sluice

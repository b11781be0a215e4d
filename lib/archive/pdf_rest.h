// The bytes of a PDF file that no reader of its structure takes: the strings
// outside of streams, and compressed streams that nothing in the file names.
//
// A compressed stream is found as in any binary file (archive/stream_search.h).
// So it is found after the end of another stream's data, below the filter of an
// image, and where the file is damaged.
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place, and to the Unpacking. Errors: kIo, with only the
// reason.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "archive/held_bytes.h"
#include "archive/packed_stream.h"
#include "archive/pdf_file.h"
#include "archive/stream_search.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

class PdfRest {
 public:
  PdfRest(const ByteSource& source, Unpacking& unpacking)
      : source_(source), unpacking_(unpacking) {}

  // Adds a stream. If no reader unpacks it, but its bytes are not those of an
  // image for sure, compressed streams are searched for in it.
  void add_stream(ByteRange stream, bool is_searched);
  // The data of a stream, which begins at byte `begin`, end at byte `end`.
  void end_stream(std::uint64_t begin, std::uint64_t end);
  std::size_t memory() const;

  // Returns the strings outside of streams and in object streams, except those
  // that mean a text in `known` (archive/pdf_strings.h).
  Result<std::string> strings(const PdfFile& file, std::set<std::string> known);

  // Returns the next compressed stream outside of other streams, or in those that
  // are searched; null after the last. It lives until the next call, and begins
  // at byte packed_begin(). To be called after all streams were added.
  Result<PackedStream*> next_packed();
  std::uint64_t packed_begin() const;
  // Whether next_packed() looked at too many places, and left out others.
  bool gave_up() const { return gave_up_; }

 private:
  struct Stream {
    std::uint64_t end = 0;
    bool is_searched = false;
  };
  // Bytes between two streams.
  struct Gap {
    Gap(const ByteSource& source, ByteRange range, Unpacking& unpacking)
        : begin(range.begin),
          bytes(source, range.begin, range.end - range.begin),
          search(bytes, {}, unpacking) {}

    const std::uint64_t begin;
    const StretchBytes bytes;
    StreamSearch search;
    std::uint64_t at = 0;
  };

  std::optional<ByteRange> next_gap(std::uint64_t* at,
                                    bool with_searched) const;

  const ByteSource& source_;
  Unpacking& unpacking_;
  std::map<std::uint64_t, Stream> streams_;  // by their begins
  std::uint64_t at_ = 0;                     // of the search for the next gap
  std::unique_ptr<Gap> gap_;
  std::unique_ptr<PackedStream> packed_;
  bool gave_up_ = false;
};

}  // namespace sluice

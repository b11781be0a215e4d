// The objects of a PDF file (ISO 32000-1). They are found by searching the file
// for "12 0 obj", as readers do to repair a file, and not by its tables of
// places. So a damaged table hides nothing, and objects that a later revision
// replaced are there, too.
//
// The word "stream" is searched for as well. A stream that belongs to no object
// that could be read is an object without a number, or the stream of the object
// whose value is too large or too deep to be read.
//
// Debian's libraries were looked at first. None fits: poppler (GPL) and PoDoFo
// have no static form, mupdf (AGPL) has 69 MB, and qpdf, which reads the
// structure but no text, needs gnutls for encryption, whose static form Debian
// does not have. None can be told to stop after some time or memory.
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place, and to the Unpacking. Memory: the list of
// objects, the unpacked object streams, and one unpacked stream count for the
// use. Errors: kIo, with only the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/accounting.h"
#include "archive/pdf_syntax.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

class PdfFile {
 public:
  // An object: its value, and where the bytes of its stream are, packed.
  struct Object {
    std::uint32_t number = 0;
    std::size_t index = 0;  // of at(), which sets it
    PdfValue value;
    bool has_stream = false;
    // The value could not be read to its end.
    bool is_cut = false;
    // Only the first bytes of the stream say which filter it has.
    bool is_guess = false;
    ByteRange stream;
    ByteRange range;  // of the object in the file; empty in an object stream
    std::uint64_t next = 0;  // where the search continues
  };
  // The number of an object whose number could not be read.
  static constexpr std::uint32_t kNoNumber = 0xFFFF'FFFF;
  // No stream is unpacked beyond it.
  static constexpr std::size_t kMostOfStream = 32 << 20;

  PdfFile(const ByteSource& source, Unpacking& unpacking)
      : source_(source), unpacking_(unpacking), counted_(unpacking.memory()) {}

  // Finds the objects.
  Result<void> open();

  // The values of the trailers: of equal names, the last one in the file.
  const PdfValue& trailer() const { return trailer_; }

  // The places of all objects, in the order in which they were found.
  std::size_t size() const { return places_.size(); }
  Result<Object> at(std::size_t index);
  // Whether no later object has the number of this one.
  bool is_last(std::size_t index) const {
    const auto found = by_number_.find(places_[index].number);
    return found == by_number_.end() || found->second == index;
  }
  // Returns the last object with the number. Its value is of kind kEnd if
  // there is none, or if a bound is met.
  Object object(std::uint32_t number);
  // The value itself, or that of the object to which it refers.
  PdfValue resolved(const PdfValue& value);

  // The unpacked bytes of a stream.
  struct Unpacked {
    std::string text;
    // Why it could not be unpacked, or not to its end; else empty.
    std::string why;
    // The bytes of the file that were used. Those that follow, up to the end of
    // the stream, come after the end of its data.
    ByteRange used;
  };
  // Unpacks a stream, or at least its first `most` bytes.
  Unpacked unpacked(const Object& object, std::size_t most = kMostOfStream);
  // The names of the filters of a stream, in their order.
  std::vector<std::string> filters(const Object& object);

  // Searches bytes that were passed before as those of a stream.
  Result<void> search(ByteRange range);

  Result<std::string> bytes(std::uint64_t at, std::size_t size) const;

  // The text of an object stream, its number, and why it has not all of it.
  struct ObjectStream {
    std::uint32_t number = 0;
    std::string text;
    std::string why;
  };
  const std::vector<ObjectStream>& object_streams() const { return streams_; }

 private:
  struct Place {
    std::uint32_t number = 0;
    std::int32_t stream = -1;  // in which object stream it is, if in one
    std::uint64_t begin = 0;   // of its value
    std::uint64_t word = 0;    // of the word "stream", if the value lacks it
    bool is_long = false;      // its value has more than kShortValue bytes
  };
  enum class Size : std::uint8_t { kShort, kLong };

  static constexpr std::size_t kBlock = 64 * 1024;  // that is searched
  static constexpr std::size_t kShortValue = 2048;
  static constexpr std::size_t kLongValue = 256 * 1024;
  static constexpr std::size_t kNumbers = 32;  // before "obj"
  static constexpr std::string_view kObjectWord = "obj";
  static constexpr std::string_view kTrailerWord = "trailer";
  static constexpr std::string_view kStreamWord = "stream";
  // A word in a block of the file. `at` is npos if there is none.
  struct Hit {
    std::size_t at = 0;
    std::string_view word;
  };
  class Words;

  static std::optional<std::size_t> line_end(std::string_view text);
  static std::size_t end_of_value(std::string_view text, std::size_t size);
  Result<std::uint64_t> pass(const Hit& hit, std::string_view block,
                             std::uint64_t begin);
  Result<std::uint64_t> add_object(std::uint32_t number, std::uint64_t at);
  Result<std::uint64_t> add_stream(std::uint64_t word);
  Result<void> add_object_stream(const Object& object);
  Result<Object> read_object(std::uint32_t number, std::uint64_t at, Size size);
  Result<Object> read_place(const Place& place);
  Result<Object> read_stream(const Place& place);
  Result<bool> add_dictionary(std::uint64_t floor, std::uint64_t word,
                              Object* object) const;
  Result<void> note(const Object& object);
  bool may_read_long();
  Result<void> find_end(Object* object);
  Result<void> add_trailer(const PdfValue& value);
  PdfValue parameters(const Object& object, std::size_t filter,
                      std::size_t filters);
  std::uint64_t inflate(const ByteSource& packed, ByteRange range,
                        std::size_t most, Unpacked* made);
  std::string decode(const std::string& filter, const PdfValue& parameters,
                     std::size_t most, Unpacked* made);
  bool count();
  tl::unexpected<Error> fail_bound();

  const ByteSource& source_;
  Unpacking& unpacking_;
  std::vector<Place> places_;
  std::map<std::uint32_t, std::size_t> by_number_;
  std::vector<ObjectStream> streams_;
  std::uint64_t held_ = 0;  // bytes of these
  // State of the search: bytes before floor_ belong to what was found; the
  // object whose end was not found yet; the bytes of values that were read in
  // full; where the first "endstream" after a place is.
  std::uint64_t floor_ = 0;
  std::optional<std::size_t> open_object_;
  std::uint64_t read_long_ = 0;
  ByteRange stream_end_;
  std::vector<Object> postponed_;  // object streams that need later objects
  PdfValue trailer_{.kind = PdfKind::kDictionary};
  CountedBytes counted_;
};

}  // namespace sluice

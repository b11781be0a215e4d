// The objects of a PDF file (ISO 32000-1). They are found by searching the file
// for "12 0 obj", as readers do to repair a file, and not by its tables of
// places. So a damaged table hides nothing, and objects that a later revision
// replaced are there, too.
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
    PdfValue value;
    bool has_stream = false;
    ByteRange stream;
    ByteRange range;  // of the object in the file; empty in an object stream
  };

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
    return by_number_.at(places_[index].number) == index;
  }
  // Returns the last object with the number. Its value is of kind kEnd if
  // there is none, or if a bound is met.
  Object object(std::uint32_t number);
  // The value itself, or that of the object to which it refers.
  PdfValue resolved(const PdfValue& value);

  // Unpacks a stream. `*why` is set if that is not possible, or not to its end.
  std::string unpacked(const Object& object, std::string* why);

  // The text of an object stream, and its number.
  struct ObjectStream {
    std::uint32_t number = 0;
    std::string text;
  };
  const std::vector<ObjectStream>& object_streams() const { return streams_; }

 private:
  struct Place {
    std::uint32_t number = 0;
    std::int32_t stream = -1;  // in which object stream it is, if in one
    std::uint64_t begin = 0;   // of its value
  };

  Result<void> search();
  Result<std::uint64_t> add_object(std::uint32_t number, std::uint64_t at);
  Result<void> add_object_stream(const Object& object);
  Result<std::string> bytes(std::uint64_t at, std::size_t size) const;
  Result<Object> read_object(std::uint32_t number, std::uint64_t at);
  Result<void> find_end(Object* object);
  Result<void> add_trailer(const PdfValue& value);
  std::string without_filter(std::string_view filter, std::string packed,
                             std::string* why);
  bool count();
  tl::unexpected<Error> fail_bound();

  const ByteSource& source_;
  Unpacking& unpacking_;
  std::vector<Place> places_;
  std::map<std::uint32_t, std::size_t> by_number_;
  std::vector<ObjectStream> streams_;
  std::uint64_t held_ = 0;  // bytes of these
  PdfValue trailer_{.kind = PdfKind::kDictionary};
  CountedBytes counted_;
};

}  // namespace sluice

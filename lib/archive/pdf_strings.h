// The strings of a PDF file whose bytes are not those of the text that they
// mean: in UTF-16, in hexadecimal digits with blanks between them, or with
// characters that are escaped; and names with escaped characters. All others are
// seen as they stand.
//
// The bytes are searched for strings as such, not value after value. So a damaged
// or hostile value hides no string that comes after it.
//
// Thread-safety: one thread at a time. Ownership: refers to nothing. Units: bytes.
// Errors: kIo, with only the reason.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "archive/accounting.h"
#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

namespace sluice {

class PdfStrings {
 public:
  // Strings that mean one of the texts are left out: a reader has given them.
  explicit PdfStrings(std::set<std::string> known) : known_(std::move(known)) {}

  // Adds the strings in a range of a source that can be read from any place.
  Result<void> add(const ByteSource& source, ByteRange range,
                   Unpacking& unpacking);

  // Returns the texts of the strings, a line each, with the name before each
  // string ("Title: x").
  std::string take() { return std::move(text_); }

 private:
  std::size_t add_window(std::string_view text, bool is_last);
  void add_string(std::string_view raw, const std::string& bytes);

  const std::set<std::string> known_;
  std::string name_;  // the one before the next string
  std::string text_;
};

}  // namespace sluice

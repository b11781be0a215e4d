// The fonts of a PDF file, as far as its text needs them: what their codes mean
// and how wide they are. Each font is read once, as long as there is room.
//
// Thread-safety: one thread at a time. Ownership: refers to the file; returned
// fonts live until the next call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "archive/pdf_file.h"
#include "archive/pdf_text.h"

namespace sluice {

class PdfFonts {
 public:
  explicit PdfFonts(PdfFile& file) : file_(file) {}

  // Returns the fonts that resources name, by these names.
  std::map<std::string, const PdfFont*> of(const PdfValue& resources);

 private:
  static constexpr std::size_t kMost = 64;  // fonts that are kept

  const PdfFont* get(const PdfValue& value);

  PdfFile& file_;
  std::map<std::uint32_t, PdfFont> fonts_;
};

}  // namespace sluice

// The files that are attached to a PDF file (ISO 32000-1, 7.11): file
// specifications anywhere in a value, and the streams that they name.
//
// Thread-safety: a pure function, except that it reads the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive/pdf_file.h"
#include "archive/pdf_syntax.h"

namespace sluice {

struct PdfAttached {
  std::string name;
  std::uint32_t object = 0;  // that of the stream
};

// Returns the files of all specifications in a value, each stream of one once.
std::vector<PdfAttached> pdf_attached_files(const PdfValue& value,
                                            PdfFile& file);

}  // namespace sluice

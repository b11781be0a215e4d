// Which streams of a PDF file are images, whose points are no text.
// Thread-safety: a pure function, except that it reads the file.
#pragma once

#include <cstdint>

#include "archive/pdf_file.h"

namespace sluice {

enum class PdfImage : std::uint8_t {
  kNone,    // no image
  kPacked,  // the bytes in the file are those of a format of images
  kPoints,  // said to be an image, and does not begin like a text
};

PdfImage pdf_image_of(const PdfFile::Object& object, PdfFile& file);

}  // namespace sluice

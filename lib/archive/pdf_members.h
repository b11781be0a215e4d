// The members of a PDF file:
//
//   metadata         title, author and the like, and XMP
//   page 3           the text that the page shows
//   form 12          the same of a form, which pages show, by its object
//   notes.txt        an attached file
//   objects 7        an object stream: addresses, values of fields, scripts
//   stream 20        any other stream that is no image, font or table
//
// Thread-safety, ownership, errors: as Members. The source can be read from any
// place.
#pragma once

#include <memory>

#include "archive/members.h"

namespace sluice {

std::unique_ptr<Members> open_pdf(const ByteSource& source,
                                  Unpacking& unpacking);

}  // namespace sluice

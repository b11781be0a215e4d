// The members of a PDF file:
//
//   metadata         title, author and the like, and XMP
//   page 3           the text that the page shows
//   form 12          the same of a form, which pages show, by its object
//   notes.txt        an attached file; "attached 7" if it has no name
//   objects 7        an object stream: addresses, values of fields, scripts
//   stream 20        any other stream that is no image
//   stream@0x1f3     the same, of an object whose number cannot be read
//   strings          strings whose bytes are not those of their text
//   zlib@0x4a00      a compressed stream that nothing in the file names
//
// Each stream that is no image is unpacked for one of these members, or an error
// of the member says why not.
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

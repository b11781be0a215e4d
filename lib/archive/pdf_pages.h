// The pages of a PDF file, their content and resources (ISO 32000-1, 7.7.3).
// Thread-safety: pure functions, except that they read the file. Objects are
// named by their numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "archive/pdf_file.h"
#include "archive/unpacking.h"

namespace sluice {

// Returns the pages in the order of the catalog, and after them those of `others`
// to which it does not lead. Ends early if a bound of the Unpacking is met.
std::vector<std::uint32_t> pdf_pages(PdfFile& file, Unpacking& unpacking,
                                     const std::vector<std::uint32_t>& others);

// Returns the streams of a page's content.
std::vector<std::uint32_t> pdf_page_contents(PdfFile& file, std::uint32_t page);

// Returns the resources of a page, which may be those of a node above it.
PdfValue pdf_page_resources(PdfFile& file, std::uint32_t page);

}  // namespace sluice

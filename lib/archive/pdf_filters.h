// The filters of PDF streams (ISO 32000-1, 7.4) that work on bytes in memory:
// ASCIIHex, ASCII85, LZW, RunLength, and the predictors that a Flate or LZW
// filter may have. Flate itself is read by archive/zlib_bytes.h.
//
// Thread-safety: pure functions. Memory: the result, at most `most` bytes; one
// byte of LZW unpacks to at most 4 KiB. Errors: kIo, with only the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {

// The bytes that a filter returns.
struct PdfDecoded {
  std::string bytes;
  std::size_t used = 0;  // bytes of the input; the others follow its end mark
  std::string why;       // why it was not read to its end; empty if it was
};

// Returns nothing if the filter has another name. `early` is LZW's EarlyChange:
// codes become longer one code before they must.
std::optional<PdfDecoded> pdf_without_filter(std::string_view filter,
                                             std::string_view packed,
                                             bool early, std::size_t most);

// The values of a filter's DecodeParms.
struct PdfPredictor {
  std::uint32_t kind = 1;  // 2 is TIFF's; 10 and more are PNG's
  std::uint32_t colors = 1;
  std::uint32_t bits = 8;  // of a color
  std::uint32_t columns = 1;
};

// Returns the bytes from which a predictor made `text`. A row that is cut off
// is undone as far as it goes.
Result<std::string> pdf_without_predictor(const PdfPredictor& predictor,
                                          std::string text);

}  // namespace sluice

#include "archive/pdf_images.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "text/utf8.h"

namespace sluice {
namespace {

// Whether bytes are UTF-8 without control characters.
bool may_be_text(std::string_view bytes) {
  constexpr std::size_t kLongest = 4;  // bytes of a character
  if (std::ranges::any_of(bytes, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < '\t' || (byte > '\r' && byte < ' ') || byte == 0x7F;
      }))
    return false;
  for (std::size_t cut = 0; cut < kLongest && cut <= bytes.size(); ++cut)
    if (is_utf8(bytes.substr(0, bytes.size() - cut))) return true;
  return false;
}

}  // namespace

PdfImage pdf_image_of(const PdfFile::Object& object, PdfFile& file) {
  constexpr std::size_t kLook = 2048;
  constexpr std::string_view kOfImages[] = {
      "DCTDecode", "DCT", "JPXDecode", "CCITTFaxDecode", "CCF", "JBIG2Decode",
  };
  const std::vector<std::string> filters = file.filters(object);
  const auto is_packed = [&](const std::string& filter) {
    return std::ranges::find(kOfImages, filter) != std::end(kOfImages);
  };
  if (!filters.empty() && is_packed(filters.front())) return PdfImage::kPacked;
  if (!filters.empty() && is_packed(filters.back())) return PdfImage::kPoints;
  if (!object.value.get("Subtype").is_name("Image") ||
      object.value.get("Width").kind == PdfKind::kEnd)
    return PdfImage::kNone;
  const PdfFile::Unpacked head = file.unpacked(object, kLook);
  const bool is_points =
      head.text.empty() ? head.why.empty() : !may_be_text(head.text);
  return is_points ? PdfImage::kPoints : PdfImage::kNone;
}

}  // namespace sluice

#include "archive/pdf_fonts.h"

namespace sluice {

std::map<std::string, const PdfFont*> PdfFonts::of(const PdfValue& resources) {
  std::map<std::string, const PdfFont*> fonts;
  if (fonts_.size() > kMost) fonts_.clear();
  const PdfValue named = file_.resolved(resources.get("Font"));
  for (std::size_t i = 0; i + 1 < named.items.size() && fonts.size() < kMost;
       i += 2)
    fonts[named.items[i].text] = get(named.items[i + 1]);
  return fonts;
}

const PdfFont* PdfFonts::get(const PdfValue& value) {
  if (value.kind != PdfKind::kReference) return nullptr;
  const auto [found, is_new] = fonts_.try_emplace(value.natural());
  PdfFont& font = found->second;
  if (!is_new) return &font;
  const PdfValue dictionary = file_.resolved(value);
  const bool is_wide = dictionary.get("Subtype").is_name("Type0");
  const PdfValue encoding = file_.resolved(dictionary.get("Encoding"));
  read_differences(file_.resolved(encoding.get("Differences")), &font);
  read_widths(file_.resolved(dictionary.get("FirstChar")).natural(),
              file_.resolved(dictionary.get("Widths")), &font);
  // The widths of a Type3 font are in units of its own.
  const PdfValue matrix = file_.resolved(dictionary.get("FontMatrix"));
  if (!matrix.items.empty())
    for (auto& [code, width] : font.widths)
      width *= matrix.items.front().number * 1000;
  const PdfValue below = file_.resolved(dictionary.get("DescendantFonts"));
  if (!below.items.empty()) {
    const PdfValue wide = file_.resolved(below.items.front());
    const PdfValue width = file_.resolved(wide.get("DW"));
    font.width = width.kind == PdfKind::kNumber ? width.number : 1000;
    read_wide_widths(file_.resolved(wide.get("W")), &font);
  }
  font.code_size = is_wide ? 2 : 1;
  const PdfValue& unicode = dictionary.get("ToUnicode");
  if (unicode.kind != PdfKind::kReference) return &font;
  const PdfFile::Object cmap = file_.object(unicode.natural());
  if (cmap.has_stream) read_to_unicode(file_.unpacked(cmap).text, &font);
  // Some programs write a map of longer codes for such a font.
  if (!is_wide) font.code_size = 1;
  return &font;
}

}  // namespace sluice

// The text that a page of a PDF shows, in the order of its operators, and after
// it what its content has and the page does not show (archive/pdf_unshown.h).
//
// A space is added where a gap is nearly as wide as one, and a line where the
// next text does not stand on the same line.
//
// Thread-safety: pure functions. Memory: the text, at most kMostPageText bytes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "archive/pdf_syntax.h"

namespace sluice {

inline constexpr std::size_t kMostPageText = 32 << 20;

// The meaning of a string's bytes in a font.
struct PdfFont {
  unsigned code_size = 1;  // in bytes
  // Codes without an entry are ASCII, in a font with codes of one byte.
  std::map<std::uint32_t, std::string> texts;
  // The widths of codes, in thousandths of the font's size. Other codes have
  // `width`; if that is 0, it follows from the character.
  std::map<std::uint32_t, double> widths;
  double width = 0;
};

// Reads a ToUnicode CMap.
void read_to_unicode(std::string_view cmap, PdfFont* font);

// Reads the widths of a font: from `first` on, or those of a font with codes of
// two bytes, which are lists and ranges of codes.
void read_widths(std::uint32_t first, const PdfValue& widths, PdfFont* font);
void read_wide_widths(const PdfValue& widths, PdfFont* font);

// Reads the differences of a simple encoding: first codes and glyphs' names.
void read_differences(const PdfValue& differences, PdfFont* font);

// Returns the text of a content stream. `fonts`: by their names.
std::string pdf_page_text(std::string_view content,
                          const std::map<std::string, const PdfFont*>& fonts);

}  // namespace sluice

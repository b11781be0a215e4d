#include "archive/pdf_unshown.h"

#include <utility>

#include "archive/leftover.h"

namespace sluice {
namespace {

constexpr std::size_t kLongestOperator = 3;

bool shows(std::string_view word) {
  return word == "Tj" || word == "TJ" || word == "'" || word == "\"";
}

}  // namespace

void add_pdf_runs(std::string_view bytes, std::string* text) {
  const auto is_text = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7F) || c == '\t';
  };
  std::size_t begin = 0;
  std::size_t row = 0;  // printable ASCII characters in a row
  bool is_long = false;
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    if (i < bytes.size() && is_text(bytes[i])) {
      row = static_cast<unsigned char>(bytes[i]) < 0x80 ? row + 1 : 0;
      is_long |= row >= Leftover::kShortest;
      continue;
    }
    if (is_long) (*text += bytes.substr(begin, i - begin)) += '\n';
    begin = i + 1;
    row = 0;
    is_long = false;
  }
}

void PdfUnshown::add(std::string_view content, std::size_t at,
                     std::string_view word,
                     const std::vector<PdfValue>& operands) {
  const std::size_t shown = shows(word) && !operands.empty() ? 1 : 0;
  for (std::size_t i = 0; i + shown < operands.size(); ++i)
    add_value(operands[i]);
  // Only strings in an array are shown.
  if (shown != 0 && operands.back().kind == PdfKind::kArray) {
    for (const PdfValue& item : operands.back().items)
      if (item.kind != PdfKind::kString) add_value(item);
  } else if (shown != 0 && operands.back().kind != PdfKind::kString) {
    add_value(operands.back());
  }
  // Short words are operators, unless they are between words of a text.
  const bool follows =
      end_ < at && content.substr(end_, at - end_).find_first_not_of(' ') ==
                       std::string_view::npos;
  if (word.size() <= kLongestOperator && !follows) return;
  if (follows && text_.ends_with('\n')) text_.back() = ' ';
  (text_ += word) += '\n';
  end_ = at + word.size();
}

void PdfUnshown::add_bytes(std::string_view bytes) {
  add_pdf_runs(bytes, &text_);
}

void PdfUnshown::add_value(const PdfValue& value) {
  if (value.kind == PdfKind::kString)
    add_pdf_runs(pdf_text_string(value.text), &text_);
  if (value.kind == PdfKind::kName) add_pdf_runs(value.text, &text_);
  for (const PdfValue& item : value.items) add_value(item);
}

std::string PdfUnshown::take() {
  std::string text;
  add_pdf_runs(comments_, &text);
  add_pdf_runs(text_, &text);
  return text;
}

}  // namespace sluice

#include "archive/pdf_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "archive/pdf_unshown.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// A hostile CMap has many ranges of many codes.
constexpr std::size_t kMostTexts = 100'000;

struct Glyph {
  std::string_view name;
  char character;
};

constexpr Glyph kGlyphs[] = {
    {"space", ' '},       {"exclam", '!'},       {"quotedbl", '"'},
    {"numbersign", '#'},  {"dollar", '$'},       {"percent", '%'},
    {"ampersand", '&'},   {"quotesingle", '\''}, {"parenleft", '('},
    {"parenright", ')'},  {"asterisk", '*'},     {"plus", '+'},
    {"comma", ','},       {"hyphen", '-'},       {"period", '.'},
    {"slash", '/'},       {"zero", '0'},         {"one", '1'},
    {"two", '2'},         {"three", '3'},        {"four", '4'},
    {"five", '5'},        {"six", '6'},          {"seven", '7'},
    {"eight", '8'},       {"nine", '9'},         {"colon", ':'},
    {"semicolon", ';'},   {"less", '<'},         {"equal", '='},
    {"greater", '>'},     {"question", '?'},     {"at", '@'},
    {"bracketleft", '['}, {"backslash", '\\'},   {"bracketright", ']'},
    {"asciicircum", '^'}, {"underscore", '_'},   {"grave", '`'},
    {"braceleft", '{'},   {"bar", '|'},          {"braceright", '}'},
    {"asciitilde", '~'},  {"minus", '-'},        {"quoteright", '\''},
};

// A ligature's name consists of its letters.
bool is_ligature(std::string_view name) {
  constexpr std::string_view kNames[] = {"ff", "fi", "fl", "ffi", "ffl"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

std::uint32_t code_of(std::string_view bytes) {
  std::uint32_t code = 0;
  for (const char c : bytes) code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

// A string of UTF-16, without a mark. A ligature becomes its letters.
std::string utf16_text(std::string_view bytes) {
  constexpr std::string_view kLigatures[] = {"ff",  "fi", "fl", "ffi",
                                             "ffl", "st", "st"};
  constexpr std::uint32_t kFirst = 0xFB00;
  if (bytes.size() == 2)
    if (const std::uint32_t code = code_of(bytes);
        code >= kFirst && code - kFirst < std::size(kLigatures))
      return std::string(kLigatures[code - kFirst]);
  return pdf_text_string("\xFE\xFF" + std::string(bytes));
}

// The same, its last character moved on by `step`.
std::string moved(std::string bytes, std::uint32_t step) {
  if (bytes.size() < 2) return {};
  const std::uint32_t last =
      code_of(std::string_view(bytes).substr(bytes.size() - 2)) + step;
  bytes[bytes.size() - 2] = static_cast<char>(last >> 8 & 0xFF);
  bytes[bytes.size() - 1] = static_cast<char>(last & 0xFF);
  return utf16_text(bytes);
}

void add_range(std::uint32_t first, std::uint32_t last, const PdfValue& to,
               PdfFont* font) {
  for (std::uint32_t code = first; code <= last && code - first <= 0xFFFF;
       ++code) {
    if (font->texts.size() > kMostTexts) return;
    const std::uint32_t step = code - first;
    if (to.kind == PdfKind::kString)
      font->texts[code] = moved(to.text, step);
    else if (step < to.items.size())
      font->texts[code] = utf16_text(to.items[step].text);
  }
}

// The place of the text, and what was shown of it.
class PageText {
 public:
  explicit PageText(const std::map<std::string, const PdfFont*>& fonts)
      : fonts_(fonts) {}

  void add(std::string_view word, const std::vector<PdfValue>& operands);
  bool is_full() const { return text_.size() > kMostPageText; }
  std::string take() { return std::move(text_); }
  // Strings whose codes mean nothing, as they are.
  const std::string& unknown() const { return unknown_; }

 private:
  void show(std::string_view bytes);
  void show(const PdfValue& value);
  void move(double x, double y);
  void begin_text();
  double width_of(std::uint32_t code) const;
  double font_size() const { return std::max(std::abs(size_ * scale_), 0.1); }
  void end_line() {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  }
  void space() {
    if (!text_.empty() && text_.back() != '\n' && text_.back() != ' ')
      text_ += ' ';
  }

  const std::map<std::string, const PdfFont*>& fonts_;
  const PdfFont* font_ = nullptr;
  double size_ = 1;   // of the font
  double scale_ = 1;  // of the text's matrix
  double x_ = 0;      // of the line's begin
  double y_ = 0;
  bool moved_ = false;
  double pen_ = 0;  // after the last text
  double shown_y_ = 0;
  std::string text_;
  std::string unknown_;
};

double PageText::width_of(std::uint32_t code) const {
  constexpr double kCapital = 670;
  constexpr double kOther = 540;
  if (font_ != nullptr) {
    const auto found = font_->widths.find(code);
    if (found != font_->widths.end()) return found->second;
    if (font_->width != 0) return font_->width;
  }
  return code >= 'A' && code <= 'Z' ? kCapital : kOther;
}

void PageText::show(std::string_view bytes) {
  begin_text();
  const unsigned step = font_ == nullptr ? 1 : font_->code_size;
  bool is_known = step == 1;
  for (std::size_t i = 0; i + step <= bytes.size(); i += step) {
    const std::uint32_t code = code_of(bytes.substr(i, step));
    pen_ += width_of(code) / 1000 * font_size();
    if (font_ != nullptr)
      if (const auto found = font_->texts.find(code);
          found != font_->texts.end()) {
        text_ += found->second;
        is_known = true;
        continue;
      }
    if (step == 1 && code >= 0x20 && code != 0x7F)
      append_utf8(static_cast<char32_t>(code), &text_);
  }
  if (!is_known) add_pdf_runs(bytes, &unknown_);
}

// In an array, numbers move the next string to the left, by thousandths of the
// font's size.
void PageText::show(const PdfValue& value) {
  constexpr double kGap = -200;
  if (value.kind == PdfKind::kString) show(value.text);
  if (value.kind != PdfKind::kArray) return;
  for (const PdfValue& item : value.items) {
    if (item.kind == PdfKind::kString)
      show(item.text);
    else if (item.kind == PdfKind::kNumber) {
      pen_ -= item.number / 1000 * font_size();
      if (item.number < kGap) space();
    }
  }
}

// Adds what is between the text before and the one that begins now.
void PageText::begin_text() {
  constexpr double kSameLine = 0.2;  // of the font's size
  constexpr double kGap = 0.17;
  constexpr double kBack = -0.4;
  if (!std::exchange(moved_, false)) return;
  const double size = font_size();
  const double gap = x_ - pen_;
  if (std::abs(y_ - shown_y_) > kSameLine * size)
    end_line();
  else if (gap > kGap * size || gap < kBack * size)
    space();
  pen_ = x_;
  shown_y_ = y_;
}

void PageText::move(double x, double y) {
  x_ = x;
  y_ = y;
  moved_ = true;
}

void PageText::add(std::string_view word,
                   const std::vector<PdfValue>& operands) {
  const auto number = [&](std::size_t from_end) {
    return from_end <= operands.size()
               ? operands[operands.size() - from_end].number
               : 0;
  };
  if (word == "Tf" && operands.size() >= 2) {
    const auto found = fonts_.find(operands[operands.size() - 2].text);
    font_ = found == fonts_.end() ? nullptr : found->second;
    size_ = number(1);
  } else if (word == "Td" || word == "TD") {
    move(x_ + number(2) * scale_, y_ + number(1) * scale_);
  } else if (word == "Tm") {
    scale_ = std::hypot(number(6), number(5));
    move(number(2), number(1));
  } else if (word == "BT") {
    scale_ = 1;
    move(0, 0);
  } else if (word == "T*") {
    end_line();
  } else if (word == "Tj" || word == "TJ") {
    if (!operands.empty()) show(operands.back());
  } else if (word == "'" || word == "\"") {
    end_line();
    if (!operands.empty()) show(operands.back());
  } else if (word == "cm") {
    end_line();
  }
}

}  // namespace

void read_to_unicode(std::string_view cmap, PdfFont* font) {
  PdfLexer lexer(cmap);
  std::vector<PdfValue> operands;
  for (;;) {
    PdfValue value = lexer.next();
    if (value.kind == PdfKind::kEnd) return;
    if (value.kind != PdfKind::kWord) {
      operands.push_back(std::move(value));
      if (operands.size() > kMostTexts) return;
      continue;
    }
    if (value.text == "endcodespacerange" && !operands.empty()) {
      const std::size_t size = operands.back().text.size();
      if (size > 0 && size <= 4) font->code_size = static_cast<unsigned>(size);
    } else if (value.text == "endbfchar") {
      for (std::size_t i = 0; i + 1 < operands.size(); i += 2)
        font->texts[code_of(operands[i].text)] =
            utf16_text(operands[i + 1].text);
    } else if (value.text == "endbfrange") {
      for (std::size_t i = 0; i + 2 < operands.size(); i += 3)
        add_range(code_of(operands[i].text), code_of(operands[i + 1].text),
                  operands[i + 2], font);
    }
    operands.clear();
  }
}

void read_differences(const PdfValue& differences, PdfFont* font) {
  std::uint32_t code = 0;
  for (const PdfValue& item : differences.items) {
    if (item.kind == PdfKind::kNumber) code = item.natural();
    if (item.kind != PdfKind::kName) continue;
    const auto* const known =
        std::ranges::find(kGlyphs, item.text, &Glyph::name);
    if (known != std::end(kGlyphs))
      font->texts[code] = std::string(1, known->character);
    else if (item.text.size() == 1 || is_ligature(item.text))
      font->texts[code] = item.text;
    ++code;
  }
}

void read_widths(std::uint32_t first, const PdfValue& widths, PdfFont* font) {
  for (const PdfValue& width : widths.items)
    if (font->widths.size() <= kMostTexts) font->widths[first++] = width.number;
}

// "10 [500 600] 20 29 700": of 10 and 11, and of 20 to 29.
void read_wide_widths(const PdfValue& widths, PdfFont* font) {
  const std::vector<PdfValue>& items = widths.items;
  for (std::size_t i = 0; i + 1 < items.size();) {
    const std::uint32_t first = items[i].natural();
    if (items[i + 1].kind == PdfKind::kArray) {
      read_widths(first, items[i + 1], font);
      i += 2;
      continue;
    }
    if (i + 2 >= items.size()) return;
    const std::uint32_t last = std::min(items[i + 1].natural(), 0xFFFFU);
    for (std::uint32_t code = first;
         code <= last && font->widths.size() <= kMostTexts; ++code)
      font->widths[code] = items[i + 2].number;
    i += 3;
  }
}

std::string pdf_page_text(std::string_view content,
                          const std::map<std::string, const PdfFont*>& fonts) {
  constexpr std::size_t kMostOperands = 100;
  PageText page(fonts);
  PdfUnshown unshown;
  PdfLexer lexer(content);
  lexer.collect_comments(unshown.comments());
  std::vector<PdfValue> operands;
  while (!page.is_full()) {
    lexer.skip_blanks();
    const std::size_t at = lexer.at();
    PdfValue value = lexer.next();
    if (value.kind == PdfKind::kEnd) break;
    if (value.kind != PdfKind::kWord) {
      operands.push_back(std::move(value));
      if (operands.size() <= kMostOperands) continue;
      // No operator has so many.
      unshown.add(content, at, "", operands);
      operands.clear();
      continue;
    }
    if (value.text == "ID") {  // an image's bytes
      const std::size_t begin = lexer.at();
      const std::size_t end =
          std::min(content.find("EI", begin), content.size());
      unshown.add_bytes(content.substr(begin, end - begin));
      lexer.set_at(std::min(end + 2, content.size()));
    }
    page.add(value.text, operands);
    unshown.add(content, at, value.text, operands);
    operands.clear();
  }
  unshown.add(content, content.size(), "", operands);
  // A bound of the values cut the content off.
  if (lexer.is_cut()) unshown.add_bytes(content);
  std::string text = page.take();
  const std::string others = page.unknown() + unshown.take();
  if (!others.empty() && !text.empty() && !text.ends_with('\n')) text += '\n';
  return text + others;
}

}  // namespace sluice

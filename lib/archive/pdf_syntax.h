// The syntax of PDF (ISO 32000-1, 7.2 and 7.3): numbers, names, strings, arrays,
// dictionaries, references, and the words between them. Content streams and
// CMaps have the same syntax.
// Thread-safety: one thread at a time. Ownership: a lexer refers to its text.
// Bounds: at most kMostValues values for one call of next(), kDeepest levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

enum class PdfKind : std::uint8_t {
  kEnd,  // of the text, or of an array or a dictionary
  kNumber,
  kName,
  kString,
  kArray,
  kDictionary,  // names and values by turns
  kReference,   // `number` is the object's
  kWord,        // an operator, or true, false and null
};

struct PdfValue {
  PdfKind kind = PdfKind::kEnd;
  double number = 0;
  std::string text;
  std::vector<PdfValue> items;

  // Returns the value of a name in a dictionary; one of kind kEnd if there is
  // none.
  const PdfValue& get(std::string_view name) const;
  bool is_name(std::string_view name) const {
    return kind == PdfKind::kName && text == name;
  }
  bool is_word(std::string_view word) const {
    return kind == PdfKind::kWord && text == word;
  }
  // A number that is an offset, a size or an object's; 0 if it is none.
  std::uint32_t natural() const;
};

class PdfLexer {
 public:
  explicit PdfLexer(std::string_view text, std::size_t at = 0)
      : text_(text), at_(at) {}

  PdfValue next();
  std::size_t at() const { return at_; }
  void set_at(std::size_t at) { at_ = at; }
  void skip_blanks();
  // Whether a bound of next() ended a value.
  bool is_cut() const { return is_cut_; }
  // Appends each comment that is passed, and a line's end, to `*to`.
  void collect_comments(std::string* to) { comments_ = to; }

 private:
  static constexpr unsigned kDeepest = 32;
  static constexpr std::size_t kMostValues = 100'000;

  PdfValue next(unsigned depth);
  PdfValue number_or_reference();
  PdfValue literal();
  PdfValue hexadecimal();
  PdfValue name();
  PdfValue list(PdfKind kind, unsigned depth);
  bool take_reference();
  bool at_end() const { return at_ >= text_.size(); }

  std::string_view text_;
  std::size_t at_;
  std::size_t values_ = 0;  // of this call
  bool is_cut_ = false;
  std::string* comments_ = nullptr;
};

// Whether a character separates values and means nothing (7.2.2).
bool is_pdf_blank(char c);

// A string for people, which is in UTF-16 after a mark, otherwise nearly
// Latin-1, as UTF-8.
std::string pdf_text_string(std::string_view text);

}  // namespace sluice

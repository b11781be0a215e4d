// The parts of a page's content stream that the page does not show: strings and
// names that no operator of text takes, words that are no operators, comments,
// and the bytes of images in the content.
//
// Runs of characters that are shorter than a secret are left out, as are bytes
// that no text has.
//
// Thread-safety: one thread at a time. Memory: the text, which is not longer than
// the content by much.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "archive/pdf_syntax.h"

namespace sluice {

class PdfUnshown {
 public:
  // Adds an operator, which is at byte `at` of the content, and its operands.
  // Strings that it shows are not added.
  void add(std::string_view content, std::size_t at, std::string_view word,
           const std::vector<PdfValue>& operands);

  // Adds bytes that are no syntax.
  void add_bytes(std::string_view bytes);

  // For PdfLexer::collect_comments().
  std::string* comments() { return &comments_; }

  // Returns the text, whose lines have an end each.
  std::string take();

 private:
  void add_value(const PdfValue& value);

  std::string text_;
  std::string comments_;
  // Where the last word ended that is no operator.
  std::size_t end_ = std::string_view::npos;
};

// Appends the runs of characters of `bytes` that may have a secret, a line each.
void add_pdf_runs(std::string_view bytes, std::string* text);

}  // namespace sluice

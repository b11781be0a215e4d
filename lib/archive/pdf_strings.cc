#include "archive/pdf_strings.h"

#include <algorithm>
#include <utility>

#include "archive/held_bytes.h"
#include "archive/pdf_syntax.h"
#include "archive/pdf_unshown.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kWindow = 256 * 1024;

bool is_of_word(char c) { return is_ascii_word(c) || c == '-'; }

// Whether a string in hexadecimal digits begins at `at`, and is no dictionary.
bool is_hex_string(std::string_view text, std::size_t at) {
  while (++at < text.size() && (is_hex(text[at]) || is_pdf_blank(text[at]))) {
  }
  return at == text.size() || text[at] == '>';
}

// Without a mark: every other byte is 0, and the others are characters of ASCII.
bool is_plain_utf16(std::string_view bytes) {
  if (bytes.size() < 2 || bytes.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < bytes.size(); i += 2)
    if (bytes[i] != 0 || bytes[i + 1] < ' ') return false;
  return true;
}

// Whether the bytes have a code of a character or an end of a line that they do
// not mean.
bool has_strange_escape(std::string_view raw) {
  for (std::size_t i = 0; i + 1 < raw.size(); ++i) {
    if (raw[i] != '\\') continue;
    ++i;
    if (is_digit(raw[i]) || raw[i] == '\n' || raw[i] == '\r') return true;
  }
  return false;
}

// Whether `raw` contains each long word of the text as it is.
bool has_its_words(std::string_view raw, std::string_view text) {
  constexpr std::size_t kLongWord = 8;
  std::size_t from = 0;  // in raw
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    if (end - at >= kLongWord) {
      from = raw.find(text.substr(at, end - at), from);
      if (from == raw.npos || (from > 0 && is_of_word(raw[from - 1])))
        return false;
      from += end - at;
    }
    at = end + 1;
  }
  return true;
}

}  // namespace

Result<void> PdfStrings::add(const ByteSource& source, ByteRange range,
                             Unpacking& unpacking) {
  name_.clear();
  CountedBytes counted(unpacking.memory());
  while (range.begin < range.end) {
    if (!unpacking.add(0)) return fail(ErrorCode::kIo, "{}", unpacking.over());
    SLUICE_TRY_ASSIGN(
        const std::string window,
        bytes_at(source, range.begin,
                 std::min<std::uint64_t>(kWindow, range.end - range.begin)));
    if (window.empty()) return {};
    const bool is_last = range.begin + window.size() >= range.end;
    range.begin += add_window(window, is_last);
    counted.set(window.size() + text_.capacity());
    if (unpacking.memory()->refused())
      return fail(ErrorCode::kIo, "{}", unpacking.take_refusal());
  }
  return {};
}

// Adds the strings of some bytes. Returns how many bytes were passed: all before
// a string that more bytes are needed for.
std::size_t PdfStrings::add_window(std::string_view text, bool is_last) {
  PdfLexer lexer(text);
  while (lexer.at() < text.size()) {
    lexer.skip_blanks();
    const std::size_t at = lexer.at();
    if (at >= text.size()) break;
    const char c = text[at];
    if (text.substr(at, 2) == "<<") {
      lexer.set_at(at + 2);
      continue;
    }
    if (c != '/' && c != '(' && (c != '<' || !is_hex_string(text, at))) {
      lexer.set_at(at + 1);
      continue;
    }
    const PdfValue value = lexer.next();
    if (lexer.at() == text.size() && !is_last && at > 0) return at;
    const std::string_view raw = text.substr(at, lexer.at() - at);
    if (c == '/') {
      name_ = value.text;
      if (raw.find('#') != raw.npos) add_pdf_runs(value.text, &text_);
    } else {
      add_string(raw, value.text);
    }
  }
  return text.size();
}

void PdfStrings::add_string(std::string_view raw, const std::string& bytes) {
  constexpr std::size_t kLongestName = 100;
  const std::string name = std::exchange(name_, {});
  const bool has_mark =
      bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE");
  const bool is_wide = has_mark || is_plain_utf16(bytes);
  const bool is_hex = raw.front() == '<';
  if (!is_wide && is_hex && std::ranges::none_of(raw, is_pdf_blank)) return;
  if (!is_wide && !is_hex && !has_strange_escape(raw) &&
      has_its_words(raw, bytes))
    return;
  const std::string text =
      pdf_text_string(is_wide && !has_mark ? "\xFE\xFF" + bytes : bytes);
  if (known_.contains(text)) return;
  const std::size_t before = text_.size();
  add_pdf_runs(text, &text_);
  if (text_.size() != before && !name.empty() && name.size() <= kLongestName)
    text_.insert(before, name + ": ");
}

}  // namespace sluice

#include "archive/pdf_syntax.h"

#include <charconv>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

bool is_delimiter(char c) {
  return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos;
}

bool is_regular(char c) { return !is_pdf_blank(c) && !is_delimiter(c); }

}  // namespace

bool is_pdf_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' ||
         c == '\0';
}

const PdfValue& PdfValue::get(std::string_view name) const {
  static const PdfValue none;
  if (kind != PdfKind::kDictionary) return none;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    if (items[i].text == name) return items[i + 1];
  return none;
}

std::uint32_t PdfValue::natural() const {
  constexpr double kMost = 4e9;
  return number >= 0 && number < kMost ? static_cast<std::uint32_t>(number) : 0;
}

void PdfLexer::skip_blanks() {
  while (!at_end()) {
    if (text_[at_] == '%') {
      const std::size_t begin = at_;
      while (!at_end() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
      if (comments_ != nullptr)
        (*comments_ += text_.substr(begin, at_ - begin)) += '\n';
    } else if (is_pdf_blank(text_[at_]))
      ++at_;
    else
      return;
  }
}

PdfValue PdfLexer::next() {
  values_ = 0;
  return next(0);
}

PdfValue PdfLexer::next(unsigned depth) {
  skip_blanks();
  if (at_end() || ++values_ > kMostValues || depth > kDeepest) {
    is_cut_ |= !at_end();
    at_ = text_.size();
    return {};
  }
  const char c = text_[at_];
  if (is_digit(c) || c == '+' || c == '-' || c == '.')
    return number_or_reference();
  if (c == '/') return name();
  if (c == '(') return literal();
  if (c == '[') {
    ++at_;
    return list(PdfKind::kArray, depth + 1);
  }
  if (text_.substr(at_, 2) == "<<") {
    at_ += 2;
    return list(PdfKind::kDictionary, depth + 1);
  }
  if (c == '<') return hexadecimal();
  PdfValue word{.kind = PdfKind::kWord};
  if (text_.substr(at_, 2) == ">>") {
    word.text = ">>";
    at_ += 2;
  } else if (is_delimiter(c)) {
    word.text = c;
    ++at_;
  } else {
    const std::size_t begin = at_;
    while (!at_end() && is_regular(text_[at_])) ++at_;
    word.text = text_.substr(begin, at_ - begin);
  }
  return word;
}

// Whether "generation R" follows, after an object's number.
bool PdfLexer::take_reference() {
  std::size_t at = at_;
  const auto skip = [&](auto is) {
    const std::size_t begin = at;
    while (at < text_.size() && is(text_[at])) ++at;
    return at != begin;
  };
  if (!skip(is_pdf_blank) || !skip(is_digit) || !skip(is_pdf_blank))
    return false;
  if (at >= text_.size() || text_[at] != 'R') return false;
  if (at + 1 < text_.size() && is_regular(text_[at + 1])) return false;
  at_ = at + 1;
  return true;
}

PdfValue PdfLexer::number_or_reference() {
  PdfValue number{.kind = PdfKind::kNumber};
  const std::size_t begin = at_++;
  bool is_whole = is_digit(text_[begin]);
  while (!at_end() && (is_digit(text_[at_]) || text_[at_] == '.')) {
    is_whole &= text_[at_] != '.';
    ++at_;
  }
  const std::size_t digits = begin + (text_[begin] == '+' ? 1 : 0);
  std::from_chars(text_.data() + digits, text_.data() + at_, number.number);
  if (is_whole && take_reference()) number.kind = PdfKind::kReference;
  return number;
}

PdfValue PdfLexer::name() {
  PdfValue name{.kind = PdfKind::kName};
  ++at_;
  while (!at_end() && is_regular(text_[at_])) {
    char c = text_[at_++];
    if (c == '#' && at_ + 1 < text_.size() && is_hex(text_[at_]) &&
        is_hex(text_[at_ + 1])) {
      c = static_cast<char>(hex_value(text_[at_]) * 16 +
                            hex_value(text_[at_ + 1]));
      at_ += 2;
    }
    name.text += c;
  }
  return name;
}

PdfValue PdfLexer::literal() {
  PdfValue string{.kind = PdfKind::kString};
  ++at_;
  for (unsigned open = 1; !at_end();) {
    char c = text_[at_++];
    if (c == '(') ++open;
    if (c == ')' && --open == 0) break;
    if (c != '\\' || at_end()) {
      string.text += c;
      continue;
    }
    c = text_[at_++];
    constexpr std::string_view kLetters = "nrtbf";
    constexpr std::string_view kMeant = "\n\r\t\b\f";
    if (const std::size_t known = kLetters.find(c); known != kLetters.npos) {
      string.text += kMeant[known];
    } else if (c >= '0' && c <= '7') {
      unsigned code = static_cast<unsigned>(c - '0');
      for (int i = 0;
           i < 2 && !at_end() && text_[at_] >= '0' && text_[at_] <= '7'; ++i)
        code = code * 8 + static_cast<unsigned>(text_[at_++] - '0');
      string.text += static_cast<char>(code & 0xFF);
    } else if (c == '\r') {
      if (!at_end() && text_[at_] == '\n') ++at_;
    } else if (c != '\n') {
      string.text += c;
    }
  }
  return string;
}

PdfValue PdfLexer::hexadecimal() {
  PdfValue string{.kind = PdfKind::kString};
  ++at_;
  unsigned digits = 0;
  unsigned value = 0;
  while (!at_end() && text_[at_] != '>') {
    const char c = text_[at_++];
    if (!is_hex(c)) continue;
    value = value * 16 + hex_value(c);
    if (++digits % 2 == 0) {
      string.text += static_cast<char>(value & 0xFF);
      value = 0;
    }
  }
  if (digits % 2 != 0) string.text += static_cast<char>(value * 16 & 0xFF);
  if (!at_end()) ++at_;
  return string;
}

PdfValue PdfLexer::list(PdfKind kind, unsigned depth) {
  PdfValue list{.kind = kind};
  const std::string_view end = kind == PdfKind::kArray ? "]" : ">>";
  for (;;) {
    PdfValue item = next(depth);
    if (item.kind == PdfKind::kEnd || item.is_word(end)) return list;
    // The list lacks its end. The word belongs to what follows it.
    if (item.is_word("endobj") || item.is_word("stream")) {
      at_ -= item.text.size();
      return list;
    }
    list.items.push_back(std::move(item));
  }
}

std::string pdf_text_string(std::string_view text) {
  std::string shown;
  const auto byte = [&](std::size_t i) {
    return char32_t{static_cast<unsigned char>(text[i])};
  };
  if (text.starts_with("\xEF\xBB\xBF")) return std::string(text.substr(3));
  // The low byte of a character comes first after this mark.
  const std::size_t low_first = text.starts_with("\xFF\xFE") ? 1 : 0;
  if (low_first == 0 && !text.starts_with("\xFE\xFF")) {
    for (std::size_t i = 0; i < text.size(); ++i) append_utf8(byte(i), &shown);
    return shown;
  }
  const auto unit = [&](std::size_t i) {
    return byte(i + low_first) << 8 | byte(i + 1 - low_first);
  };
  for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
    char32_t code = unit(i);
    if (code >= 0xD800 && code < 0xDC00 && i + 3 < text.size()) {
      const char32_t low = unit(i + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    append_utf8(code, &shown);
  }
  return shown;
}

}  // namespace sluice

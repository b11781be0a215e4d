#include "betterleaks/expr/token.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace expr {
namespace {

bool is_name(char c) {
  return is_ascii_word(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_space(char c) { return is_blank(c) || (c >= '\n' && c <= '\r'); }

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    while (true) {
      SLUICE_TRY(skip_blanks());
      begin_ = place_;
      if (at_ == text_.size()) break;
      SLUICE_TRY(next());
    }
    add(TokenKind::kEnd, "");
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++place_.line;
      place_.column = 1;
    } else {
      ++place_.column;
    }
    return c;
  }
  std::string_view take(std::size_t size) {
    const std::string_view taken = text_.substr(at_, size);
    for (std::size_t i = 0; i < taken.size(); ++i) take();
    return taken;
  }
  void add(TokenKind kind, std::string_view text) {
    tokens_.push_back({kind, std::string(text), begin_});
  }

  Result<void> skip_blanks() {
    while (at_ < text_.size()) {
      if (peek() == '/' && peek(1) == '/') {
        while (at_ < text_.size() && peek() != '\n') take();
      } else if (peek() == '/' && peek(1) == '*') {
        begin_ = place_;
        take(2);
        while (peek() != '*' || peek(1) != '/') {
          if (at_ == text_.size())
            return fail_at(begin_, "the comment is not closed");
          take();
        }
        take(2);
      } else if (is_space(peek())) {
        take();
      } else {
        break;
      }
    }
    return {};
  }

  Result<void> next() {
    const char c = peek();
    if (c == '"' || c == '\'') return quoted(c);
    if (c == '`') return raw();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_name(c)) {
      std::size_t size = 0;
      while (is_name(peek(size))) ++size;
      add(TokenKind::kName, take(size));
      return {};
    }
    constexpr std::array<std::string_view, 10> kPairs = {
        "&&", "||", "==", "!=", "<=", ">=", "?.", "??", "**", ".."};
    const std::string_view two = text_.substr(at_, 2);
    if (std::ranges::find(kPairs, two) != kPairs.end()) {
      add(TokenKind::kOperator, take(2));
      return {};
    }
    constexpr std::string_view kSigns = "()[]{},;:?.!<>=+-*/%|^#&";
    if (kSigns.find(c) == std::string_view::npos)
      return fail_at(begin_, "a character that begins nothing");
    add(TokenKind::kOperator, take(1));
    return {};
  }

  Result<void> raw() {
    take();
    const std::size_t begin = at_;
    while (at_ < text_.size() && peek() != '`') take();
    if (at_ == text_.size()) return fail_at(begin_, "the text is not closed");
    add(TokenKind::kString, text_.substr(begin, at_ - begin));
    take();
    return {};
  }

  Result<void> quoted(char quote) {
    take();
    std::string text;
    while (peek() != quote) {
      if (at_ == text_.size() || peek() == '\n')
        return fail_at(begin_, "the text is not closed");
      if (peek() == '\\') {
        SLUICE_TRY(escape(&text));
      } else {
        text.push_back(take());
      }
    }
    take();
    add(TokenKind::kString, text);
    return {};
  }

  Result<void> escape(std::string* text) {
    const Place place = place_;
    take();
    if (at_ == text_.size()) return fail_at(place, "the text is not closed");
    const char c = take();
    constexpr std::string_view kNames = "abfnrtv\\'\"";
    constexpr std::string_view kMeans = "\a\b\f\n\r\t\v\\'\"";
    if (const std::size_t known = kNames.find(c);
        known != std::string_view::npos) {
      text->push_back(kMeans[known]);
      return {};
    }
    std::size_t digits = 0;
    if (c == 'x') digits = 2;
    if (c == 'u') digits = 4;
    if (c == 'U') digits = 8;
    char32_t rune = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!is_hex(peek()) || rune > 0x10FFFF)
        return fail_at(place, "an escape that stands for nothing");
      rune = rune * 16 + hex_value(take());
    }
    if (digits == 0 || rune > 0x10FFFF)
      return fail_at(place, "an escape that stands for nothing");
    append_utf8(rune, text);
    return {};
  }

  Result<void> number() {
    std::size_t size = 0;
    const auto run = [&](const auto& wanted) {
      while (wanted(peek(size)) || peek(size) == '_') ++size;
    };
    if (peek() == '0' && lower(peek(1)) == 'x') {
      size = 2;
      run(is_hex);
    } else {
      run(is_digit);
      if (peek(size) == '.' && peek(size + 1) != '.') {
        ++size;
        run(is_digit);
      }
      if (lower(peek(size)) == 'e') {
        ++size;
        if (peek(size) == '+' || peek(size) == '-') ++size;
        run(is_digit);
      }
    }
    if (is_name(peek(size))) return fail_at(begin_, "not a number");
    std::string text(take(size));
    std::erase(text, '_');
    add(TokenKind::kNumber, text);
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Place place_;
  Place begin_;
  std::vector<Token> tokens_;
};

}  // namespace

tl::unexpected<Error> fail_at(Place place, std::string_view why) {
  return fail(ErrorCode::kConfig, "{}:{}: {}", place.line, place.column, why);
}

Result<std::vector<Token>> split(std::string_view text) {
  return Splitter(text).run();
}

}  // namespace expr
}  // namespace sluice

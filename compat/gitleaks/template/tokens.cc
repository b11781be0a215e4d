#include "gitleaks/template/tokens.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice::go_template {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }
bool is_name(char c) { return is_alnum(c) || c == '_'; }

// Returns the meaning of the escape after a backslash, and removes it from
// `text`.
std::optional<std::string> take_escape(std::string_view* text) {
  constexpr std::string_view kLetters = "abfnrtv\\\"'";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\\"'";
  if (text->empty()) return std::nullopt;
  const char letter = text->front();
  text->remove_prefix(1);
  if (const std::size_t at = kLetters.find(letter);
      at != std::string_view::npos)
    return std::string(1, kMeanings[at]);
  const std::size_t digits = letter == 'x'   ? 2
                             : letter == 'u' ? 4
                             : letter == 'U' ? 8
                                             : 0;
  if (digits == 0 || text->size() < digits) return std::nullopt;
  std::uint32_t code = 0;
  const char* const last = text->data() + digits;
  const auto [end, error] = std::from_chars(text->data(), last, code, 16);
  if (error != std::errc() || end != last || code > 0x10FFFF)
    return std::nullopt;
  text->remove_prefix(digits);
  if (letter == 'x') return std::string(1, static_cast<char>(code));
  std::string out;
  append_utf8(static_cast<char32_t>(code), &out);
  return out;
}

// Takes the tokens of one action apart.
class Scanner {
 public:
  // `text` begins after {{; `line` is counted on.
  Scanner(std::string_view text, std::uint32_t* line)
      : text_(text), line_(line) {}

  // Reads up to and including }}. Returns whether it was written as -}}.
  Result<bool> run(std::vector<Token>* tokens) {
    for (;;) {
      const bool blank = skip_blanks();
      if (blank && text_.starts_with("-}}")) return end(3, true);
      if (text_.starts_with("}}")) return end(2, false);
      if (text_.empty()) return error("an action without its }}");
      SLUICE_TRY_ASSIGN(Token token, next());
      token.behind_blank = blank;
      tokens->push_back(std::move(token));
    }
  }

  std::string_view rest() const { return text_; }

 private:
  tl::unexpected<Error> error(std::string_view why) const {
    return fail(ErrorCode::kUsage, "{}: {}", *line_, why);
  }

  bool skip_blanks() {
    const std::size_t size = text_.size();
    while (!text_.empty() && is_blank(text_.front())) {
      if (text_.front() == '\n') ++*line_;
      text_.remove_prefix(1);
    }
    return size != text_.size();
  }

  bool end(std::size_t size, bool trims) {
    text_.remove_prefix(size);
    return trims;
  }

  // The first `size` characters.
  Token take(Token::Kind kind, std::size_t size, std::size_t leave = 0) {
    Token token{kind, std::string(text_.substr(leave, size - leave))};
    text_.remove_prefix(size);
    return token;
  }

  std::size_t name_size(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && is_name(text_[end])) ++end;
    return end;
  }

  Result<Token> next() {
    const char c = text_.front();
    if (c == '"') return quoted();
    if (c == '`') return raw();
    if (c == '$') return take(Token::Kind::kVariable, name_size(1));
    if (c == '.' && text_.size() > 1 && is_name(text_[1]) &&
        !is_digit(text_[1]))
      return take(Token::Kind::kField, name_size(1), 1);
    if (c == '.') return take(Token::Kind::kDot, 1);
    if (is_digit(c) ||
        ((c == '-' || c == '+') && text_.size() > 1 && is_digit(text_[1])))
      return number();
    if (is_name(c)) return take(Token::Kind::kWord, name_size(0));
    if (text_.starts_with(":=")) return take(Token::Kind::kSign, 2);
    if (std::string_view("|(),=").find(c) != std::string_view::npos)
      return take(Token::Kind::kSign, 1);
    return error("a character that no action may hold");
  }

  Token number() {
    std::size_t end = 1;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.'))
      ++end;
    return take(Token::Kind::kNumber, end);
  }

  Result<Token> raw() {
    const std::size_t close = text_.find('`', 1);
    if (close == std::string_view::npos) return error("a text without its end");
    Token token = take(Token::Kind::kString, close, 1);
    *line_ += static_cast<std::uint32_t>(std::ranges::count(token.text, '\n'));
    text_.remove_prefix(1);
    return token;
  }

  Result<Token> quoted() {
    Token token{Token::Kind::kString, ""};
    text_.remove_prefix(1);
    while (!text_.empty() && text_.front() != '"' && text_.front() != '\n') {
      const char c = text_.front();
      text_.remove_prefix(1);
      if (c != '\\') {
        token.text += c;
        continue;
      }
      const std::optional<std::string> meant = take_escape(&text_);
      if (!meant) return error("a backslash that means nothing");
      token.text += *meant;
    }
    if (!text_.starts_with('"')) return error("a text without its end");
    text_.remove_prefix(1);
    return token;
  }

  std::string_view text_;
  std::uint32_t* line_;
};

// A comment: from after {{ or {{- to after }} or -}}.
struct Comment {
  std::size_t size = 0;
  bool trims = false;
};
Result<std::optional<Comment>> comment_at(std::string_view text,
                                          std::uint32_t line) {
  if (!text.starts_with("/*")) return std::nullopt;
  const std::size_t close = text.find("*/", 2);
  if (close == std::string_view::npos)
    return fail(ErrorCode::kUsage, "{}: a comment without its end", line);
  const std::string_view behind = text.substr(close + 2);
  if (behind.starts_with("}}")) return Comment{close + 4, false};
  if (behind.size() > 3 && is_blank(behind[0]) &&
      behind.substr(1).starts_with("-}}"))
    return Comment{close + 6, true};
  return fail(ErrorCode::kUsage, "{}: a comment ends before its }}}}", line);
}

}  // namespace

Result<std::vector<Piece>> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  std::uint32_t line = 1;
  bool trims = false;  // the action before ended with -}}
  const auto count = [&](std::string_view passed) {
    line += static_cast<std::uint32_t>(std::ranges::count(passed, '\n'));
  };
  while (!text.empty()) {
    const std::size_t open = std::min(text.find("{{"), text.size());
    std::string_view before = text.substr(0, open);
    const std::uint32_t begun = line;
    count(before);
    text.remove_prefix(open);
    const bool trims_before =
        text.size() > 3 && text[2] == '-' && is_blank(text[3]);
    if (trims)
      before.remove_prefix(
          std::min(before.find_first_not_of(kBlanks), before.size()));
    if (trims_before)
      before = before.substr(0, before.find_last_not_of(kBlanks) + 1);
    if (!before.empty())
      pieces.push_back({true, std::string(before), {}, begun});
    if (text.empty()) break;
    text.remove_prefix(trims_before ? 4 : 2);
    SLUICE_TRY_ASSIGN(const std::optional<Comment> comment,
                      comment_at(text, line));
    if (comment) {
      count(text.substr(0, comment->size));
      text.remove_prefix(comment->size);
      trims = comment->trims;
      continue;
    }
    Piece action{.line = line};
    Scanner scanner(text, &line);
    SLUICE_TRY_ASSIGN(trims, scanner.run(&action.tokens));
    text = scanner.rest();
    pieces.push_back(std::move(action));
  }
  return pieces;
}

}  // namespace sluice::go_template

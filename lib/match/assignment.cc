// Languages write an assignment in a hundred ways, of which most are made of
// the same few parts: a name, what closes it (`"]`), a type, an operator, what
// the value is wrapped in (`Some(b"`), and quotes. A small parser reads these
// parts by hand. It is lenient, since it does not have to tell a language's
// valid text from invalid: whether the value is a secret is for the judge.
//
// The ways are tried in turn, and the first that leads to a value counts. Each
// part has a bound on its bytes, and so has the whole (kLongestAssignment).
//
// Rejected: one regular expression for it all, which this once was. It had
// 1,200 characters, was repeated in each rule, and with eight such rules
// compiling took a tenth of a scan of Linux; each new way multiplied its
// states.

#include "match/assignment.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kMostName = 64;
constexpr std::size_t kMostBlanks = 40;
constexpr std::size_t kMostType = 60;
constexpr std::size_t kMostWrappers = 4;
constexpr std::size_t kLeastValue = 4;
constexpr std::size_t kMostValue = 240;

// Letters beyond ASCII among them.
bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_name(char c) { return is_word(c) || c == '.' || c == '-'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }
bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }

// Functions whose result is the text that they are given.
constexpr std::string_view kWrappers[] = {"array",
                                          "atob",
                                          "b64decode",
                                          "byte",
                                          "bytearray",
                                          "bytes",
                                          "charscopy",
                                          "data",
                                          "decode",
                                          "decodestring",
                                          "from",
                                          "from_slice",
                                          "from_str",
                                          "from_static",
                                          "frombase64",
                                          "fromhex",
                                          "getbytes",
                                          "hex",
                                          "hextoraw",
                                          "just",
                                          "new",
                                          "of",
                                          "ok",
                                          "optional",
                                          "pack",
                                          "qstringliteral",
                                          "quote",
                                          "redacted",
                                          "secret",
                                          "secretstr",
                                          "secretstring",
                                          "securestring",
                                          "sensitive",
                                          "some",
                                          "str",
                                          "string",
                                          "strdup",
                                          "text",
                                          "tobytes",
                                          "tochararray",
                                          "unhex",
                                          "utf8",
                                          "x"};

class Reader {
 public:
  Reader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  char before() const { return at_ == 0 ? '\n' : text_[at_ - 1]; }
  std::string_view since(std::size_t begin) const {
    return text_.substr(begin, at_ - begin);
  }
  void skip(std::size_t count) { at_ += count; }
  void back() { --at_; }

  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // `word` is in lower case.
  bool take(std::string_view word) {
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
      if (lower(text_[at_ + i]) != word[i]) return false;
    at_ += word.size();
    return true;
  }
  std::size_t blanks(std::size_t most = kMostBlanks) {
    return many(most, is_blank);
  }
  template <typename Is>
  std::size_t many(std::size_t most, Is is) {
    std::size_t taken = 0;
    while (taken < most && !done() && is(text_[at_])) {
      ++at_;
      ++taken;
    }
    return taken;
  }
  // Blanks, and the end of a line if the value stands on the next one.
  bool to_next_line() {
    const Reader start = *this;
    blanks();
    take('\\');
    take('\r');
    if (!take('\n')) {
      *this = start;
      blanks();
      return false;
    }
    blanks();
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

// What is left of a name. `->` is no part of one.
void take_name(Reader* in) {
  in->many(kMostName, is_name);
  if (in->before() == '-' && in->peek() == '>') in->back();
}

// Whether a quote was among what closes a name.
bool take_closers(Reader* in) {
  bool quoted = false;
  for (int i = 0; i < 3; ++i) {
    Reader at = *in;
    while (at.take('\\')) continue;
    if (is_quote(at.peek())) {
      at.skip(1);
      quoted = true;
    } else if (at.take('[')) {
      at.many(24, [](char c) { return c != ']' && c != '\n' && c != '"'; });
      if (!at.take(']')) return quoted;
    } else if (is_one_of(at.peek(), "]})*+?!") && at.at() == in->at()) {
      at.skip(1);
    } else {
      return quoted;
    }
    *in = at;
  }
  return quoted;
}

// Between a name and the operator: a type, an accessor.
bool take_type(Reader* in) {
  if (in->take('(')) {
    if (!in->take(')')) return false;
    Reader at = *in;
    at.blanks();
    if (!at.take(':')) return true;
    at.blanks();
    if (at.many(20, is_word) == 0) return true;
    *in = at;
    return true;
  }
  if (in->blanks(12) == 0) return in->take("{ get; set; }");
  if (in->take("{ get;") || in->take("{get;")) {
    in->many(30, [](char c) { return c != '}' && c != '\n'; });
    return in->take('}');
  }
  for (int words = 0; words < 3; ++words) {
    Reader at = *in;
    if (words > 0 && at.blanks() == 0) break;
    Reader word = at;
    if (word.take("value ") || word.take("default ")) break;
    if (at.many(24, is_name) == 0) return words > 0;
    if (at.take('(')) {
      at.many(8, [](char c) { return is_word(c) || c == ' '; });
      if (!at.take(')')) return false;
    }
    *in = at;
  }
  in->many(2, [](char c) { return c == '*' || c == '?'; });
  return true;
}

// `: type =`
bool take_typed_operator(Reader* in) {
  if (!in->take(':') || in->peek() == '=') return false;
  in->blanks(4);
  if (in->take('&')) in->take('\'');
  in->many(kMostType,
           [](char c) { return is_word(c) || is_one_of(c, " <>.?[]*:|"); });
  if (!in->take('=') || in->peek() == '=') return false;
  in->take('>');
  return true;
}

bool take_operator(Reader* in) {
  constexpr std::string_view kOperators[] = {"===",
                                             "==",
                                             "=>",
                                             "=",
                                             "?=",
                                             "!==",
                                             "!=",
                                             "~==",
                                             "~=",
                                             "<>",
                                             "<<<",
                                             "||=",
                                             "?"
                                             "?=",
                                             "->",
                                             "<-",
                                             "{ return ",
                                             ".=",
                                             "+=",
                                             ":=",
                                             "::",
                                             ":",
                                             "value ",
                                             "default ",
                                             "is "};
  for (const std::string_view one : kOperators)
    if (in->take(one)) return true;
  return false;
}

bool take_closure(Reader* in) {
  if (!in->take('|')) return true;
  in->take('_');
  return in->take('|');
}

// An operator or a method that gives a value for when there is none.
bool take_fallback(Reader* in) {
  for (const std::string_view one :
       {".unwrap_or(", ".unwrap_or_else(", ".orelse(", ".getorelse(",
        ".or_else(", ".default("}) {
    if (!in->take(one)) continue;
    return take_closure(in);
  }
  in->blanks(4);
  for (const std::string_view one : {"||", "??", "?:", "{"})
    if (in->take(one)) return true;
  return in->before() == ' ' && in->take("or ");
}

bool take_wrapper(Reader* in) {
  Reader at = *in;
  if (at.take("new ") || at.take("<<") || at.take("[]")) {
    *in = at;
    return true;
  }
  if (is_one_of(at.peek(), "@$&*{[")) {
    in->skip(1);
    in->blanks(4);
    return true;
  }
  if (at.take('(')) {  // a cast, or nothing but a parenthesis
    Reader cast = at;
    if (cast.many(
            24, [](char c) { return is_word(c) || is_one_of(c, " *:"); }) > 2 &&
        cast.take(')'))
      at = cast;
    at.blanks(4);
    *in = at;
    return true;
  }
  const std::size_t begin = at.at();
  if (at.many(40, [](char c) {
        return is_name(c) || c == ':' || c == '<' || c == '>';
      }) == 0)
    return false;
  const std::string_view path = at.since(begin);
  if (path.size() <= 2 &&
      std::ranges::all_of(
          path, [](char c) { return is_one_of(lower(c), "brfulnx"); }) &&
      is_quote(at.peek())) {
    *in = at;
    return true;
  }
  const std::size_t cut = path.find_last_of(".:");
  const std::string_view last = cut == path.npos ? path : path.substr(cut + 1);
  const bool known = std::ranges::any_of(kWrappers, [&](std::string_view one) {
    return one.size() == last.size() &&
           std::ranges::equal(one, last, {}, {}, lower);
  });
  if (!known) return false;
  at.take('!');
  if (!at.take('(')) {
    // Haskell and the like: Just "v"
    if (at.blanks(1) == 0 || !is_quote(at.peek())) return false;
    *in = at;
    return true;
  }
  at.blanks(4);
  Reader label = at;
  if (label.many(20, is_word) > 0 && (label.take(':') || label.take('='))) {
    label.blanks(2);
    if (is_quote(label.peek())) at = label;
  }
  *in = at;
  return true;
}

std::optional<AssignedValue> quoted_text(Reader in) {
  std::size_t escapes = 0;
  while (escapes < 3 && in.take('\\')) ++escapes;
  const char quote = in.peek();
  if (!is_quote(quote)) return std::nullopt;
  in.skip(1);
  if (escapes == 0 && in.peek() == quote && in.peek(1) == quote) in.skip(2);
  const std::size_t begin = in.at();
  while (!in.done() && in.at() - begin <= kMostValue) {
    const char c = in.peek();
    if (c == '\n' || c == '\r') return std::nullopt;
    if (c == '\\') {
      if (escapes > 0) break;
      // Letters and digits stand for bytes that no keyboard has.
      in.skip(1);
      if (in.done() || in.peek() == '\n' || is_word(in.peek()))
        return std::nullopt;
    } else if (c == quote) {
      break;
    }
    in.skip(1);
  }
  const std::size_t end = in.at();
  for (std::size_t i = 0; i < escapes; ++i)
    if (!in.take('\\')) return std::nullopt;
  if (end - begin < kLeastValue || !in.take(quote)) return std::nullopt;
  return AssignedValue{begin, end, in.at()};
}

enum class Lines { kOne, kTwo };  // that a name and its value stand on

std::optional<AssignedValue> quoted_value(Reader in, Lines lines) {
  in.blanks();
  const bool next_line = lines == Lines::kTwo && in.to_next_line();
  for (std::size_t i = 0; i <= kMostWrappers; ++i) {
    if (const auto value = quoted_text(in)) {
      // On a line of its own, or in a bracket: not the next name.
      if (!next_line && i == 0) return value;
      Reader behind = in;
      behind.skip(value->match_end - in.at());
      behind.blanks();
      if (behind.peek() == ':' || (next_line && behind.peek() == '='))
        return std::nullopt;
      return value;
    }
    if (!take_wrapper(&in)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<AssignedValue> behind_operator(Reader in) {
  in.blanks();
  Reader typed = in;
  if (take_typed_operator(&typed))
    if (const auto value = quoted_value(typed, Lines::kTwo)) return value;
  if (!take_operator(&in)) return std::nullopt;
  return quoted_value(in, Lines::kTwo);
}

// ("name", "v"), ("name", default="v")
std::optional<AssignedValue> behind_comma(Reader in) {
  in.blanks(4);
  if (!in.take(',')) return std::nullopt;
  in.blanks();
  Reader label = in;
  for (const std::string_view one :
       {"defaultvalue", "default", "value", "content", "fallback"})
    if (label.take(one)) break;
  if (label.at() != in.at()) {
    label.blanks(2);
    if (label.take('=') || label.take(':')) in = label;
  }
  return quoted_value(in, Lines::kOne);
}

std::optional<AssignedValue> behind_parenthesis(Reader in) {
  if (!in.take('(')) return std::nullopt;
  in.blanks(4);
  if (!take_closure(&in)) return std::nullopt;
  return quoted_value(in, Lines::kTwo);
}

std::optional<AssignedValue> quoted_assignment(Reader name) {
  if (const auto value = behind_parenthesis(name)) return value;
  Reader closed = name;
  const bool in_quotes = take_closers(&closed);
  if (const auto value = behind_operator(closed)) return value;
  Reader typed = closed;
  if (!in_quotes && take_type(&typed))
    if (const auto value = behind_operator(typed)) return value;
  Reader fallback = closed;
  if (take_fallback(&fallback))
    if (const auto value = quoted_value(fallback, Lines::kOne)) return value;
  if (in_quotes) return behind_comma(closed);
  return std::nullopt;
}

std::optional<AssignedValue> bare_assignment(Reader in) {
  if (is_one_of(in.peek(), "\"']")) in.skip(1);
  in.blanks();
  if (!in.take(":=") && !in.take(":-") && !in.take("?=") && !in.take("=") &&
      !in.take(":"))
    return std::nullopt;
  in.blanks();
  Reader tag = in;
  if ((tag.take("!!") || tag.take('&')) && tag.many(20, is_word) > 0 &&
      tag.blanks(1) > 0)
    in = tag;
  const std::size_t begin = in.at();
  if (is_one_of(in.peek(), "$|;,*&!%=@")) return std::nullopt;
  in.many(kMostValue,
          [](char c) { return !is_one_of(c, " \t\r\n\f\v\"'`<>{}()[]"); });
  if (!in.done() && is_one_of(in.peek(), "<>{([`")) return std::nullopt;
  std::string_view value = in.since(begin);
  while (!value.empty() && is_one_of(value.back(), ",;"))
    value.remove_suffix(1);
  if (value.size() < kLeastValue || value.size() >= kMostValue)
    return std::nullopt;
  const std::size_t end = begin + value.size();
  return AssignedValue{begin, end, end};
}

}  // namespace

AssignmentPattern::AssignmentPattern(Assignment form,
                                     std::span<const std::string_view> names)
    : form_(form), names_(names) {
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    const auto head = static_cast<unsigned char>(name.front());
    heads_.set(head);
    if (is_letter(name.front())) heads_.set(head ^ 0x20U);
  }
}

std::optional<AssignedValue> AssignmentPattern::find_at(std::string_view text,
                                                        std::size_t at,
                                                        std::size_t to) const {
  text = text.substr(0, std::min(to, at + kLongestAssignment));
  if (at >= text.size() || !heads_[static_cast<unsigned char>(text[at])])
    return std::nullopt;
  Reader in(text, at);
  const auto stands_here = [&](std::string_view name) {
    return !name.empty() && Reader(in).take(name);
  };
  if (!std::ranges::any_of(names_, stands_here)) return std::nullopt;
  take_name(&in);
  return form_ == Assignment::kBare ? bare_assignment(in)
                                    : quoted_assignment(in);
}

}  // namespace sluice

// name = "value", in any language.

#include <algorithm>
#include <array>
#include <initializer_list>

#include "match/assignment/assignment_reader.h"
#include "match/words/words.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxType = 60;
constexpr std::size_t kMaxWrappers = 4;
constexpr int kMaxParts = 8;  // of an expression
constexpr std::size_t kMaxArguments = 80;

// Whether a quote was among the characters that close a name.
bool take_closers(AssignmentReader* in) {
  bool quoted = false;
  for (int i = 0; i < 3; ++i) {
    AssignmentReader at = *in;
    while (at.take('\\')) continue;
    if (is_quote(at.peek())) {
      at.skip(1);
      quoted = true;
    } else if (at.take('[')) {
      at.many(24, [](char c) { return c != ']' && c != '\n' && c != '"'; });
      if (!at.take(']')) return quoted;
    } else if (is_one_of(at.peek(), "]})*+?!$") && at.at() == in->at()) {
      at.skip(1);
    } else {
      return quoted;
    }
    *in = at;
  }
  return quoted;
}

// Between a name and the operator: a type, an accessor.
bool take_type(AssignmentReader* in) {
  if (in->take('(')) {
    if (!in->take(')')) return false;
    AssignmentReader at = *in;
    at.blanks();
    if (!at.take(':')) return true;
    at.blanks();
    if (at.many(20, is_word_char) == 0) return true;
    *in = at;
    return true;
  }
  if (in->blanks(12) == 0) return in->take("{ get; set; }");
  if (in->take("{ get;") || in->take("{get;")) {
    in->many(30, [](char c) { return c != '}' && c != '\n'; });
    return in->take('}');
  }
  for (int words = 0; words < 3; ++words) {
    AssignmentReader at = *in;
    if (words > 0 && at.blanks() == 0) break;
    AssignmentReader word = at;
    if (word.take("value ") || word.take("default ") || word.take("init("))
      break;
    at.take("[]");
    if (at.many(24, is_name_char) == 0) return words > 0;
    if (at.take('(')) {
      at.many(8, [](char c) { return is_word_char(c) || c == ' '; });
      if (!at.take(')')) return false;
    }
    *in = at;
  }
  in->many(2, [](char c) { return c == '*' || c == '?'; });
  return true;
}

// name="..." value=
bool take_attribute(AssignmentReader* in) {
  if (in->blanks(8) == 0) return false;
  in->take("android:");
  for (const std::string_view one : {"value", "content", "default"}) {
    if (!in->take(one)) continue;
    in->blanks(2);
    return in->take('=');
  }
  return false;
}

// `[u8; 16]`, `(127 downto 0)`
bool take_brackets(AssignmentReader* in) {
  const char open = in->peek();
  if (open != '[' && open != '(') return false;
  in->skip(1);
  in->many(24,
           [](char c) { return is_word_char(c) || is_one_of(c, " ;.,*+-"); });
  return in->take(open == '[' ? ']' : ')');
}

// `: type =`
bool take_typed_operator(AssignmentReader* in) {
  if (!in->take(':') || in->peek() == '=') return false;
  in->blanks(4);
  if (in->take('&')) in->take('\'');
  const std::size_t begin = in->at();
  const auto is_of_type = [](char c) {
    return is_word_char(c) || is_one_of(c, " <>.?*:|");
  };
  while (in->at() - begin < kMaxType) {
    in->many(kMaxType, is_of_type);
    if (!take_brackets(in)) break;
  }
  // A block that returns the value: by lazy {, { return
  const bool typed =
      in->since(begin).find_first_not_of(' ') != std::string::npos;
  if (typed && in->take('{')) {
    in->blanks(4);
    in->take("return ");
    return true;
  }
  if (!in->take('=') || in->peek() == '=') return false;
  in->take('>');
  return true;
}

bool take_operator(AssignmentReader* in) {
  // The longer ones come first. "?" "?=" is split because it begins a trigraph.
  constexpr auto kOperators = std::to_array<std::string_view>({
      "===",
      "==",
      "=>",
      "=",
      "?=",
      "!==",
      "//=",
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
      "{ get { return ",
      "{ get => ",
      ".=",
      "+=",
      ":=",
      "::",
      ":",
      "value ",
      "default ",
      "is ",
      "init(",
      "by lazy ",
      "by extra(",
  });
  if (is_beyond_text(in->peek()))
    return in->take(kWideColon) || in->take(kWideEquals);
  for (const std::string_view one : kOperators)
    if (in->take(one)) return true;
  return false;
}

bool take_closure(AssignmentReader* in) {
  if (!in->take('|')) return true;
  in->take('_');
  return in->take('|');
}

bool take_any_of(AssignmentReader* in,
                 std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [in](std::string_view one) { return in->take(one); });
}

// An operator or a method that supplies a value if there is none. It may be on
// the next line.
bool take_fallback(AssignmentReader* in) {
  AssignmentReader next = *in;
  const bool next_line = next.to_next_line();
  if (next_line) *in = next;
  if (take_any_of(in, {".unwrap_or(", ".unwrap_or_else(", ".orelse(",
                       ".getorelse(", ".or_else(", ".default("}))
    return take_closure(in);
  if (!next_line) in->blanks(4);
  if (take_any_of(in, {"||", "??", "?:"})) return true;
  if (next_line) return take_any_of(in, {"or ", "else "});
  if (in->take('{')) return true;
  if (in->before() != ' ') return false;
  // Perl: not a comment.
  AssignmentReader defined = *in;
  if (defined.take("// ") && is_quote(defined.peek())) {
    *in = defined;
    return true;
  }
  return take_any_of(in, {"or ", "else "});
}

// Reads the beginning of a literal: an operator, or letters before the quotes.
bool take_literal_start(AssignmentReader* at) {
  if (take_any_of(at, {"new ", "<<", "[]", "textencoder().encode(",
                       "base64.getdecoder().decode("}))
    return true;
  // Elixir: ~c"v"; Rust: r#"v"#, Swift: #"v"#
  return take_any_of(at, {"~c", "~s", "r#", "#"}) && at->peek() == '"';
}

bool take_sign(AssignmentReader* at) {
  if (!is_one_of(at->peek(), "@$&*{[")) return false;
  at->skip(1);
  at->blanks(4);
  return true;
}

// A cast, or nothing but a parenthesis.
bool take_parenthesis(AssignmentReader* at) {
  if (!at->take('(')) return false;
  AssignmentReader cast = *at;
  if (cast.many(24,
                [](char c) { return is_word_char(c) || is_one_of(c, " *:"); }) >
          2 &&
      cast.take(')'))
    *at = cast;
  at->to_next_line();
  return true;
}

// The argument of a function whose name was taken: ("v", (label: "v", or
// without parentheses, as in Haskell and similar languages: Just "v".
bool take_argument(AssignmentReader* at) {
  at->take('!');
  if (!at->take('(') && !at->take('{'))
    return at->blanks(1) > 0 && is_quote(at->peek());
  at->blanks(4);
  if (!take_closure(at)) return false;
  at->blanks(1);
  AssignmentReader label = *at;
  if (label.many(20, is_word_char) > 0 &&
      (label.take(':') || label.take('='))) {
    label.blanks(2);
    if (is_quote(label.peek())) *at = label;
  }
  return true;
}

// The letters before quotes of strings of bytes, and the like.
bool is_string_prefix(std::string_view letters) {
  return letters.size() <= 2 && std::ranges::all_of(letters, [](char c) {
           return is_one_of(lower(c), "brfulnx");
         });
}

// A name before the value: of a type, a kind of string or a function.
bool take_name_of_wrapper(AssignmentReader* at) {
  const std::size_t begin = at->at();
  if (at->many(40, [](char c) {
        return is_name_char(c) || c == ':' || c == '<' || c == '>';
      }) == 0)
    return false;
  std::string_view path = at->since(begin);
  if (path == "flag.String") return false;  // its name comes first
  // TypeScript: <string>"v", useState<string>("v")
  if (path.ends_with('>')) {
    if (path.front() == '<' && is_quote(at->peek())) return true;
    path = path.substr(0, path.find('<'));
  }
  if (is_string_prefix(path) && is_quote(at->peek())) return true;
  std::size_t cut = path.size();
  while (cut > 0 && !is_one_of(path[cut - 1], ".:")) --cut;
  const std::string_view last = path.substr(cut);
  const bool known =
      std::ranges::any_of(words::kTextFunctions, [&](std::string_view one) {
        return one.size() == last.size() &&
               std::ranges::equal(one, last, {}, {}, lower);
      });
  return known && take_argument(at);
}

bool take_wrapper(AssignmentReader* in) {
  static constexpr std::array kForms = {take_literal_start, take_sign,
                                        take_parenthesis, take_name_of_wrapper};
  return std::ranges::any_of(kForms, [&](const auto& take) {
    AssignmentReader at = *in;
    if (!take(&at)) return false;
    *in = at;
    return true;
  });
}

// A text in quotes may contain its own quotes after backslashes, or doubled
// (SQL, YAML, PowerShell). Letters and digits after a backslash mean bytes that
// no keyboard has, unless the text is raw or was drawn.
std::optional<AssignedValue> text_in_quotes(AssignmentReader in,
                                            std::string_view close) {
  const char quote = close.front();
  const bool is_raw = quote == '`' || close.ends_with('#');
  bool is_odd = false;
  std::optional<AssignedValue> first;  // up to a quote that is written twice
  std::optional<AssignedValue> last;   // up to one after a backslash
  const AssignmentReader start = in;
  const std::size_t begin = in.at();
  while (!in.done() && in.at() - begin <= kMaxValue) {
    const char c = in.peek();
    if (c == '\n' || c == '\r') break;
    if (c == '\\' && !is_raw) {
      in.skip(1);
      if (in.done() || in.peek() == '\n') break;
      if (is_word_char(in.peek())) is_odd = true;
      if (in.peek() == quote) last = AssignedValue{begin, in.at(), in.at() + 1};
    } else if (c == '\\') {
      if (is_word_char(in.peek(1))) is_odd = true;
    } else if (c == quote) {
      AssignmentReader end = in;
      if (end.take(close)) {
        const AssignedValue value{begin, in.at(), end.at()};
        const std::string_view text = in.since(begin);
        const bool is_whole =
            (!is_odd || is_opaque(text)) && text.size() >= kMinValue;
        if (close.size() > 1 || end.peek() != quote)
          return first ? (is_opaque(text) ? value : first)
                       : (is_whole ? std::optional(value) : std::nullopt);
        if (!first && is_whole) first = value;
        in.skip(1);
      }
    }
    in.skip(1);
  }
  if (!last) return first;
  // Where a backslash has no special meaning: in single quotes of shells, YAML
  // and TOML, in @"v" of C#.
  AssignmentReader text = start;
  text.skip(last->end - begin);
  return is_opaque(text.since(begin)) ? last : first;
}

// Reads a value in escaped quotes, for a text that is itself in quotes: \"v\".
std::optional<AssignedValue> text_in_escaped_quotes(AssignmentReader in,
                                                    std::size_t escapes) {
  const char quote = in.peek();
  in.skip(1);
  const std::size_t begin = in.at();
  in.many(kMaxValue + 1, [quote](char c) {
    return c != quote && c != '\\' && c != '\n' && c != '\r';
  });
  const std::size_t end = in.at();
  for (std::size_t i = 0; i < escapes; ++i)
    if (!in.take('\\')) return std::nullopt;
  if (end - begin < kMinValue || !in.take(quote)) return std::nullopt;
  return AssignedValue{begin, end, in.at()};
}

// Between quotes that are on lines of their own.
std::optional<AssignedValue> text_on_line(AssignmentReader in,
                                          std::string_view close) {
  in.blanks();
  const std::size_t begin = in.at();
  in.many(kMaxValue, [](char c) { return c != '\n' && c != '\r'; });
  const std::size_t end = in.at();
  const std::size_t quote = in.since(begin).find(close);
  if (quote != std::string_view::npos)
    return quote < kMinValue
               ? std::nullopt
               : std::optional(AssignedValue{begin, begin + quote,
                                             begin + quote + close.size()});
  if (end - begin < kMinValue || !in.to_next_line() || !in.take(close))
    return std::nullopt;
  return AssignedValue{begin, end, in.at()};
}

// A text that contains another quoted text, such as constants that are passed
// to a compiler: "\"v\"", '"v"'. The value is that of the inner one.
AssignedValue without_inner_quotes(AssignmentReader in,
                                   const AssignedValue& value) {
  in.skip(value.begin - in.at());
  const std::string_view text = in.rest().substr(0, value.end - value.begin);
  for (const std::string_view quote : {"\\\"", "\\'", "\"", "'"}) {
    if (text.size() < 2 * quote.size() + kMinValue || !text.starts_with(quote))
      continue;
    if (text.find(quote, quote.size()) != text.size() - quote.size())
      return value;
    return {value.begin + quote.size(), value.end - quote.size(),
            value.match_end};
  }
  return value;
}

// Between curly quotes, which editors and chats make of plain ones.
std::optional<AssignedValue> text_in_curly_quotes(AssignmentReader in) {
  in.skip(pasted_quote(in.rest()));
  const std::size_t begin = in.at();
  while (!in.done() && in.at() - begin <= kMaxValue) {
    if (is_one_of(in.peek(), "\r\n")) return std::nullopt;
    const std::size_t close = pasted_quote(in.rest());
    if (close == 0) {
      in.skip(1);
      continue;
    }
    const std::size_t end = in.at();
    if (end - begin < kMinValue) return std::nullopt;
    return AssignedValue{begin, end, end + close};
  }
  return std::nullopt;
}

std::optional<AssignedValue> quoted_text(AssignmentReader in) {
  if (pasted_quote(in.rest()) != 0) return text_in_curly_quotes(in);
  std::size_t escapes = 0;
  while (escapes < 3 && in.take('\\')) ++escapes;
  const char quote = in.peek();
  if (!is_quote(quote)) return std::nullopt;
  if (escapes > 0) return text_in_escaped_quotes(in, escapes);
  const bool in_hashes = in.before() == '#';
  in.skip(1);
  if (in.peek() == quote && in.peek(1) == quote) {
    AssignmentReader text = in;
    text.skip(2);
    text.take('\r');
    const char close[] = {quote, quote, quote};
    if (text.take('\n')) return text_on_line(text, {close, 3});
    const auto value = text_in_quotes(text, {close, 3});
    if (value && !is_blank(text.peek())) return value;
    if (value) return std::nullopt;  // """ + x + """: between two texts
  }
  const char close[] = {quote, '#'};
  return text_in_quotes(in, {close, in_hashes ? 2U : 1U});
}

// q{v}, %q(v), [[v]], $$v$$: quotes of Perl, Ruby, Lua and PostgreSQL.
std::optional<AssignedValue> text_in_fences(AssignmentReader in) {
  std::string_view close;
  if (in.take("[[")) {
    close = "]]";
  } else if (in.take("$$")) {
    close = "$$";
  } else {
    // Elixir's ~s(v), and not Perl's =~s(v)
    if (in.before() != ' ' || !in.take("~s")) {
      in.take('%');
      if (!in.take("qq") && !in.take('q')) return std::nullopt;
    }
    constexpr std::string_view kOpen = "([{<|/!\"";
    constexpr std::string_view kClose = ")]}>|/!\"";
    const std::size_t kind = kOpen.find(in.peek());
    if (kind == kOpen.npos) return std::nullopt;
    in.skip(1);
    close = kClose.substr(kind, 1);
  }
  const std::size_t begin = in.at();
  in.many(kMaxValue, [&](char c) {
    return c != close.front() && c != '\n' && c != '\r' && c != '\\';
  });
  const std::size_t end = in.at();
  if (end - begin < kMinValue || !in.take(close)) return std::nullopt;
  return AssignedValue{begin, end, in.at()};
}

enum class Lines { kOne, kTwo };  // of a name and its value

// A comment between a name and its value: /* ... */, or // ... and # ... if the
// value is on the next line.
void take_comment(AssignmentReader* in, Lines lines) {
  constexpr std::size_t kLongest = 160;
  AssignmentReader at = *in;
  if (at.take("/*")) {
    at.many(kLongest, [](char c) { return c != '*' && c != '\n'; });
    if (at.take("*/")) *in = at;
  } else if (lines == Lines::kTwo && (at.take("// ") || at.take("# "))) {
    at.many(kLongest, [](char c) { return c != '\r' && c != '\n'; });
    if (is_one_of(at.peek(), "\r\n")) *in = at;
  }
}

std::optional<AssignedValue> quoted_value(AssignmentReader in, Lines lines) {
  in.blanks();
  const char first = in.peek();
  if (first == '!' && in.take("!unsafe ")) in.blanks();  // no template
  if (first == '/' || first == '#') take_comment(&in, lines);
  const bool next_line = lines == Lines::kTwo && in.to_next_line();
  for (std::size_t i = 0; i <= kMaxWrappers; ++i) {
    if (auto value = quoted_text(in)) {
      value = without_inner_quotes(in, *value);
      // On a line of its own, or in a bracket, it is not the next name.
      if (!next_line && i == 0) return value;
      AssignmentReader behind = in;
      behind.skip(value->match_end - in.at());
      behind.blanks();
      if (behind.peek() == ':' || (next_line && behind.peek() == '='))
        return std::nullopt;
      return value;
    }
    if (const auto value = text_in_fences(in)) return value;
    if (!take_wrapper(&in)) return std::nullopt;
  }
  return std::nullopt;
}

// condition ? "v" : ...
std::optional<AssignedValue> in_choice(AssignmentReader in) {
  if (!in.take(" ? ")) return std::nullopt;
  const auto value = quoted_value(in, Lines::kOne);
  if (!value) return std::nullopt;
  in.skip(value->match_end - in.at());
  in.blanks(1);
  return in.peek() == ':' ? value : std::nullopt;
}

// (..) or [..] with texts and other brackets inside, on one line.
void take_arguments(AssignmentReader* in) {
  AssignmentReader at = *in;
  if (!at.take('(') && !at.take('[')) return;
  for (int depth = 1; depth > 0; at.skip(1)) {
    const char c = at.peek();
    if (c == '\n' || at.at() - in->at() > kMaxArguments) return;
    if (is_quote(c)) {
      at.skip(1);
      at.many(kMaxArguments, [c](char one) { return one != c && one != '\n'; });
      if (at.peek() != c) return;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    }
  }
  *in = at;
}

// From one part of an expression to the next: "." "?." "!!." "::" "->", or a
// mark that it may be missing ("as String?").
void take_accessor(AssignmentReader* in) {
  if (in->take("::") || in->take("->")) return;
  AssignmentReader at = *in;
  at.many(2, [](char c) { return c == '?' || c == '!'; });
  if (at.take('.') ||
      (at.at() != in->at() && at.peek() == ' ' && !is_quote(at.peek(1))))
    *in = at;
}

// = expression || "v"
std::optional<AssignedValue> behind_expression(AssignmentReader in) {
  for (int parts = 0; parts < kMaxParts; ++parts) {
    const std::size_t begin = in.at();
    in.blanks(1);
    take_accessor(&in);
    in.many(32, is_word_char);
    take_arguments(&in);
    if (in.at() == begin) return std::nullopt;
    if (const auto value = in_choice(in)) return value;
    AssignmentReader fallback = in;
    if (!take_fallback(&fallback) || fallback.before() == '{') continue;
    const auto value = quoted_value(fallback, Lines::kOne);
    if (!value) continue;
    // ("name", "v"): this is not the name.
    AssignmentReader behind = in;
    behind.skip(value->match_end - in.at());
    if (behind.peek() != ',') return value;
    return std::nullopt;
  }
  return std::nullopt;
}

// name() { return "v", name(): type => "v", fn name() -> type { "v", also with
// the value on a line of its own.
std::optional<AssignedValue> in_body(AssignmentReader in) {
  if (in.take('(')) {
    in.many(40, [](char c) { return !is_one_of(c, "()\"'`\r\n"); });
    if (!in.take(')')) return std::nullopt;
  }
  AssignmentReader ruby = in;
  if (ruby.take(", do: ")) return quoted_value(ruby, Lines::kOne);
  if (ruby.take("; ") || ruby.to_next_line()) {  // def name
    const auto value = quoted_value(ruby, Lines::kOne);
    if (!value) return std::nullopt;
    ruby.skip(value->match_end - ruby.at());
    if (!ruby.take("; ")) ruby.to_next_line();
    return ruby.take("end") && !is_name_char(ruby.peek()) ? value
                                                          : std::nullopt;
  }
  if (in.before() != ')') return std::nullopt;
  in.many(40, [](char c) {  // a type
    return is_word_char(c) || is_one_of(c, " :<>.?*&'[]|-");
  });
  const bool arrow = in.take("=>");
  in.blanks(4);
  if (!in.take('{'))
    return arrow ? quoted_value(in, Lines::kOne) : std::nullopt;
  in.to_next_line();
  in.take("return ");
  return quoted_value(in, Lines::kOne);
}

// name = () => "v", name: async () => { return "v"
std::optional<AssignedValue> in_arrow(AssignmentReader in) {
  in.blanks(1);
  in.take("async ");
  AssignmentReader arguments = in;
  if (!arguments.take('(')) return std::nullopt;
  arguments.many(60, [](char c) { return !is_one_of(c, "=\"'`\r\n;"); });
  return arguments.peek() == '=' ? in_body(in) : std::nullopt;
}

std::optional<AssignedValue> behind_operator(AssignmentReader in) {
  in.blanks();
  AssignmentReader typed = in;
  if (take_typed_operator(&typed))
    if (const auto value = quoted_value(typed, Lines::kTwo)) return value;
  if (!take_operator(&in)) return std::nullopt;
  AssignmentReader returned = in;  // case "name": return "v"
  returned.to_next_line();
  if (returned.take("return ")) in = returned;
  if (const auto value = in_arrow(in)) return value;
  if (const auto value = quoted_value(in, Lines::kTwo)) return value;
  return behind_expression(in);
}

// ("name", "v"), ("name", default="v")
std::optional<AssignedValue> behind_comma(AssignmentReader in) {
  take_any_of(&in, {".to_string()", ".to_owned()", ".into()"});
  in.blanks(4);
  if (!in.take(',')) return std::nullopt;
  in.blanks();
  AssignmentReader label = in;
  for (const std::string_view one : {"default_value", "defaultvalue", "default",
                                     "value", "content", "fallback"})
    if (label.take(one)) break;
  Lines lines = Lines::kOne;
  if (label.at() != in.at()) {
    label.blanks(2);
    if (label.take('=') || label.take(':')) {
      in = label;
      lines = Lines::kTwo;
    }
  }
  return quoted_value(in, lines);
}

std::optional<AssignedValue> behind_parenthesis(AssignmentReader in) {
  if (!in.take('(')) return std::nullopt;
  in.blanks(4);
  if (!take_closure(&in)) return std::nullopt;
  return quoted_value(in, Lines::kTwo);
}

// React: [name, setName] = useState("v")
std::optional<AssignedValue> behind_hook(AssignmentReader in) {
  if (!in.take(", set")) return std::nullopt;
  in.many(40, is_word_char);
  if (!in.take("] = ")) return std::nullopt;
  return quoted_value(in, Lines::kOne);
}

}  // namespace

std::optional<AssignedValue> quoted_assignment(AssignmentReader name) {
  if (const auto value = behind_parenthesis(name)) return value;
  AssignmentReader closed = name;
  const bool in_quotes = take_closers(&closed);
  if (const auto value = behind_operator(closed)) return value;
  AssignmentReader typed = closed;
  if (in_quotes) {
    AssignmentReader pair = closed;  // Kotlin: "name" to "v"
    if (pair.take(" to "))
      if (const auto value = quoted_value(pair, Lines::kOne)) return value;
    if (take_attribute(&typed))
      if (const auto value = quoted_value(typed, Lines::kTwo)) return value;
  } else if (take_type(&typed)) {
    if (const auto value = behind_operator(typed)) return value;
  }
  AssignmentReader fallback = closed;
  if (take_fallback(&fallback))
    if (const auto value = quoted_value(fallback, Lines::kOne)) return value;
  if (in_quotes || name.opens_pair()) return behind_comma(closed);
  if (const auto value = in_body(name)) return value;
  return behind_hook(name);
}

std::optional<AssignedValue> blank_assignment(AssignmentReader in) {
  if (is_one_of(in.peek(), "*+")) in.skip(1);  // Lisp: *name*
  if (in.blanks() == 0) return std::nullopt;
  return quoted_value(in, Lines::kOne);
}

}  // namespace sluice

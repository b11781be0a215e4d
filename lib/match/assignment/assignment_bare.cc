// name=value and name: value, without quotes or with any quotes.

#include <algorithm>

#include "match/assignment/assignment_reader.h"
#include "match/words/words.h"
#include "text/ascii_set.h"

namespace sluice {
namespace {

constexpr std::size_t kMinToken = 8;
constexpr std::size_t kMaxToken = 2000;

constexpr AsciiSet kTokenChars([](char c) {
  return is_alnum(c) || is_one_of(c, "+/=_.-");
});
bool is_token(char c) { return kTokenChars.has(c); }

constexpr std::size_t kMaxSecrecyWords = 3;

// Takes words of secrecy, also such as api_key, each after blanks.
void take_secrecy_words(AssignmentReader* in) {
  const auto take_word = [&] {
    AssignmentReader at = *in;
    if (at.blanks(2) == 0) return false;
    do {
      const std::size_t begin = at.at();
      at.many(12, [](char c) { return is_alnum(c); });
      const std::size_t size = at.at() - begin;
      AssignmentReader word = at;
      for (std::size_t i = 0; i < size; ++i) word.back();
      const bool known = std::ranges::any_of(
          words::kWordsBeforeValues, [&](std::string_view one) {
            return one.size() == size && AssignmentReader(word).take(one);
          });
      if (!known) return false;
    } while (at.take('_') || at.take('-'));
    *in = at;
    return true;
  };
  for (std::size_t i = 0; i < kMaxSecrecyWords; ++i)
    if (!take_word()) return;
}

template <std::size_t kSize>
void take_signs(AssignmentReader* in, std::size_t most,
                const char (&signs)[kSize]) {
  in->many(most, [&](char c) { return is_one_of(c, signs); });
}

// A block scalar of YAML, or a line that continues (properties, shell): the
// value is alone on the next line.
bool take_line_break(AssignmentReader* in) {
  AssignmentReader at = *in;
  if (at.take('|') || at.take('>')) {
    if (is_one_of(at.peek(), "+-")) at.skip(1);
  } else if (!at.take('\\')) {
    return false;
  }
  at.take('\r');
  if (!at.take('\n')) return false;
  at.blanks();
  *in = at;
  return true;
}

// Most names have no operator, and the line before a name is long.
bool may_have_operator(AssignmentReader name) {
  if (is_one_of(name.peek(), "\"']")) name.skip(1);
  name.blanks();
  return is_one_of(name.peek(), "=:?") || is_beyond_text(name.peek());
}

// The quote that opens before the name that ends here: "NAME=v".
char quote_before(const AssignmentReader& name) {
  const char before = name.before_name();
  return is_quote(before) ? before : '\0';
}

// The quote of a text that begins before the name and ends directly after a
// bracket or a semicolon, and so holds the name and the value:
// connect('host=db password=v').
char open_quote(const AssignmentReader& name) {
  const std::string_view before = name.line_before_name();
  char open = '\0';
  for (const char c : before)
    if (c == open)
      open = '\0';
    else if (open == '\0' && is_quote(c))
      open = c;
  if (open == '\0') return open;
  const std::string_view rest = name.rest().substr(0, kMaxBareValue);
  const auto blank = std::ranges::find_if(
      rest, [](char c) { return is_one_of(c, " \t\r\n"); });
  const std::string_view word(rest.begin(), blank);
  const std::size_t close = word.rfind(open);
  return close != word.npos &&
                 word.find_first_not_of(");,]", close + 1) == word.npos
             ? open
             : '\0';
}

// Takes a drawn value with any signs, up to a blank or the `quote` around it. A
// comma or a semicolon at its end belongs to the language, and so does the
// brace that closes the text around the name.
std::optional<AssignedValue> opaque_value(AssignmentReader in, char quote,
                                          bool in_braces) {
  const std::size_t begin = in.at();
  while (in.at() - begin < kMaxBareValue && !in.done() &&
         !is_one_of(in.peek(), " \t\r\n\f\v\x1b") && in.peek() != quote) {
    if (quote != '\0' && in.peek() == '\\') in.skip(1);
    in.skip(1);
  }
  if (in.at() - begin >= kMaxBareValue) return std::nullopt;
  if (quote != '\0' && in.peek() != quote) return std::nullopt;
  std::string_view value = in.since(begin);
  value = value.substr(0, find_wide_stop(value));
  while (!value.empty() && is_one_of(value.back(), ",;"))
    value.remove_suffix(1);
  // "${NAME:v}": the quote ends the text around the braces.
  if (in_braces && value.find('{') == value.npos)
    for (const std::string_view end : {"}\"", "}'", "}"})
      if (value.ends_with(end)) {
        value.remove_suffix(end.size());
        break;
      }
  if (!is_opaque(value)) return std::nullopt;
  // A text in quotes, which may go on in the next line.
  if (is_quote(value.front()) &&
      (value.find(value.front(), 1) != value.npos || value.back() == '\\'))
    return std::nullopt;
  const std::size_t end = begin + value.size();
  return AssignedValue{begin, end, end};
}

}  // namespace

std::optional<AssignedValue> bare_assignment(AssignmentReader in) {
  if (!may_have_operator(in)) return std::nullopt;
  const bool in_braces = in.is_in_braces();
  std::optional<PairList> list = pair_list(in.line_before_name());
  char quote = quote_before(in);
  if (!list && quote != '\0') list = pair_list_from(in.rest(), quote);
  if (quote == '\0') quote = open_quote(in);
  if (in.peek() == quote) quote = '\0';  // "NAME": v
  if (is_one_of(in.peek(), "\"']")) in.skip(1);
  in.blanks();
  const bool is_yaml = in.peek() == ':';
  const bool wide = is_beyond_text(in.peek()) &&
                    (in.take(kWideColon) || in.take(kWideEquals));
  if (!wide && !in.take(":=") && !in.take(":-") && !in.take("?=") &&
      !in.take("=") && !in.take(":"))
    return std::nullopt;
  const bool after_blank = in.blanks() > 0;
  // "password: # set by CI": YAML has no value there, but a comment.
  if (is_yaml && after_blank && in.peek() == '#') return std::nullopt;
  AssignmentReader tag = in;
  if ((tag.take("!!") || tag.take('&')) && tag.many(20, is_word_char) > 0 &&
      tag.blanks(1) > 0)
    in = tag;
  if (in.peek() == '!' && in.take("!unsafe "))
    in.blanks();  // Ansible: no template
  const bool own_line = take_line_break(&in);
  // N'v', a string of SQL: the rules for values in quotes read it.
  if (lower(in.peek()) == 'n' && is_quote(in.peek(1))) return std::nullopt;
  if (list && !is_quote(in.peek()))
    in = in.with_rest(value_size(*list, in.rest()));
  if (const auto value = opaque_value(in, quote, in_braces)) return value;
  const std::size_t begin = in.at();
  if (is_one_of(in.peek(), "$|;,*&!%=@")) return std::nullopt;
  in.many(kMaxBareValue,
          [](char c) { return !is_one_of(c, " \t\r\n\f\v\"'`<>{}()[]\x1b"); });
  if (!in.done() && is_one_of(in.peek(), "<>{([")) return std::nullopt;
  if (own_line && !in.done() && !is_one_of(in.peek(), "\r\n"))
    return std::nullopt;
  std::string_view value = in.since(begin);
  value = value.substr(0, find_wide_stop(value));
  while (!value.empty() && is_one_of(value.back(), ",;"))
    value.remove_suffix(1);
  if (value.size() < kMinValue || value.size() >= kMaxBareValue)
    return std::nullopt;
  // In a template: ###NAME###
  if (value.starts_with("##") && value.ends_with("##")) return std::nullopt;
  const std::size_t end = begin + value.size();
  return AssignedValue{begin, end, end};
}

std::optional<AssignedValue> token_assignment(AssignmentReader in) {
  take_secrecy_words(&in);
  take_signs(&in, 4, "\"'`])");
  AssignmentReader attribute = in;
  if (attribute.blanks(4) > 0 && attribute.take("value")) {
    attribute.blanks(2);
    if (!attribute.take('=')) return std::nullopt;
    in = attribute;
  } else {
    in.blanks(8);
    if (!in.take("=>") && !in.take(":=") && !in.take("?=") &&
        !in.take(kWideColon) && !in.take(kWideEquals))
      take_signs(&in, 1, "=:,>");
  }
  in.take('>');
  in.blanks(8);
  take_signs(&in, 3, "\"'`@([");
  for (const std::string_view scheme :
       {"bearer ", "token ", "basic ", "api-key ", "apikey ", "key ", "oauth ",
        "oauth2 ", "ssws ", "geniekey ", "api-token ", "aivenv1 ",
        "klaviyo-api-key ", "zoho-oauthtoken "})
    if (in.take(scheme)) break;
  const std::size_t begin = in.at();
  const std::size_t size = in.many(kMaxToken + 1, is_token);
  if (size < kMinToken || size > kMaxToken) return std::nullopt;
  // "TOKEN" value="...": this is the name, and not yet the value.
  if (AssignmentReader(in).take("\" v")) return std::nullopt;
  return AssignedValue{begin, in.at(), in.at()};
}

}  // namespace sluice

// The name is read backwards from the value, because whatever found the value
// (a rule of any shape) need not report where the name is. The separators are
// those of configuration files and of the common languages. There is one of
// them between name and value, with blanks and at most three opening or closing
// signs around it.
#include "judge/context/assigned_name.h"

#include <algorithm>
#include <string_view>

#include "text/ascii.h"
#include "text/line_cursor.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxBlanks = 8;
constexpr std::size_t kMaxSigns = 3;
constexpr std::size_t kMaxWordsApart = 3;
constexpr std::string_view kOpening = "\"'`@([";
constexpr std::string_view kClosing = "\"'`])";
// Before the token of an authorization header.
constexpr std::string_view kSchemes[] = {
    "Bearer",   "bearer", "Token",   "token",           "Api-Key",
    "ApiKey",   "APIKEY", "Apikey",  "apikey",          "Basic",
    "OAuth",    "oauth",  "OAuth2",  "GenieKey",        "SSWS",
    "KEY",      "Key",    "aivenv1", "Klaviyo-API-Key", "Zoho-oauthtoken",
    "Api-Token"};
constexpr std::string_view kSeparators[] = {"=>", ":=", "?=", "=",
                                            ":",  ",",  ">",  "|"};
constexpr std::string_view kComments[] = {"#",  "//",   ";", "/*",   "*",
                                          "--", "<!--", "%", "rem ", "REM "};

bool is_name(char c) { return is_ascii_word(c) || c == '.' || c == '-'; }

// Takes parts off the end of the text before the value.
class Backwards {
 public:
  explicit Backwards(std::string_view rest) : rest_(rest) {}

  std::string_view rest() const { return rest_; }

  std::size_t blanks(std::size_t most) {
    std::size_t taken = 0;
    while (taken < most && !rest_.empty() && is_blank(rest_.back())) {
      rest_.remove_suffix(1);
      ++taken;
    }
    return taken;
  }
  void signs(std::string_view which) {
    for (std::size_t i = 0; i < kMaxSigns && !rest_.empty() &&
                            which.find(rest_.back()) != which.npos;
         ++i)
      rest_.remove_suffix(1);
  }
  bool text(std::string_view text) {
    if (!rest_.ends_with(text)) return false;
    rest_.remove_suffix(text.size());
    return true;
  }
  template <std::size_t kCount>
  bool any_of(const std::string_view (&texts)[kCount]) {
    return std::ranges::any_of(
        texts, [this](std::string_view one) { return text(one); });
  }

 private:
  std::string_view rest_;
};

// name="x" value="v"
bool take_value_attribute(Backwards* before) {
  Backwards at = *before;
  at.blanks(2);
  if (!at.text("value") || at.blanks(4) == 0) return false;
  *before = at;
  return true;
}

bool is_comment(std::string_view body) {
  return std::ranges::any_of(kComments, [&](std::string_view begin) {
    return body.starts_with(begin);
  });
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// Takes the text between a name and a value off the end of `at`: a separator,
// or only blanks, or the parenthesis of a call.
bool take_link(Backwards* at) {
  Backwards rest = *at;
  rest.signs(kOpening);
  const bool call = !rest.rest().empty() &&
                    rest.rest().size() < at->rest().size() &&
                    at->rest()[rest.rest().size()] == '(';
  const bool apart = rest.blanks(kMaxBlanks) > 0 || call;
  if (!rest.any_of(kSeparators)) {
    if (!apart) return false;
  } else if (!take_value_attribute(&rest)) {
    rest.blanks(kMaxBlanks);
  }
  rest.signs(kClosing);
  if (rest.rest().empty() || !is_ascii_word(rest.rest().back())) return false;
  *at = rest;
  return true;
}

// Where the name at the end of `before` begins; its size if there is none.
std::size_t begin_of_name(std::string_view before) {
  std::size_t begin = before.size();
  while (begin > 0 && before.size() - begin < kLongestName &&
         is_name(before[begin - 1]))
    --begin;
  while (begin < before.size() && !is_ascii_word(before[begin])) ++begin;
  return begin;
}

// Takes a dash, with blanks on both sides or on neither, off the end of `at`,
// if the word before it means a secret: larkfield-private-v, larkfield key -
// 'v'. Elsewhere, a dash is part of a name or a sentence.
bool take_dash(Backwards* at) {
  Backwards rest = *at;
  rest.signs(kOpening);
  const bool apart = rest.blanks(kMaxBlanks) > 0;
  if (!rest.text("-") || (rest.blanks(kMaxBlanks) > 0) != apart) return false;
  const std::string_view before = rest.rest();
  std::size_t begin = before.size();
  while (begin > 0 && is_ascii_word(before[begin - 1])) --begin;
  std::string_view last;
  any_word(before.substr(begin), [&](std::string_view word) {
    last = word;
    return false;
  });
  if (last.empty() || !(is_secret_word(last) || is_secrecy_word(last)))
    return false;
  *at = rest;
  return true;
}

bool has_separator(std::string_view link) {
  return link.find_first_of("=:,>") != link.npos;
}

}  // namespace

std::optional<TextSpan> assigned_name(std::string_view text,
                                      std::size_t value) {
  Backwards at(text.substr(0, value));
  Backwards scheme = at;
  if (scheme.text(" ") && scheme.any_of(kSchemes) &&
      (scheme.rest().empty() || !is_name(scheme.rest().back()))) {
    const std::size_t end = scheme.rest().size();
    if (take_link(&scheme) &&
        has_separator(
            text.substr(scheme.rest().size(), end - scheme.rest().size())))
      at = scheme;
  }
  if (at.rest().size() == value && !take_link(&at) && !take_dash(&at))
    return std::nullopt;
  const std::string_view before = at.rest();
  std::size_t begin = begin_of_name(before);
  if (begin == before.size()) return std::nullopt;
  // After blanks, the provider's name is before the words of secrecy.
  for (std::size_t i = 0; i < kMaxWordsApart; ++i) {
    const std::string_view so_far = before.substr(begin);
    if (!is_general_name(so_far) || any_word(so_far, is_secret_word)) break;
    Backwards further(before.substr(0, begin));
    const std::size_t blanks = further.blanks(2);
    if (blanks == 0 || blanks > 1) break;
    const std::size_t next = begin_of_name(further.rest());
    if (next == further.rest().size() || before.size() - next > kLongestName)
      break;
    begin = next;
  }
  return TextSpan{begin, before.size()};
}

LinesAbove lines_above(std::string_view text, std::size_t name) {
  LinesAbove above;
  const std::size_t floor = name - std::min(name, kNameReach);
  // Where the line that ends before `end` begins; npos if that is too far away.
  const auto begin_of = [&](std::size_t end) {
    // Not before the byte ahead of the floor, because a line can be as long as
    // the text.
    const std::size_t least = floor - std::min<std::size_t>(floor, 1);
    const std::size_t newline =
        last_place(text.substr(least, end - std::min(end, least)), '\n');
    if (newline != text.npos) return least + newline + 1;
    return floor == 0 ? 0 : text.npos;
  };
  std::size_t start = begin_of(name);
  if (start == text.npos) return above;
  std::string_view own = text.substr(start, kNameReach);
  own = own.substr(0, own.find('\n'));
  std::size_t least = indent_of(own);
  bool climbed = false;
  for (std::size_t d = 1; d <= kLinesAbove && start > 0; ++d) {
    const std::size_t end = start - 1;
    start = begin_of(end);
    if (start == text.npos) break;
    std::string_view line = text.substr(start, end - start);
    while (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t indent = indent_of(line);
    std::string_view body = line.substr(indent);
    while (!body.empty() && is_blank(body.back())) body.remove_suffix(1);
    if (body.empty() || line.size() > kLineReach || indent > least) continue;
    if (indent == least && climbed && !is_comment(body)) continue;
    if (indent < least) {
      climbed = true;
      least = indent;
    }
    above.lines[above.count] = line;
    above.distance[above.count++] = d;
    if (body.starts_with('[') && body.ends_with(']')) break;
  }
  return above;
}

}  // namespace sluice

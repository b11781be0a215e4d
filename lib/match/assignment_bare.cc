// name=value and name: value, without quotes or whatever the quotes.

#include "match/assignment_reader.h"

namespace sluice {
namespace {

constexpr std::size_t kLeastToken = 8;
constexpr std::size_t kMostToken = 2000;

bool is_token(char c) {
  return is_letter(c) || is_digit(c) || is_one_of(c, "+/=_.-");
}

void take_signs(AssignmentReader* in, std::size_t most,
                std::string_view signs) {
  in->many(most, [&](char c) { return is_one_of(c, signs); });
}

// A block scalar of YAML, or a line that goes on (properties, shell): the value
// stands on the next line, alone.
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

}  // namespace

std::optional<AssignedValue> bare_assignment(AssignmentReader in) {
  if (is_one_of(in.peek(), "\"']")) in.skip(1);
  in.blanks();
  if (!in.take(":=") && !in.take(":-") && !in.take("?=") && !in.take("=") &&
      !in.take(":"))
    return std::nullopt;
  in.blanks();
  AssignmentReader tag = in;
  if ((tag.take("!!") || tag.take('&')) && tag.many(20, is_word_char) > 0 &&
      tag.blanks(1) > 0)
    in = tag;
  const bool own_line = take_line_break(&in);
  const std::size_t begin = in.at();
  if (is_one_of(in.peek(), "$|;,*&!%=@")) return std::nullopt;
  in.many(kMostValue,
          [](char c) { return !is_one_of(c, " \t\r\n\f\v\"'`<>{}()[]"); });
  if (!in.done() && is_one_of(in.peek(), "<>{([")) return std::nullopt;
  if (own_line && !in.done() && !is_one_of(in.peek(), "\r\n"))
    return std::nullopt;
  std::string_view value = in.since(begin);
  while (!value.empty() && is_one_of(value.back(), ",;"))
    value.remove_suffix(1);
  if (value.size() < kLeastValue || value.size() >= kMostValue)
    return std::nullopt;
  // Of a template: ###NAME###
  if (value.starts_with("##") && value.ends_with("##")) return std::nullopt;
  const std::size_t end = begin + value.size();
  return AssignedValue{begin, end, end};
}

std::optional<AssignedValue> token_assignment(AssignmentReader in) {
  take_signs(&in, 4, "\"'`])");
  AssignmentReader attribute = in;
  if (attribute.blanks(4) > 0 && attribute.take("value")) {
    attribute.blanks(2);
    if (!attribute.take('=')) return std::nullopt;
    in = attribute;
  } else {
    in.blanks(8);
    if (!in.take("=>") && !in.take(":=") && !in.take("?="))
      take_signs(&in, 1, "=:,>");
  }
  in.take('>');
  in.blanks(8);
  take_signs(&in, 3, "\"'`@([");
  for (const std::string_view scheme :
       {"bearer ", "token ", "basic ", "api-key ", "apikey "})
    if (in.take(scheme)) break;
  const std::size_t begin = in.at();
  const std::size_t size = in.many(kMostToken + 1, is_token);
  if (size < kLeastToken || size > kMostToken) return std::nullopt;
  // "TOKEN" value="...": the name, and not yet the value.
  if (AssignmentReader(in).take("\" v")) return std::nullopt;
  return AssignedValue{begin, in.at(), in.at()};
}

}  // namespace sluice


#include <algorithm>
#include <string>

#include "match/assignment/assignment_reader.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Takes the separator before a name off the end of `before`. Returns 0 if there
// is none.
char take_separator(std::string_view* before) {
  constexpr std::string_view kInMarkup = "&amp;";
  if (before->ends_with(kInMarkup)) {
    before->remove_suffix(kInMarkup.size());
    return '&';
  }
  while (!before->empty() && is_blank(before->back())) before->remove_suffix(1);
  if (before->empty() || !is_one_of(before->back(), ";,&?")) return '\0';
  const char sign = before->back();
  before->remove_suffix(1);
  return sign == '?' ? '&' : sign;
}

// Returns the place of the quote that opens the text in which `before` ends, or
// npos. In a list, the only other quotes in between are those of a value, which
// a separator follows.
std::size_t open_quote(std::string_view before) {
  for (std::size_t at = before.size(); at-- > 0;) {
    if (!is_quote(before[at])) continue;
    const bool in_word =
        before[at] == '\'' && at > 0 && is_word_char(before[at - 1]);
    if (in_word) continue;
    const char next = at + 1 < before.size() ? before[at + 1] : '\n';
    return is_one_of(next, ",;:)]} \t\n") ? before.npos : at;
  }
  return before.npos;
}

}  // namespace

std::optional<PairList> pair_list(std::string_view before) {
  const char separator = take_separator(&before);
  // At the beginning of a line, a semicolon begins a comment.
  if (separator == '\0' || before.find_first_not_of(" \t") == before.npos)
    return std::nullopt;
  const std::size_t quote = open_quote(before);
  if (quote == before.npos) return PairList{separator, '\0', false};
  return PairList{separator, before[quote],
                  quote > 0 && before[quote - 1] == '\\'};
}

std::optional<PairList> pair_list_from(std::string_view rest, char quote) {
  constexpr std::size_t kFar = 256;
  constexpr std::size_t kLongestName = 32;
  rest = rest.substr(0, kFar);
  rest = rest.substr(0, rest.find_first_of(std::string{quote, '\n'}));
  const std::size_t sign = rest.find(';');
  if (sign == rest.npos) return std::nullopt;
  const std::string_view name = rest.substr(sign + 1, kLongestName);
  const std::size_t end = name.find('=');
  if (end == name.npos ||
      !std::ranges::any_of(name.substr(0, end), is_letter) ||
      !std::ranges::all_of(name.substr(0, end), [](char c) {
        return is_word_char(c) || c == ' ' || c == '-';
      }))
    return std::nullopt;
  return PairList{';', quote, false};
}

std::size_t value_size(const PairList& list, std::string_view rest) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == list.separator || c == '\n') return i;
    if (list.quote == '\0') continue;
    if (!list.is_escaped && c == list.quote) return i;
    if (list.is_escaped && c == '\\' && i + 1 < rest.size() &&
        rest[i + 1] == list.quote)
      return i;
  }
  return rest.size();
}

}  // namespace sluice

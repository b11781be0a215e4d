#include "regex/pattern_text.h"

#include <algorithm>

#include "regex/width.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// RE2 reads a number with more digits than these as text.
constexpr std::size_t kMaxDigits = 9;

// Takes a number off the front of `*rest`.
std::optional<std::uint32_t> take_number(std::string_view* rest) {
  std::size_t digits = 0;
  std::uint32_t value = 0;
  for (; digits < rest->size() && is_digit((*rest)[digits]); ++digits)
    value = std::min(kMaxRepeats, value * 10 + static_cast<std::uint32_t>(
                                                   (*rest)[digits] - '0'));
  if (digits == 0 || digits > kMaxDigits ||
      (digits > 1 && rest->front() == '0'))
    return std::nullopt;
  rest->remove_prefix(digits);
  return value;
}

bool take(char c, std::string_view* rest) {
  if (!rest->starts_with(c)) return false;
  rest->remove_prefix(1);
  return true;
}

}  // namespace

std::optional<CountedRepetition> counted_repetition(std::string_view regex) {
  std::string_view rest = regex;
  if (!take('{', &rest)) return std::nullopt;
  const auto least = take_number(&rest);
  if (!least) return std::nullopt;
  CountedRepetition counted{*least, *least, 0};
  if (take(',', &rest)) {
    counted.most = kUnboundedWidth;
    if (!rest.starts_with('}')) {
      const auto most = take_number(&rest);
      if (!most) return std::nullopt;
      counted.most = *most;
    }
  }
  if (!take('}', &rest)) return std::nullopt;
  counted.size = regex.size() - rest.size();
  return counted;
}

std::size_t end_of_class(std::string_view regex, std::size_t at) {
  ++at;
  if (at < regex.size() && regex[at] == '^') ++at;
  for (bool first = true; at < regex.size(); first = false) {
    if (regex[at] == ']' && !first) return at + 1;
    if (regex[at] == '\\') {
      at += 2;
    } else if (regex.substr(at).starts_with("[:")) {
      const std::size_t close = regex.find(":]", at + 2);
      at = close == std::string_view::npos ? at + 1 : close + 2;
    } else {
      ++at;
    }
  }
  return regex.size();
}

}  // namespace sluice

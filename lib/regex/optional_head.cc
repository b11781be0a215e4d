#include "regex/optional_head.h"

#include "regex/pattern_text.h"

namespace sluice {
namespace {

// The bytes of the flags at the head, "(?is)".
std::size_t flags_size(std::string_view regex) {
  if (!regex.starts_with("(?")) return 0;
  const std::size_t end = regex.find_first_not_of("imsU-", 2);
  return end != std::string_view::npos && end > 2 && regex[end] == ')' ? end + 1
                                                                       : 0;
}

// The bytes of a quantifier at the head that admits no repetition at all.
std::size_t optional_size(std::string_view regex) {
  std::size_t size = 0;
  if (regex.starts_with('?') || regex.starts_with('*')) {
    size = 1;
  } else if (regex.starts_with("{0,")) {
    const std::size_t end = regex.find_first_not_of("0123456789", 3);
    if (end == std::string_view::npos || regex[end] != '}') return 0;
    size = end + 1;
  } else {
    return 0;
  }
  return regex.substr(size).starts_with('?') ? size + 1 : size;
}

}  // namespace

std::optional<std::string> without_optional_head(std::string_view regex) {
  const std::size_t flags = flags_size(regex);
  if (!regex.substr(flags).starts_with('[')) return std::nullopt;
  const std::size_t class_bytes = end_of_class(regex, flags) - flags;
  const std::size_t quantifier =
      optional_size(regex.substr(flags + class_bytes));
  if (quantifier == 0) return std::nullopt;
  std::string rest(regex.substr(0, flags));
  rest += regex.substr(flags + class_bytes + quantifier);
  return rest;
}

}  // namespace sluice

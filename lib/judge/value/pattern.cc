#include "judge/value/pattern.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"

namespace sluice {
namespace {

bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }

// (?: .. ), (?i)
bool has_group(std::string_view value) {
  const std::size_t at = value.find("(?");
  return at != value.npos && at + 2 < value.size() &&
         is_one_of(value[at + 2], ":=!<Pimsx") &&
         value.find(')', at) != value.npos;
}

// [a-z], [^\d]: brackets around one of the usual ranges.
bool has_class(std::string_view value) {
  for (std::size_t open = value.find('['); open != value.npos;
       open = value.find('[', open + 1)) {
    const std::size_t close = value.find(']', open + 1);
    if (close == value.npos) return false;
    const std::string_view inside = value.substr(open + 1, close - open - 1);
    for (const std::string_view range :
         {"a-z", "A-Z", "0-9", "a-f", "A-F", "1-9"})
      if (inside.find(range) != inside.npos) return true;
  }
  return false;
}

// \d+, \w{20}
bool has_repeated_escape(std::string_view value) {
  for (std::size_t at = value.find('\\');
       at != value.npos && at + 2 < value.size();
       at = value.find('\\', at + 2)) {
    const char next = value[at + 2];
    if (!is_one_of(value[at + 1], "dDwWsS")) continue;
    if (next == '+' || next == '*') return true;
    if (next == '{' && at + 3 < value.size() && is_digit(value[at + 3]))
      return true;
  }
  return false;
}

// Takes a name off the front of `rest`.
bool take_name(std::string_view* rest) {
  if (rest->empty() || is_digit(rest->front())) return false;
  std::size_t size = 0;
  while (size < rest->size() && is_ascii_word((*rest)[size])) ++size;
  rest->remove_prefix(size);
  return size > 0;
}

// [0], [-1], [*], []
bool take_index(std::string_view* rest) {
  if (!rest->starts_with('[')) return false;
  const std::size_t close = rest->find(']');
  if (close == rest->npos) return false;
  std::string_view index = rest->substr(1, close - 1);
  if (index.starts_with('-')) index.remove_prefix(1);
  if (index != "*" && !std::ranges::all_of(index, is_digit)) return false;
  rest->remove_prefix(close + 1);
  return true;
}

}  // namespace

bool is_regular_expression(std::string_view value) {
  return has_group(value) || has_class(value) || has_repeated_escape(value);
}

bool is_path_in_data(std::string_view value) {
  bool has_index = false;
  do {
    if (!take_name(&value)) return false;
    while (take_index(&value)) has_index = true;
    if (value.empty()) return has_index;
    if (!value.starts_with('.')) return false;
    value.remove_prefix(1);
  } while (true);
}

}  // namespace sluice

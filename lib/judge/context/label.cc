#include "judge/context/label.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

// The longest label.
constexpr std::size_t kReach = 100;

// Returns the size of the label that `text` begins with, or 0.
std::size_t label_size(std::string_view text,
                       const std::unordered_set<std::string_view>& rules) {
  const std::string_view head = text.substr(0, kReach);
  const std::size_t colon = head.find(':');
  if (colon == head.npos || colon + 1 >= head.size() ||
      !is_digit(head[colon + 1]))
    return 0;
  const std::size_t end =
      std::min(head.find_first_not_of("0123456789", colon + 1), head.size());
  const char closes = head.front() == '[' ? ']' : ')';
  return end < head.size() && head[end] == closes &&
                 rules.contains(head.substr(1, colon - 1))
             ? end + 1
             : 0;
}

}  // namespace

bool touches_label(std::string_view text, std::size_t begin, std::size_t end,
                   const std::unordered_set<std::string_view>& rules) {
  const std::string_view head = text.substr(0, end);
  for (std::size_t at =
           head.find_first_of("[(", begin - std::min(begin, kReach));
       at != head.npos; at = head.find_first_of("[(", at + 1)) {
    const std::size_t size = label_size(text.substr(at), rules);
    if (size != 0 && at + size > begin) return true;
  }
  return false;
}

}  // namespace sluice

#include "judge/context/label.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "text/ascii.h"

namespace sluice {
namespace {

// The longest label.
constexpr std::size_t kReach = 100;

struct Label {
  // Of "[rule-id:1]".
  std::size_t begin, end;
};

// The label whose colon is at `colon`, if there is one.
std::optional<Label> label_around(
    std::string_view text, std::size_t colon,
    const std::unordered_set<std::string_view>& rules) {
  std::size_t end = colon + 1;
  while (end < text.size() && end - colon < kReach && is_digit(text[end]))
    ++end;
  if (end == colon + 1 || end == text.size()) return std::nullopt;
  if (text[end] != ']' && text[end] != ')') return std::nullopt;
  const std::size_t from = colon - std::min(colon, kReach);
  const std::string_view head = text.substr(from, colon - from);
  const std::size_t open = head.rfind(text[end] == ']' ? '[' : '(');
  if (open == head.npos || !rules.contains(head.substr(open + 1)))
    return std::nullopt;
  return Label{from + open, end + 1};
}

}  // namespace

// By the colon, because brackets are frequent before a value.
bool touches_label(std::string_view text, std::size_t begin, std::size_t end,
                   const std::unordered_set<std::string_view>& rules) {
  const std::string_view near =
      text.substr(0, std::min(end + kReach, text.size()));
  for (std::size_t colon = near.find(':', begin - std::min(begin, kReach));
       colon != near.npos; colon = near.find(':', colon + 1)) {
    const auto label = label_around(near, colon, rules);
    if (label && label->begin < end && label->end > begin) return true;
  }
  return false;
}

}  // namespace sluice

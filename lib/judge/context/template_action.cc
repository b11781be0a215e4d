#include "judge/context/template_action.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/ascii.h"

namespace sluice {
namespace {

struct Brackets {
  std::string_view open, close;
};
constexpr std::array<Brackets, 3> kBrackets = {
    {{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}}};

// {{ name: "v": a colon, and no := after it.
bool is_object(std::string_view action) {
  const std::size_t colon = action.find(':');
  return colon != action.npos &&
         (colon + 1 == action.size() || action[colon + 1] != '=');
}

// Returns whether `action`, the text behind the opening bracket, may be one.
bool begins_action(std::string_view action) {
  if (action.empty()) return false;
  const char c = action.front();
  return is_letter(c) || c == '-' || c == ' ' || c == '.' || c == '$' ||
         c == '=' || c == '~';
}

}  // namespace

bool in_template_action(std::string_view before) {
  return std::ranges::any_of(kBrackets, [&](const Brackets& one) {
    // Most lines have no bracket of a template. rfind() compares at each byte.
    if (before.find(one.open) == before.npos) return false;
    const std::size_t open = before.rfind(one.open);
    const std::string_view action = before.substr(open + one.open.size());
    return action.find(one.close) == action.npos && begins_action(action) &&
           !is_object(action);
  });
}

}  // namespace sluice

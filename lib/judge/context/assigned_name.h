// What stands around a value: the name that it is assigned to, and the lines
// above it.
// Thread-safety: pure functions. Cost: no allocation; nothing beyond
// kNameReach bytes before the name is looked at, so that the answer does not
// depend on how a file is cut into views.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "judge/context/name_words.h"

namespace sluice {

inline constexpr std::size_t kNameReach = 2048;
// Longer lines above are passed over, and no more of a line before a name is
// looked at.
inline constexpr std::size_t kLineReach = 200;
inline constexpr std::size_t kLinesAbove = 3;
inline constexpr std::size_t kLongestName = 80;

// The name before the value that begins at `value`: NAME=v, "name": v,
// name => 'v', f("name", "v"), <name>v, name="x" value="v", Name: Bearer v.
// Blanks, or the parenthesis of a call, will do: name v, name("v"); behind a
// word of secrecy, a dash: larkfield-private-v, key - 'v'. Behind blanks, and
// if it says nothing of a secret itself, the words before are taken in:
// larkfield ACCESS v. It begins with a letter, digit or underscore. Nothing if
// there is none.
std::optional<TextSpan> assigned_name(std::string_view text, std::size_t value);

// The lines above the line on which `name` begins, from the nearest on, that
// may say whose a credential is. A line that is indented deeper than the least
// indented one so far is inside a sibling, and not among them. Once a less
// indented line was met, a parent, another must be less indented still, or a
// comment. The head of a section, [..], is the last.
struct LinesAbove {
  std::array<std::string_view, kLinesAbove> lines;
  std::array<std::size_t, kLinesAbove> distance;  // 1: directly above
  std::size_t count = 0;
};
LinesAbove lines_above(std::string_view text, std::size_t name);

}  // namespace sluice

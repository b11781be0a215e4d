// The surroundings of a value: the name that it is assigned to, and the lines
// above it.
// Thread-safety: pure functions.
// Cost: no allocation. Only kNameReach bytes before the name are read, so that
// the result does not depend on how a file is cut into views.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "judge/context/name_words.h"

namespace sluice {

inline constexpr std::size_t kNameReach = 2048;
// Longer lines above are passed over, and at most this much of a line before a
// name is read.
inline constexpr std::size_t kLineReach = 200;
inline constexpr std::size_t kLinesAbove = 3;
inline constexpr std::size_t kLongestName = 80;

// Returns the name before the value that begins at `value`: NAME=v, "name": v,
// name => 'v', f("name", "v"), <name>v, name="x" value="v", Name: Bearer v.
// Blanks, or the parenthesis of a call, are enough: name v, name("v"). After a
// word of secrecy, a dash is enough: larkfield-private-v, key - 'v'. After
// blanks, if the name itself does not mean a secret, it includes the words
// before: larkfield ACCESS v. A name begins with a letter, digit or underscore.
// Returns nothing if there is none.
std::optional<TextSpan> assigned_name(std::string_view text, std::size_t value);

// The lines above the line on which `name` begins, from the nearest on, that
// may say whose a credential is. A line that is indented more than the least
// indented one so far belongs to a sibling and is not included. Once a less
// indented line was met (a parent), each further line must be indented still
// less, or be a comment. The head of a section, [..], is the last line.
struct LinesAbove {
  std::array<std::string_view, kLinesAbove> lines;
  std::array<std::size_t, kLinesAbove> distance;  // 1 is directly above
  std::size_t count = 0;
};
LinesAbove lines_above(std::string_view text, std::size_t name);

}  // namespace sluice

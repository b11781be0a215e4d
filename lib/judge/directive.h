// Comments in a file that allow a secret to stand there: ours, and those of
// other scanners, so that a project keeps the ones it has.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// How far from a match a directive is looked for on its line, in bytes: a
// bound, so that the answer does not depend on how a file is cut into views.
inline constexpr std::size_t kDirectiveReach = 1024;

// The line or lines that text[begin, end) stands on, without the final line
// end, cut to kDirectiveReach bytes on either side.
std::string_view lines_around(std::string_view text, std::size_t begin,
                              std::size_t end);

// Whether a directive allows what stands at text[begin, end): on the same
// lines, or a "next line" directive on the line before.
bool is_allowed(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace sluice

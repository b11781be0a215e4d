// What the comments that begin or end a block of allowed secrets have in common
// (judge/allow/directive.h). The engine looks for them with its literals: a
// search of their own of every byte took 4 % of a scan's processor time.
#pragma once

#include <string_view>

namespace sluice {

inline constexpr std::string_view kBlockMarks[] = {"sluice:allow-",
                                                   "secretlint-"};

}  // namespace sluice

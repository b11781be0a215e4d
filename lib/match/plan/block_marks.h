// The common parts of comments that begin or end a block of allowed secrets
// (judge/allow/directive.h). The engine searches for them with its literals: a
// separate search of every byte took 4 % of a scan's processor time.
#pragma once

#include <string_view>

namespace sluice {

inline constexpr std::string_view kBlockMarks[] = {"sluice:allow-",
                                                   "secretlint-"};

}  // namespace sluice

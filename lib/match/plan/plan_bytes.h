// A plan as bytes, so that the build makes the plan of the default rules.
// Making it takes longer than everything else that the program does at its
// start.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "match/plan/plan.h"

namespace sluice {

std::string serialize_plan(const MatchPlan& plan);

// `bytes` are what serialize_plan() returned, in the same build, for a plan of
// so many rules. Returns nothing if they cannot be that.
std::optional<MatchPlan> deserialize_plan(std::string_view bytes,
                                          std::size_t rules);

}  // namespace sluice

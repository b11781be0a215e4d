// Which finding stands where several rules claim the same bytes.
// Thread-safety: a pure function.
#pragma once

#include "finding/finding.h"

namespace sluice {

// Puts the findings of one file in the order of their place, then rule id, and
// moves those without a provider whose secret shares a byte with that of a
// provider's rule to `covered`: the specific rule says more.
void settle_overlaps(FileReport* report);

}  // namespace sluice

// Which finding stands where several rules claim the same bytes.
// Thread-safety: a pure function.
#pragma once

#include <vector>

#include "finding/finding.h"

namespace sluice {

// Puts the findings of one file in the order of their place, then rule id, and
// drops those without a provider whose secret shares a byte with that of a
// provider's rule: the specific rule says more.
void settle_overlaps(std::vector<Finding>* findings);

}  // namespace sluice

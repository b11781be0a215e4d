// Decides the confidence of a finding. Nothing else does.
// Thread-safety: a pure function. Cost: some nanoseconds.
#pragma once

#include "finding/evidence.h"
#include "rules/rule.h"

namespace sluice {

// `stated` is the confidence that the rule states. No finding gets a higher
// one, unless a check proves it.
Confidence confidence_of(const Evidence& evidence, Confidence stated);

}  // namespace sluice

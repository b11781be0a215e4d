// How sure a finding is: the one place where a confidence is decided.
// Thread-safety: a pure function. Cost: some nanoseconds.
#pragma once

#include "finding/evidence.h"
#include "rules/rule.h"

namespace sluice {

// `stated` is what the rule says of its findings: no finding is surer, unless a
// check proves it.
Confidence confidence_of(const Evidence& evidence, Confidence stated);

}  // namespace sluice

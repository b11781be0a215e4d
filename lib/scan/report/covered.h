// Finds the finding that replaces one that settle_overlaps() removed.
// Thread-safety: a pure function.
#pragma once

#include "finding/finding.h"

namespace sluice {

// Appends the findings in `covered` to `dropped`, each with the rule that
// covers it. `findings` are those that settle_overlaps() left. n findings and m
// covered ones cost m log n.
void explain_covered(FileReport* report);

}  // namespace sluice

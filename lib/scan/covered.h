// Which finding stands for one that settle_overlaps() took away.
// Thread-safety: a pure function.
#pragma once

#include "finding/finding.h"

namespace sluice {

// Appends what is in `covered` to `dropped`, each with the rule that says more
// of its place. `findings` are as settle_overlaps() left them. n findings and m
// covered ones cost m log n.
void explain_covered(FileReport* report);

}  // namespace sluice

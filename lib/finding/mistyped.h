// Of findings below the confidence asked for, those that look like a miss to a
// person who tries the program with a made-up token: tokens of a vendor's own
// form whose checksum is wrong. The coverage names them.
// Thread-safety: pure functions.
#pragma once

#include "finding/finding.h"

namespace sluice {

bool is_mistyped(const Finding& finding);

// Keeps its place in `*report`, as FileReport::mistyped has it.
void keep_mistyped(const Finding& finding, FileReport* report);

// Adds those of a report, or of a part of one.
void add_mistyped(const FileReport& report, MistypedTokens* tokens);

}  // namespace sluice

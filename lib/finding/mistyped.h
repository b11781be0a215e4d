// Tokens of a vendor's own form with a wrong checksum, below the requested
// confidence. The coverage names them, because a person who tries the program
// with a made-up token would take them for a miss.
// Thread-safety: pure functions.
#pragma once

#include "finding/finding.h"

namespace sluice {

bool is_mistyped(const Finding& finding);

// Keeps its place in `*report`, in FileReport::mistyped.
void keep_mistyped(const Finding& finding, FileReport* report);

// Adds those of a report, or of a part of one.
void add_mistyped(const FileReport& report, MistypedTokens* tokens);

}  // namespace sluice

// The expressions of betterleaks' configurations (rules/config.h), with their
// patterns: `filter`, `prefilter` and `tokenEfficiency`. If an expression fails
// for a finding or a file, the finding or file stays, as in betterleaks.
// Thread-safety: immutable.
#pragma once

#include "rules/expression.h"

namespace sluice {

// The language, for ConfigSurroundings::expressions.
const ExpressionLanguage& betterleaks_expressions();

}  // namespace sluice

// Writes leaks by a template in the language of Go's text/template, like
// gitleaks' --report-template.
// Thread-safety: a pure function except for the output.
#pragma once

#include "gitleaks/report/formats.h"
#include "gitleaks/template/tree.h"

namespace sluice {

// The dot is the list of leaks. Errors: kUsage, "FILE:LINE: why", and nothing
// is written then; those of the output.
Result<void> write_leaks_by_template(const go_template::Template& parsed,
                                     Leaks leaks, const RuleSet& rules,
                                     Output& out);

}  // namespace sluice

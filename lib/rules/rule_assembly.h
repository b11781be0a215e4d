// Turns drafts into the rules of a set: resolves the ids that they name, makes
// the checks that need all rules, and derives the shape of the patterns.
// Thread-safety: for one thread.
#pragma once

#include <memory>

#include "base/error.h"
#include "rules/rule_file.h"
#include "rules/rule_storage.h"

namespace sluice {

// Fills `storage->rules` and `origins` from a file and all that it extends.
// With `defaults_extended`, rules that only change one of gitleaks' default
// rules, which the default rules here may lack, are left out with a warning.
// Error: kConfig, "name:line: why", with the rule's name.
Result<void> assemble(RuleFile file, const RuleReading& reading,
                      bool defaults_extended);

}  // namespace sluice

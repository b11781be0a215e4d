// Rules that a configuration cannot weaken, because an organisation's policy
// requires them: each is in the set as the default rules have it, and no
// allowlist or filter of the configuration applies to it.
// Thread-safety: pure function. Ownership: drafts refer to texts of their sets.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rules/rule_file.h"

namespace sluice {

// Makes the rules `ids` in `file` those of `defaults`. `file` is a whole
// configuration: everything that it extends is merged into it. Allowlists and
// filters for all rules then name the other rules; a prefilter, which would
// exclude files for all rules, is removed. No other rule of the configuration
// is more specific. Ids that `defaults` lacks are left out. Returns a sentence
// for each kind of thing that no longer counts; its first word is the name of
// the file.
std::vector<std::string> keep_mandatory(RuleFile* file,
                                        const RuleFile& defaults,
                                        std::span<const std::string> ids);

}  // namespace sluice

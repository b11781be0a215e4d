// `[[revoke]]` of a rule file: where credentials are revoked that its rules find,
// and what to do first.
//
//   [[revoke]]
//   provider = "larkfield"
//   url = "https://larkfield.example/keys"
//   steps = "Make a new key, move the servers to it, then delete the old one."
//   source = "https://larkfield.example/docs/keys"
//
// It is about all rules of the provider; those that another entry names in
// `rules`, instead of a provider, have that one.
// Thread-safety: for one thread. Ownership: texts live in the storage that the
// file was read into.
#pragma once

#include <vector>

#include "base/error.h"
#include "rules/rule_file.h"
#include "rules/rule_set.h"

namespace sluice {

// Error: kConfig, "name:line: why".
Result<std::vector<RevocationDraft>> read_revocations(
    const RuleReading& reading, const TableReader& file);

// Gives the rules and families of `file` what its entries say of them, and
// empties the list of these. The rules of `kept` keep what is said of them: the
// default ones, if the file is foreign, whose author would else send the user to
// an address of his own. An entry about such rules alone is warned of. Error:
// kConfig; an entry is about no rule.
Result<void> assign_revocations(RuleFile& file, RuleStorage& storage,
                                const RuleSet* kept = nullptr);

}  // namespace sluice

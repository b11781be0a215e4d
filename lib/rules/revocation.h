// `[[revoke]]` of a rule file: where credentials are revoked that its rules
// find, and what to do first.
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

// Assigns the entries of `file` to its rules and families, and empties the list
// of entries. The rules of `kept` keep their revocations: if the file is
// foreign, these are the default rules, because its author could otherwise send
// the user to an address of his own. An entry that is only about such rules
// causes a warning. Error: kConfig if an entry matches no rule.
Result<void> assign_revocations(RuleFile& file, RuleStorage& storage,
                                const RuleSet* kept = nullptr);

}  // namespace sluice

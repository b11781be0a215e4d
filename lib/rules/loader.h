// Rules from TOML: a subset of gitleaks' schema, with keys of our own.
//
// Top level: title, description (both ignored), [[rules]], [[allowlists]] or
// [allowlist] (for every rule, or for those that targetRules names).
// A rule: id, description, regex, path, secretGroup, entropy, keywords, tags,
// [[rules.allowlists]] or [rules.allowlist]; ours: provider, confidence,
// checksum, min_digits, examples, negative_examples, example_path, references.
// An allowlist: description, condition, regexTarget, regexes, paths, stopwords.
// Keys may be in any case, as in gitleaks; any other key is an error.
//
// Patterns are not compiled here; who compiles one reports it with
// RuleSet::origin.
//
// Thread-safety: pure function.
#pragma once

#include <span>
#include <string>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

struct RuleSource {
  std::string name;  // for messages: a path, as the user gave it
  std::string text;
};

// The rules of all sources, in order; global allowlists reach the rules of
// every source. Errors: kConfig, "name:line: why", naming the rule.
Result<RuleSet> load_rules(std::span<const RuleSource> sources);

}  // namespace sluice

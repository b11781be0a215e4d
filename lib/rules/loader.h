// Reads rules from TOML files of our own making: a superset of gitleaks'
// schema, read strictly. rules/config.h reads the configuration that a user
// brings.
//
// Top level: title, description (both ignored), [[rules]], [[families]],
// [[revoke]], [[allowlists]] or [allowlist] (for every rule, or for those that
// targetRules names).
// A rule: id, description, regex, path, secretGroup, entropy, keywords, tags,
// skipReport, [[rules.required]] (id, withinLines, withinColumns),
// [[rules.allowlists]] or [rules.allowlist]; ours: provider, confidence,
// checksum (one of kCheckNames in rules/rule.h), min_digits, plausible (true
// unless given), families, examples, negative_examples, example_path,
// references.
// A family (rules/family.h): id, description, provider, names, words, values
// (tables of alphabet and lengths, or min and max), near (lines unless given),
// confidence, references, tags, examples, negative_examples. Only id, description,
// provider, names and values are required.
// An allowlist: description, condition, regexTarget, regexes, paths, stopwords,
// commits.
// Keys may be in any case, as in gitleaks; any other key is an error.
//
// Patterns are in Go's syntax (regex/go_syntax.h). They are not compiled here;
// the code that compiles one reports its errors with RuleSet::origin.
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

// Returns the rules of all sources, in order. Global allowlists apply to the
// rules of every source and are copied into each rule
// (RuleSet::global_allowlists() is empty).
// Errors: kConfig, "name:line: why", with the rule's name.
Result<RuleSet> load_rules(std::span<const RuleSource> sources);

}  // namespace sluice

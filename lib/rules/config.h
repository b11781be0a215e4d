// A configuration: rules that a user brings, written for gitleaks or for us. It
// is read as gitleaks 8.30 reads it (weak types, keys in any case, the older
// spellings). The keys of rules/loader.h and of betterleaks are allowed as
// well.
//
// A file is in betterleaks' dialect if it has one of the keys that gitleaks
// lacks: `prefilter`, `filter`, `betterleaksMinVersion`, or in a rule `filter`,
// `components`, `valueGroup`, `specificity`, `tokenEfficiency`, `validate`,
// `analyze`, `revoke`. Then, as in betterleaks 2.0:
// - Of several findings on a line whose secrets contain each other, those of
//   the most specific rule stay. Components are findings of their own
//   (judge/components.h). gitleaks looks for "generic" in the id instead.
// - A rule that is written again replaces the one that is extended.
// - `minVersion` is betterleaks', unless `betterleaksMinVersion` is given.
// - An expression's patterns and words are compiled before a scan. It can fail
//   only at values that were not known before
//   (compat/betterleaks/expr/evaluate.h).
// Findings of rules in either dialect are judged as gitleaks judges them.
// `validate`, `analyze` and `revoke` are left out with one warning.
//
// Some things that gitleaks ignores in silence are warnings here: unknown keys,
// rules with the same id (the last counts), allowlists without effect, a
// `minVersion` newer than the one that is known here.
//
// The table [extend] has `path` (relative to the process's working directory)
// or `useDefault`, but not both, and `disabledRules`; `url` is ignored with a
// warning. Files nest to a depth of two, and an [extend] below that is ignored
// with a warning, as in gitleaks. A file that leads back to itself is an error.
// Unlike in gitleaks, `useDefault` means OUR default rules, because gitleaks'
// rules are not part of this program. So a rule without a pattern that changes
// one of gitleaks' default rules may have nothing to change: it is left out
// with a warning.
//
// A configuration's rule is judged as gitleaks judges (Rule::plausible is
// false) unless it says `plausible = true`. A rule that changes a default rule
// keeps the default rule's setting.
//
// A table [scan] holds settings of the program, which apps/sluice reads. A file
// with neither rules nor [extend], even an empty one, uses the default rules,
// as with `useDefault`. An extended file does so only if it has such a table or
// allowlists.
//
// Thread-safety: pure except for the functions that it is given.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/loader.h"
#include "rules/rule_file.h"
#include "rules/rule_set.h"
#include "rules/toml_read.h"

namespace sluice {

// The most rules of a configuration that comes from the scanned tree.
inline constexpr std::size_t kMaxForeignRules = 5'000;

// The functions of the program that load_config() calls.
struct ConfigSurroundings {
  // Returns the text of a file that is extended. The error's message has the
  // reason, without the path.
  std::function<Result<std::string>(const std::string& path)> read;
  // pattern_error() of match/pattern.h. load_config() calls it for every
  // pattern, so check_patterns() is not needed afterwards.
  PatternError pattern_error;
  RuleSet default_rules;
  // Parses expressions. Null if the program is built without compat/: a
  // configuration with an expression is then an error.
  const ExpressionLanguage* expressions = nullptr;
  // Whether the configuration comes from the scanned tree. Then its
  // `[[revoke]]` applies only to its own rules, it has at most
  // kMaxForeignRules, and RuleStorage::foreign is set.
  bool foreign = false;
  // The parsed source, if it was read before (rules/toml_read.h). May be null;
  // then load_config() parses the source.
  const TomlValue* toml = nullptr;
  // Ids of default rules that stay in the set as they are, whatever the
  // configuration says (rules/mandatory_rules.h).
  std::span<const std::string> mandatory = {};
};

struct LoadedConfig {
  RuleSet rules;
  std::vector<std::string> warnings;  // "name:line: ..."
  // A sentence for each thing that it says about mandatory rules and that does
  // not count: ".sluice.toml changes the rule github-pat".
  std::vector<std::string> refused;
};

// Errors: kConfig, one line, "name:line: why"; a configuration without a rule
// is one.
Result<LoadedConfig> load_config(const RuleSource& source,
                                 const ConfigSurroundings& surroundings);

}  // namespace sluice

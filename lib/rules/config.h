// A configuration: rules that a user brings, for gitleaks or for us. It is read
// as gitleaks 8.30 reads it (weak types, keys in any case, the older
// spellings), with the keys of rules/loader.h and of betterleaks besides.
//
// A file is of betterleaks' dialect if it has one of the keys that gitleaks has
// not: `prefilter`, `filter`, `betterleaksMinVersion`, or of a rule `filter`,
// `components`, `valueGroup`, `specificity`, `tokenEfficiency`, `validate`,
// `analyze`, `revoke`. Then, as in betterleaks 2.0:
//   - of several findings on a line whose secrets hold each other those of the
//     most specific rule stay, and components stand for themselves
//     (judge/components.h), where gitleaks looks for "generic" in the id;
//   - a rule that is written again replaces the one that is extended;
//   - `minVersion` is betterleaks', unless `betterleaksMinVersion` is given;
//   - an expression's patterns and words are compiled before a scan, and it can
//     only fail at what is not known before (expr/evaluate.h).
// What is judged by a rule of either dialect is judged as gitleaks judges.
// `validate`, `analyze` and `revoke` are left out with one warning.
//
// What gitleaks passes over in silence is a warning here: unknown keys, rules
// of one id (the last counts), allowlists without effect, a `minVersion` newer
// than the one that is known here.
//
// [extend]: `path`, from the process's working directory, and `useDefault`
// (not both), `disabledRules`; `url` is ignored with a warning. Files nest to a
// depth of two, and an [extend] below that is ignored with a warning, as in
// gitleaks; a file that leads back to itself is an error.
// Unlike in gitleaks, `useDefault` stands for OUR default rules, for gitleaks'
// are not part of this program. So a rule without a pattern that changes one of
// gitleaks' default rules may have nothing to change: it is left out with a
// warning.
//
// A configuration's rule is judged as gitleaks judges (Rule::plausible is
// false) unless it says `plausible = true`; one that changes a default rule
// leaves it as it is.
//
// A table [scan] holds settings of the program, which apps/sluice reads. A file
// with neither rules nor [extend], be it empty, is about the default rules, as
// with `useDefault`; one that is extended only if it has such a table or
// allowlists.
//
// Thread-safety: pure but for the functions that it is given.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/loader.h"
#include "rules/rule_file.h"
#include "rules/rule_set.h"
#include "rules/toml_read.h"

namespace sluice {

// Rules of a configuration that belongs to what is scanned.
inline constexpr std::size_t kMaxForeignRules = 5'000;

// What loading a configuration needs of the rest of the program.
struct ConfigSurroundings {
  // The text of a file that is extended; the error's message says why not,
  // without the path.
  std::function<Result<std::string>(const std::string& path)> read;
  // pattern_error() of match/pattern.h. Every pattern is put to it, so that
  // check_patterns() is not needed for what load_config() gives.
  PatternError pattern_error;
  RuleSet default_rules;
  // Whether the configuration belongs to what is scanned: then its `[[revoke]]`
  // is about rules of its own alone, it has at most kMaxForeignRules, and
  // RuleStorage::foreign is set.
  bool foreign = false;
  // The source, where it is read already (rules/toml_read.h); null: it is read
  // here.
  const TomlValue* toml = nullptr;
};

struct LoadedConfig {
  RuleSet rules;
  std::vector<std::string> warnings;  // "name:line: ..."
};

// Errors: kConfig, one line, "name:line: why"; a configuration without a rule
// is one.
Result<LoadedConfig> load_config(const RuleSource& source,
                                 const ConfigSurroundings& surroundings);

}  // namespace sluice

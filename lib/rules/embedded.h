// The default rules, which apps/rulec turns into constant data at build time
// (rules/meson.build): nothing is parsed or compiled at start.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/rule.h"

namespace sluice {

std::span<const Rule> embedded_rules();

// The families of the same files.
std::span<const Rule> embedded_families();

// The SHA-256 of the rule files' text, in hexadecimal.
std::string_view embedded_rules_sha256();

// The files themselves, in their order. They include the parts that the tables
// above leave out, such as examples. Only the commands about rules read them.
struct EmbeddedFile {
  std::string_view name;    // "rules/github.toml"
  std::string_view packed;  // its text: embedded_text()
};
std::span<const EmbeddedFile> embedded_rule_files();

// The result of serialize_literals() (match/plan/plan_search.h) for the
// rules.
std::string_view embedded_literals();

// The result of serialize_text_literals()
// (compat/gitleaks/match/text_matcher.h) for them. Empty if the program is
// built without compat/.
std::string_view embedded_text_literals();

// Returns the text of a rule file as the program holds it: compressed
// (base/packed.h), with its bytes changed. LZ4 leaves as it is what does not
// repeat, so the examples of rules would be secrets to every scanner that reads
// the program.
std::string embed_text(std::string_view text);

// Nothing if `embedded` is not what embed_text() gave.
std::optional<std::string> embedded_text(std::string_view embedded);

}  // namespace sluice

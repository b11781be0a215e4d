// The default rules, which apps/rulec turns into constant data at build time
// (rules/meson.build): nothing is parsed or compiled at start.
#pragma once

#include <span>
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
  std::string_view packed;  // its text: rules/embedded_text.h
};
std::span<const EmbeddedFile> embedded_rule_files();

// The result of serialize_literals() (match/plan/literal_search.h) for the
// rules.
std::string_view embedded_literals();

// And serialize_text_literals() (match/text_matcher.h).
std::string_view embedded_text_literals();

}  // namespace sluice

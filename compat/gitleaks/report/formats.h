// Writes leaks in the formats of gitleaks, byte for byte.
// Thread-safety: pure functions except for the output. Errors: those of the
// output; nothing is flushed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gitleaks/detector/finding.h"
#include "report/formats/formats.h"
#include "report/output/output.h"
#include "rules/rule_set.h"

namespace sluice {

using Leaks = std::span<const GitleaksFinding>;

// A report of sluice itself as gitleaks' JSON (our_findings.cc).
MakeReport gitleaks_report;

Result<void> write_leaks_json(Leaks leaks, const RuleSet& rules, Output& out);

// Nothing at all without leaks.
Result<void> write_leaks_csv(Leaks leaks, const RuleSet& rules, Output& out);

Result<void> write_leaks_junit(Leaks leaks, const RuleSet& rules, Output& out);

Result<void> write_leaks_sarif(Leaks leaks, const RuleSet& rules, Output& out);

// For people, as with -v.
enum class GitleaksColor { kMatchAlone, kContext, kContextInColor };
Result<void> write_leaks_text(Leaks leaks, const RuleSet& rules,
                              GitleaksColor color, Output& out);

// The one object of a leak in JSON. Its lines, except the first, begin with
// `indent`, and with `step` more for each level.
std::string leak_json(const GitleaksFinding& leak, const Rule& rule,
                      std::string_view indent, std::string_view step);

// `before` and "at commit ID"; empty for a leak without a commit.
std::string at_commit(const GitleaksFinding& leak, std::string_view before);

// The rule's tags and those of decoding.
std::vector<std::string_view> tags_of(const GitleaksFinding& leak,
                                      const Rule& rule);

}  // namespace sluice

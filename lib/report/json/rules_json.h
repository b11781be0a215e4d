// Rules as JSON:
//
//   {"schema": "sluice-rules/1", "tool": {..}, "rules": [
//     {"id", "kind": "rule"|"path"|"helper"|"family", "description",
//      "provider", "confidence", "tags", and in full:
//      "origin", "regex", "path", "secret_group", "keywords", "entropy",
//      "min_digits", "checksum", "value", "plausible", "skip_report",
//      "families", "required", "filters", "filters_for_all", "prefilters",
//      "allowlists", "references",
//      "anchors", "max_width" (null if unbounded),
//      "family": {"names", "words", "values", "near"}
//      "examples", "negative_examples", "example_path"}
//   ]}
//
// Members that a rule does not have are left out, except the first six.
// Thread-safety: one thread for an output. Errors: those of the output.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "finding/sink.h"
#include "report/output/output.h"
#include "rules/rule_entry.h"
#include "rules/rule_set.h"

namespace sluice {

enum class RuleDetail : std::uint8_t { kBrief, kFull };

// An example of a rule as it is to be shown.
using ShownExample =
    std::function<std::string(const Rule& rule, std::string_view text)>;

// `entries` belong to `rules`. `shown` converts each example; null keeps it.
Result<void> write_rules_json(Output& output, const ToolInfo& tool,
                              const RuleSet& rules,
                              std::span<const RuleEntry> entries,
                              RuleDetail detail,
                              const ShownExample& shown = nullptr);

}  // namespace sluice

// The parts of the schema "sluice/1" (docs/sluice-1.schema.json), which the
// formats json and jsonl put together in different ways. Findings are in
// report/json/finding_text.h.
// Thread-safety: pure functions.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "finding/finding.h"
#include "finding/sink.h"
#include "report/shown/found.h"
#include "report/shown/options.h"

namespace sluice {

using Json = nlohmann::ordered_json;

// Returns the members before the findings: schema, tool, secrets, path_prefix.
Json head_json(const ToolInfo& tool, const ReportOptions& options);

// Returns the facts of a rule about revoking (Rule::revocation).
Json revocation_json(const Revocation& facts);

Json dropped_json(const ShownFile& file, const ShownDropped& shown);

Json incomplete_json(const Incomplete& item);

Json mistyped_json(const MistypedToken& token);

Json commit_json(const Commit& commit, std::string_view where);

// Returns the counts: in all, by confidence, rule, provider and directory.
Json summary_json(const FoundTotals& found, const Coverage& coverage);

Json coverage_json(const Coverage& coverage);

}  // namespace sluice

#include <fmt/core.h>

#include "gitleaks/go/text.h"
#include "gitleaks/report/formats.h"

namespace sluice {
namespace {

constexpr std::string_view kHead = R"({
 "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "version": "2.1.0",
 "runs": [
  {
   "tool": {
    "driver": {
     "name": "gitleaks",
     "semanticVersion": "v8.0.0",
     "informationUri": "https://github.com/gitleaks/gitleaks",
     "rules": [)";

std::string rule_object(const Rule& rule) {
  return fmt::format(R"(
      {{
       "id": {},
       "shortDescription": {{
        "text": {}
       }}
      }})",
                     go_json_string(rule.id), go_json_string(rule.description));
}

std::string tag_list(const GitleaksFinding& leak, const Rule& rule) {
  std::string tags;
  for (const std::string_view tag : tags_of(leak, rule))
    tags += fmt::format("{}\n       {}", tags.empty() ? "" : ",",
                        go_json_string(tag));
  return tags.empty() ? "[]" : "[" + tags + "\n      ]";
}

std::string result_object(const GitleaksFinding& leak, const Rule& rule) {
  const Commit commit = leak.commit ? *leak.commit : Commit();
  return fmt::format(
      R"(
    {{
     "message": {{
      "text": {}
     }},
     "ruleId": {},
     "locations": [
      {{
       "physicalLocation": {{
        "artifactLocation": {{
         "uri": {}
        }},
        "region": {{
         "startLine": {},
         "startColumn": {},
         "endLine": {},
         "endColumn": {},
         "snippet": {{
          "text": {}
         }}
        }}
       }}
      }}
     ],
     "partialFingerprints": {{
      "commitSha": {},
      "email": {},
      "author": {},
      "date": {},
      "commitMessage": {}
     }},
     "properties": {{
      "tags": {}
     }}
    }})",
      go_json_string(fmt::format("{} has detected secret for file {}{}.",
                                 rule.id, leak.file, at_commit(leak, " "))),
      go_json_string(rule.id),
      go_json_string(leak.symlink.empty() ? leak.file : leak.symlink),
      leak.start_line, leak.start_column, leak.end_line, leak.end_column,
      go_json_string(leak.secret), go_json_string(commit.id),
      go_json_string(commit.email), go_json_string(commit.author),
      go_json_string(commit.date), go_json_string(commit.message),
      tag_list(leak, rule));
}

}  // namespace

Result<void> write_leaks_sarif(Leaks leaks, const RuleSet& rules, Output& out) {
  SLUICE_TRY(out.write(kHead));
  bool first = true;
  for (const Rule& rule : rules.rules()) {
    SLUICE_TRY(out.write((first ? "" : ",") + rule_object(rule)));
    first = false;
  }
  SLUICE_TRY(out.write(rules.rules().empty() ? "]" : "\n     ]"));
  SLUICE_TRY(out.write("\n    }\n   },\n   \"results\": ["));
  first = true;
  for (const GitleaksFinding& leak : leaks) {
    SLUICE_TRY(out.write((first ? "" : ",") +
                         result_object(leak, rules.rules()[leak.rule])));
    first = false;
  }
  return out.write(leaks.empty() ? "]\n  }\n ]\n}\n" : "\n   ]\n  }\n ]\n}\n");
}

}  // namespace sluice

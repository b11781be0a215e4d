#include "report/json/rules_json.h"
#include "report/json/finding_json.h"

#include <nlohmann/json.hpp>

#include "report/json/json_text.h"
#include "rules/family.h"
#include "text/escape.h"

namespace sluice {
namespace {

Json text_json(std::string_view text) { return escape_invalid_utf8(text); }

template <typename Texts>
Json list_json(const Texts& texts) {
  Json list = Json::array();
  for (const auto& text : texts) list.push_back(text_json(text));
  return list;
}

void add_text(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = text_json(text);
}

void add_list(Json& json, const char* key,
              std::span<const std::string_view> texts) {
  if (!texts.empty()) json[key] = list_json(texts);
}

Json allowlist_json(const Allowlist& list) {
  Json json = Json::object();
  add_text(json, "description", list.description);
  json["condition"] = list.all ? "AND" : "OR";
  json["regex_target"] = name_of(list.target);
  add_list(json, "regexes", list.regexes);
  add_list(json, "stopwords", list.stopwords);
  add_list(json, "paths", list.paths);
  add_list(json, "commits", list.commits);
  return json;
}

Json required_json(const RequiredRule& required, const RuleSet& rules) {
  Json json = {{"id", text_json(rules.rules()[required.rule].id)}};
  if (required.within_lines != kAnyDistance)
    json["within_lines"] = required.within_lines;
  if (required.within_columns != kAnyDistance)
    json["within_columns"] = required.within_columns;
  return json;
}

Json value_json(const FamilyValue& value) {
  Json json = {{"alphabet", facts_of(value.alphabet).name}};
  if (!value.lengths.empty()) {
    json["lengths"] = value.lengths;
  } else {
    json["min"] = value.min;
    json["max"] = value.max;
  }
  return json;
}

Json family_json(const Family& family) {
  Json values = Json::array();
  for (const FamilyValue& value : family.values)
    values.push_back(value_json(value));
  return {{"names", list_json(family.names)},
          {"words", list_json(family.words)},
          {"values", std::move(values)},
          {"near", kNearNames[static_cast<std::size_t>(family.near)]}};
}

void add_pattern(Json& json, const Rule& rule) {
  add_text(json, "regex", rule.regex);
  add_text(json, "assignment", name_of(rule.assignment));
  add_text(json, "file", name_of(rule.file));
  add_text(json, "path", rule.path);
  if (rule.secret_group != 0) json["secret_group"] = rule.secret_group;
  add_list(json, "keywords", rule.keywords);
  if (rule.entropy > 0) json["entropy"] = rule.entropy;
  if (rule.min_digits != 0) json["min_digits"] = rule.min_digits;
  add_text(json, "checksum", name_of(rule.check));
  if (rule.value != ValueKind::kAny) json["value"] = name_of(rule.value);
  json["plausible"] = rule.plausible;
  if (rule.skip_report) json["skip_report"] = true;
  if (rule.families) json["families"] = true;
  if (rule.prose) json["prose"] = true;
}

void add_shape(Json& json, const Rule& rule) {
  if (!rule.looks_at_text()) return;
  Json anchors = Json::array();
  for (const Anchor& anchor : rule.anchors)
    anchors.push_back({{"text", text_json(anchor.text)},
                       {"caseless", anchor.caseless},
                       {"max_lead", anchor.max_lead}});
  json["anchors"] = std::move(anchors);
  json["max_width"] =
      rule.max_width == kUnboundedWidth ? Json() : Json(rule.max_width);
}

void add_examples(Json& json, const char* key, const Rule& rule,
                  std::span<const std::string_view> texts,
                  const ShownExample& shown) {
  if (texts.empty()) return;
  Json list = Json::array();
  for (const std::string_view text : texts)
    list.push_back(text_json(shown ? shown(rule, text) : std::string(text)));
  json[key] = std::move(list);
}

// Expressions, as they are written.
void add_sources(Json& json, const char* key,
                 std::span<const Expression* const> expressions) {
  if (expressions.empty()) return;
  Json list = Json::array();
  for (const std::string_view source : sources_of(expressions))
    list.push_back(text_json(std::string(source)));
  json[key] = std::move(list);
}

void add_details(Json& json, const RuleSet& rules, const RuleEntry& entry,
                 const ShownExample& shown) {
  const Rule& rule = *entry.rule;
  json["origin"] = text_json(entry.origin());
  if (rule.family != nullptr) {
    json["family"] = family_json(*rule.family);
  } else {
    add_pattern(json, rule);
  }
  if (!rule.required.empty()) {
    Json list = Json::array();
    for (const RequiredRule& required : rule.required)
      list.push_back(required_json(required, rules));
    json["required"] = std::move(list);
  }
  add_sources(json, "filters", rule.filters);
  add_sources(json, "filters_for_all", rules.filters());
  add_sources(json, "prefilters", rules.prefilters());
  if (!rule.allowlists.empty()) {
    Json list = Json::array();
    for (const Allowlist& allowlist : rule.allowlists)
      list.push_back(allowlist_json(allowlist));
    json["allowlists"] = std::move(list);
  }
  add_list(json, "references", rule.references);
  if (rule.revocation != nullptr)
    json["revoke"] = revocation_json(*rule.revocation);
  add_shape(json, rule);
  add_examples(json, "examples", rule, rule.examples, shown);
  add_examples(json, "negative_examples", rule, rule.negative_examples, shown);
  add_text(json, "example_path", rule.example_path);
}

}  // namespace

Result<void> write_rules_json(Output& output, const ToolInfo& tool,
                              const RuleSet& rules,
                              std::span<const RuleEntry> entries,
                              RuleDetail detail, const ShownExample& shown) {
  Json head = {{"name", "sluice"},
               {"version", text_json(tool.version)},
               {"rules", tool.policy.rules},
               {"rules_sha256", text_json(tool.rules_sha256)}};
  add_text(head, "config", tool.policy.file);
  SLUICE_TRY(output.write(
      fmt::format("{{\n  \"schema\": \"sluice-rules/1\",\n  \"tool\": {},\n"
                  "  \"rules\": [",
                  json_text(head))));
  bool any = false;
  for (const RuleEntry& entry : entries) {
    const Rule& rule = *entry.rule;
    Json json = {{"id", text_json(rule.id)},
                 {"kind", name_of(entry.kind)},
                 {"description", text_json(rule.description)},
                 {"provider", text_json(rule.provider)},
                 {"confidence", name_of(rule.confidence)},
                 {"tags", list_json(rule.tags)}};
    if (detail == RuleDetail::kFull) add_details(json, rules, entry, shown);
    SLUICE_TRY(output.write(
        fmt::format("{}\n    {}", any ? "," : "", json_text(json))));
    any = true;
  }
  return output.write(any ? "\n  ]\n}\n" : "]\n}\n");
}

}  // namespace sluice

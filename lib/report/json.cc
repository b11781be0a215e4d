#include "report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "base/check.h"
#include "finding/mask.h"
#include "report/json_text.h"
#include "text/base64.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(ChecksumVerdict verdict) {
  switch (verdict) {
    case ChecksumVerdict::kAbsent:
      return "absent";
    case ChecksumVerdict::kValid:
      return "valid";
    case ChecksumVerdict::kInvalid:
      return "invalid";
  }
  SLUICE_CHECK(false);
}

void add_bytes(Json& json, const std::string& key, std::string_view bytes) {
  json[key] = escape_invalid_utf8(bytes);
  if (!is_utf8(bytes)) json[key + "_bytes"] = base64_encode(bytes);
}

void add_path(Json& json, std::string_view path) {
  add_bytes(json, "path", path);
}

Json position(const Position& at) {
  return {{"line", at.line}, {"column", at.column}, {"byte", at.byte}};
}

Json commit_json(const Commit& commit) {
  return {{"commit", escape_invalid_utf8(commit.id)},
          {"author", escape_invalid_utf8(commit.author)},
          {"email", escape_invalid_utf8(commit.email)},
          {"date", escape_invalid_utf8(commit.date)},
          {"message", escape_invalid_utf8(commit.message)}};
}

Json finding_json(const Finding& finding, const FileReport& file,
                  const SecretSpans& secrets, const ReportOptions& options) {
  SLUICE_CHECK(finding.rule != nullptr);
  const Rule& rule = *finding.rule;
  Json json = Json::object();
  json["rule_id"] = escape_invalid_utf8(rule.id);
  json["description"] = escape_invalid_utf8(rule.description);
  if (!rule.provider.empty())
    json["provider"] = escape_invalid_utf8(rule.provider);
  json["confidence"] = name_of(finding.confidence);
  add_path(json, file.path);
  json["start"] = position(finding.start);
  json["end"] = position(finding.end);
  if (options.show_secrets) {
    json["match"] = escape_invalid_utf8(finding.match);
    json["secret"] = escape_invalid_utf8(finding.secret);
  } else {
    const auto near =
        secrets.near(finding, finding.match_byte, finding.match.size());
    json["match"] = escape_invalid_utf8(
        mask_spans(finding.match, finding.match_byte, near, MaskStyle::kShort));
    json["secret"] = mask(finding.secret);
  }
  json["entropy"] = std::round(finding.entropy * 100) / 100;
  json["checksum"] = name_of(finding.checksum);
  if (!finding.detail.empty())
    json["detail"] = escape_invalid_utf8(finding.detail);
  Json tags = Json::array();
  for (const std::string_view tag : rule.tags)
    tags.push_back(escape_invalid_utf8(tag));
  json["tags"] = std::move(tags);
  json["fingerprint"] = escape_invalid_utf8(finding.fingerprint);
  if (file.commit) json["git"] = commit_json(*file.commit);
  return json;
}

Json dropped_json(const Dropped& dropped, std::string_view path,
                  std::string_view secret) {
  const Finding& finding = dropped.finding;
  Json json = Json::object();
  json["rule_id"] = escape_invalid_utf8(finding.rule->id);
  add_path(json, path);
  json["start"] = position(finding.start);
  json["end"] = position(finding.end);
  json["secret"] = escape_invalid_utf8(secret);
  json["entropy"] = std::round(finding.entropy * 100) / 100;
  json["reason"] = dropped.reason;
  json["explanation"] = escape_invalid_utf8(dropped.why);
  return json;
}

// `items`, each on a line of its own, two deeper than `indent`; "[]" if none.
Result<void> write_list(Output& output, const std::vector<Json>& items,
                        std::string_view indent) {
  SLUICE_TRY(output.write("["));
  bool first = true;
  for (const Json& item : items) {
    SLUICE_TRY(output.write(
        fmt::format("{}\n{}  {}", first ? "" : ",", indent, json_text(item))));
    first = false;
  }
  return output.write(first ? "]" : fmt::format("\n{}]", indent));
}

}  // namespace

Result<void> JsonReport::begin(const ToolInfo& tool) {
  const Json json = {{"name", "sluice"},
                     {"version", escape_invalid_utf8(tool.version)},
                     {"rules", tool.rules},
                     {"rules_sha256", escape_invalid_utf8(tool.rules_sha256)}};
  return output_.write(
      fmt::format("{{\n  \"schema\": \"sluice/1\",\n  \"tool\": {},\n"
                  "  \"findings\": [",
                  json_text(json)));
}

Result<void> JsonReport::file(const FileReport& report) {
  if (!report.dropped.empty()) {
    const SecretSpans all = SecretSpans::with_dropped(report);
    for (const Dropped& dropped : report.dropped)
      dropped_ +=
          fmt::format("{}\n    {}", dropped_.empty() ? "" : ",",
                      json_text(dropped_json(
                          dropped, report.path,
                          shown_secret(dropped, all, options_.show_secrets))));
  }
  if (report.findings.empty()) return {};
  const SecretSpans secrets(report);
  for (const Finding& finding : report.findings) {
    const Json json = finding_json(finding, report, secrets, options_);
    SLUICE_TRY(output_.write(
        fmt::format("{}\n    {}", any_ ? "," : "", json_text(json))));
    any_ = true;
  }
  return output_.flush();
}

Result<void> JsonReport::end(const Coverage& coverage) {
  Json skipped = Json::object();
  for (std::size_t i = 0; i < kSkipReasons; ++i)
    skipped[std::string(kSkipNames[i])] = coverage.skipped[i];
  Json ignored_by = Json::array();
  for (const IgnoreFileCounts::One& one : coverage.ignored_by.files) {
    Json json = Json::object();
    add_bytes(json, "file", one.file);
    json["count"] = one.count;
    ignored_by.push_back(std::move(json));
  }
  const IgnoreFileCounts::Rest& rest = coverage.ignored_by.rest;
  if (rest.files != 0)
    ignored_by.push_back({{"files", rest.files}, {"count", rest.count}});
  std::vector<Json> skipped_paths;
  for (const SkippedPath& item : coverage.skipped_paths) {
    Json json = Json::object();
    add_path(json, item.path);
    json["reason"] = kSkipNames[static_cast<std::size_t>(item.reason)];
    skipped_paths.push_back(std::move(json));
  }
  Json notes = Json::array();
  for (const std::string& note : coverage.notes)
    notes.push_back(escape_invalid_utf8(note));
  std::vector<Json> incomplete;
  for (const Incomplete& item : coverage.incomplete) {
    Json json = Json::object();
    add_path(json, item.path);
    json["reason"] = escape_invalid_utf8(item.reason);
    incomplete.push_back(std::move(json));
  }
  SLUICE_TRY(output_.write(any_ ? "\n  ]" : "]"));
  if (options_.explain_drops)
    SLUICE_TRY(output_.write(fmt::format(
        ",\n  \"dropped\": [{}]", dropped_.empty() ? "" : dropped_ + "\n  ")));
  SLUICE_TRY(output_.write(
      fmt::format(",\n  \"coverage\": {{\n    \"files_scanned\": {},\n"
                  "    \"bytes_scanned\": {},\n    \"skipped\": {},\n"
                  "    \"ignored_by\": {},\n    \"skipped_paths\": ",
                  coverage.files_scanned, coverage.bytes_scanned,
                  json_text(skipped), json_text(ignored_by))));
  SLUICE_TRY(write_list(output_, skipped_paths, "    "));
  SLUICE_TRY(output_.write(
      fmt::format(",\n    \"below_confidence\": {},\n    \"notes\": {},\n"
                  "    \"incomplete\": ",
                  coverage.unsure, json_text(notes))));
  SLUICE_TRY(write_list(output_, incomplete, "    "));
  SLUICE_TRY(output_.write("\n  }\n}\n"));
  return output_.flush();
}

}  // namespace sluice

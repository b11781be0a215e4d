// Our findings in the JSON of betterleaks 2 (schema_version "1"), for programs
// that read it: an object with `findings` and a summary in `scan`.
//
// Places are those of the match. `match.fingerprint` exists only if secrets are
// shown: it is the SHA-256 of the secret, from which a short one can be
// guessed. Members without a counterpart here are left out: `rule_hash`,
// `scan.source`, and the version of betterleaks.
#include "report/formats/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/digest.h"
#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/shown_finding.h"
#include "text/escape.h"

namespace sluice {
namespace {

class BetterleaksReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;

 private:
  std::string version_;
  std::string rules_;
  std::string started_;
  std::array<std::uint64_t, 3> found_by_confidence_{};
  bool any_ = false;  // a finding was written
};

std::string_view trimmed(std::string_view match) {
  match.remove_prefix(std::min(match.find_first_not_of('\n'), match.size()));
  return match.substr(0, match.find_last_not_of('\n') + 1);
}

Json match_json(const ShownFinding& shown, bool in_clear) {
  Json match = {{"full", visible(trimmed(shown.match))},
                {"value", visible(shown.secret)}};
  if (in_clear && !shown.secret.empty()) {
    const std::string_view secret[] = {shown.secret};
    match["fingerprint"] = to_hex(sha256(secret));
  }
  return match;
}

// A file that is found by its path has no place in it.
Json location_json(const ShownFile& file, const ShownFinding& shown) {
  Json location = {{"path", visible(file.path)}};
  if (shown.match.empty()) return location;
  location["start_line"] = shown.match_places.trimmed.start_line;
  location["end_line"] = shown.match_places.trimmed.end_line;
  location["start_column"] = shown.match_places.trimmed.start_column;
  location["end_column"] = shown.match_places.trimmed.end_column;
  return location;
}

Json attributes_json(const ShownFile& file) {
  if (!file.commit) return {{"resource", "fs.content"}};
  const Commit& commit = *file.commit;
  return {{"git.author_email", visible(commit.email)},
          {"git.author_name", visible(commit.author)},
          {"git.date", visible(commit.date)},
          {"git.message", visible(commit.message)},
          {"git.sha", visible(commit.id)},
          {"resource", "git.patch_content"}};
}

}  // namespace

Result<void> BetterleaksReport::begin(const ToolInfo& tool) {
  version_ = escape_invalid_utf8(tool.version);
  rules_ = escape_invalid_utf8(tool.rules_sha256);
  started_ = report_time();
  return output_.write("{\n \"schema_version\": \"1\",\n \"findings\": [");
}

Result<void> BetterleaksReport::finding(const ShownFile& file,
                                        const ShownFinding& shown) {
  const FindingFacts& facts = *shown.facts;
  Json json = {{"rule_id", visible(shown.rule_id)},
               {"description", visible(shown.description)},
               {"confidence", name_of(facts.confidence)}};
  if (!facts.decoded.empty()) {
    json["encodings"] = facts.decoded;
    json["decode_depth"] = facts.decoded.size();
  }
  json["match"] = match_json(shown, options_.in_clear());
  json["attributes"] = attributes_json(file);
  json["location"] = location_json(file, shown);
  if (!facts.rule->tags.empty()) json["tags"] = facts.rule->tags;
  ++found_by_confidence_.at(static_cast<std::size_t>(facts.confidence));
  SLUICE_TRY(
      output_.write(fmt::format("{}\n  {}", any_ ? "," : "", json_text(json))));
  any_ = true;
  return {};
}

Result<void> BetterleaksReport::end(const Coverage& coverage) {
  const auto count = [&](Confidence confidence) {
    return found_by_confidence_.at(static_cast<std::size_t>(confidence));
  };
  const std::uint64_t all = found().counts(coverage).places;
  const bool complete = coverage.incomplete.empty() && !coverage.interrupted;
  // No provider was asked what a credential gives access to.
  const Json scan = {
      {"state", complete ? "complete" : "incomplete"},
      {"started", started_ + "Z"},
      {"finished", report_time() + "Z"},
      {"sluice_version", version_},
      {"config_hash", rules_},
      {"bytes_scanned", coverage.bytes_scanned},
      {"num_findings", all},
      {"confidence_counts",
       {{"high", count(Confidence::kHigh)},
        {"medium", count(Confidence::kMedium)},
        {"low", count(Confidence::kLow)},
        {"none", 0},
        {"other", 0}}},
      {"severity_counts",
       {{"high", 0}, {"medium", 0}, {"unknown", 0}, {"none", all}}},
      {"status_counts",
       {{"valid", 0},
        {"invalid", 0},
        {"revoked", 0},
        {"needs_validation", 0},
        {"unknown", 0},
        {"error", 0},
        {"none", all}}}};
  SLUICE_TRY(output_.write(fmt::format("{}],\n \"scan\": {}\n}}\n",
                                       any_ ? "\n " : "", json_text(scan))));
  return output_.flush();
}

std::unique_ptr<FindingSink> betterleaks_report(Output& output,
                                                const ReportOptions& options) {
  return std::make_unique<BetterleaksReport>(output, options);
}

}  // namespace sluice

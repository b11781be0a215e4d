// Our findings as lines of JSON like those of `trufflehog --json`, for programs
// that read them.
//
// `Verified` is always false, since sluice does not test credentials.
// `DetectorName` is the id of our rule, and `DetectorType` the number that
// trufflehog has for patterns of one's own. `Raw` is masked, like `Redacted`,
// unless secrets are shown. There is no room for the coverage.
#include "report/formats/formats.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "report/formats/report.h"
#include "report/json/finding_json.h"
#include "report/json/json_text.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

class TrufflehogReport final : public Report {
 public:
  TrufflehogReport(Output& output, ReportOptions options);

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> end_file(const ShownFile& file) override;
};

// Its numbers for them.
constexpr int kFilesystem = 15;
constexpr int kGit = 16;
constexpr int kCustomRegex = 904;

// "2026-11-22T09:57:00+01:00" as it has times: "2026-11-22 09:57:00 +0100".
std::string timestamp(std::string date) {
  constexpr std::size_t kTime = 10;
  constexpr std::size_t kZone = 19;
  if (date.size() <= kZone || date[kTime] != 'T') return date;
  date[kTime] = ' ';
  std::string zone = date.substr(kZone);
  std::erase(zone, ':');
  if (zone == "Z") zone = "+0000";
  return date.substr(0, kZone) + " " + zone;
}

Json source_json(const ShownFile& file, std::uint64_t line) {
  if (!file.commit)
    return {{"Filesystem", {{"file", visible(file.path)}, {"line", line}}}};
  const Commit& commit = *file.commit;
  return {{"Git",
           {{"commit", visible(commit.id)},
            {"file", visible(file.path)},
            {"email", visible(commit.author + " <" + commit.email + ">")},
            {"timestamp", visible(timestamp(commit.date))},
            {"line", line}}}};
}

// The outermost encoding: "BASE64".
std::string decoder_name(const FindingFacts& facts) {
  if (facts.decoded.empty()) return "PLAIN";
  std::string name = facts.decoded.front();
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

}  // namespace

TrufflehogReport::TrufflehogReport(Output& output, ReportOptions options)
    : Report(output, std::move(options)) {
  show_both();
}

Result<void> TrufflehogReport::begin(const ToolInfo&) { return {}; }

Result<void> TrufflehogReport::finding(const ShownFile& file,
                                       const ShownFinding& shown) {
  const FindingFacts& facts = *shown.facts;
  const bool of_git = file.commit != nullptr;
  const Json json = {
      {"SourceMetadata", {{"Data", source_json(file, facts.start.line)}}},
      {"SourceID", 1},
      {"SourceType", of_git ? kGit : kFilesystem},
      {"SourceName", of_git ? "sluice - git" : "sluice - filesystem"},
      {"DetectorType", kCustomRegex},
      {"DetectorName", visible(shown.rule_id)},
      {"DetectorDescription", visible(shown.description)},
      {"DecoderName", decoder_name(facts)},
      {"Verified", false},
      {"VerificationFromCache", false},
      {"Raw", visible(shown.clear ? shown.clear->secret : shown.secret)},
      {"RawV2", ""},
      {"Redacted", visible(shown.secret)},
      {"ExtraData",
       {{"confidence", name_of(facts.confidence)},
        {"fingerprint", visible(shown.fingerprint)}}},
      {"StructuredData", nullptr}};
  return output_.write(json_text(json) + "\n");
}

Result<void> TrufflehogReport::end_file(const ShownFile&) {
  return output_.flush();
}

Result<void> TrufflehogReport::end(const Coverage&) { return output_.flush(); }

std::unique_ptr<FindingSink> trufflehog_report(Output& output,
                                               const ReportOptions& options) {
  return std::make_unique<TrufflehogReport>(output, options);
}

}  // namespace sluice

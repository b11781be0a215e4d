// The report as JUnit's XML, for CI servers: each finding is a test that
// failed.
//
// Each file with findings is a suite (a file with very many has several in a
// row). Then comes the suite "coverage": one test that passed, with the
// coverage in its properties, and one in error for each path that could not be
// read in full.
#include "report/formats/formats.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>

#include "report/formats/report.h"
#include "report/shown/coverage.h"
#include "report/shown/shown_finding.h"

namespace sluice {
namespace {

class JunitReport final : public Report {
 public:
  using Report::Report;

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> end(const Coverage& coverage) override;

 protected:
  Result<void> finding(const ShownFile& file,
                       const ShownFinding& shown) override;
  Result<void> begin_file(const ShownFile& file) override;
  Result<void> end_file(const ShownFile& file) override;
};

std::string commit_line(const ShownFile& file) {
  if (!file.commit) return {};
  const Commit& commit = *file.commit;
  const std::string origin = origin_text(file);
  return fmt::format("commit: {} by {} &lt;{}&gt;, {}{}\n",
                     markup_text(commit.id), markup_text(commit.author),
                     markup_text(commit.email), markup_text(commit.date),
                     origin.empty() ? origin : "; " + origin);
}

std::string test_case(const ShownFile& file, const ShownFinding& shown) {
  const Position& at = shown->start;
  const std::string path = markup_text(file.path);
  return fmt::format(
      "    <testcase classname=\"{0}\" name=\"{1}:{2}:{3}\" file=\"{1}\" "
      "line=\"{2}\" time=\"0\">\n"
      "      <failure type=\"{0}\" message=\"{4}\">{1}:{2}:{3}\n"
      "{5}\nsecret: {6}\nfingerprint: {7}\n{8}</failure>\n"
      "    </testcase>\n",
      markup_text(shown.rule_id), path, at.line, at.column,
      markup_text(finding_title(shown)), markup_text(shown.excerpt.line()),
      markup_text(shown.secret), markup_text(shown.fingerprint),
      commit_line(file));
}

}  // namespace

Result<void> JunitReport::begin(const ToolInfo&) {
  return output_.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"sluice\">\n");
}

Result<void> JunitReport::begin_file(const ShownFile& file) {
  if (file.findings == 0) return {};
  return output_.write(fmt::format(
      "  <testsuite name=\"{0}\" tests=\"{1}\" failures=\"{1}\" errors=\"0\" "
      "skipped=\"0\" time=\"0\">\n",
      markup_text(file.path), file.findings));
}

Result<void> JunitReport::finding(const ShownFile& file,
                                  const ShownFinding& shown) {
  return output_.write(test_case(file, shown));
}

Result<void> JunitReport::end_file(const ShownFile& file) {
  if (file.findings == 0) return {};
  return output_.write("  </testsuite>\n");
}

Result<void> JunitReport::end(const Coverage& coverage) {
  const std::size_t errors = coverage.incomplete.size();
  SLUICE_TRY(output_.write(
      fmt::format("  <testsuite name=\"coverage\" tests=\"{}\" failures=\"0\" "
                  "errors=\"{}\" skipped=\"0\" time=\"0\">\n    <properties>\n",
                  errors + 1, errors)));
  for (const auto& [name, number] : coverage_counts(coverage))
    SLUICE_TRY(output_.write(fmt::format(
        "      <property name=\"{}\" value=\"{}\"/>\n", name, number)));
  SLUICE_TRY(output_.write(
      "    </properties>\n"
      "    <testcase classname=\"coverage\" name=\"scan\" time=\"0\"/>\n"));
  std::string rest;
  for (const CoverageEntry& entry : coverage_entries(coverage)) {
    const std::string sentence = markup_text(coverage_sentence(entry));
    if (entry.kind != CoverageKind::kIncomplete) {
      rest += sentence + "\n";
      continue;
    }
    SLUICE_TRY(output_.write(fmt::format(
        "    <testcase classname=\"coverage\" name=\"{}\" time=\"0\">\n"
        "      <error type=\"incomplete\" message=\"{}\"/>\n"
        "    </testcase>\n",
        markup_text(entry.path), sentence)));
  }
  if (!rest.empty())
    SLUICE_TRY(
        output_.write(fmt::format("    <system-out>{}</system-out>\n", rest)));
  SLUICE_TRY(output_.write("  </testsuite>\n</testsuites>\n"));
  return output_.flush();
}

std::unique_ptr<FindingSink> junit_report(Output& output,
                                          const ReportOptions& options) {
  return std::make_unique<JunitReport>(output, options);
}

}  // namespace sluice

// Tests of all formats with the same findings.

#include <doctest/doctest.h>

#include <functional>
#include <memory>

#include "report/formats/formats.h"
#include "support/effort.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::all_formats_test {

using test::leaks;
using test::Random;
using test::SampleFile;

using Make = MakeReport*;

constexpr Make kAll[] = {
    betterleaks_report, trufflehog_report, codequality_report, csv_report,
    defectdojo_report,  github_report,     gitlab_report,      html_report,
    json_report,        jsonl_report,      junit_report,       markdown_report,
    sarif_report};

std::string write_report(Make format, const std::vector<FileReport>& files,
                         const Coverage& coverage,
                         const ReportOptions& options = {}) {
  MemoryOutput output;
  const auto report = format(output, options);
  REQUIRE(report->begin({"1.2.3", "abcd", {.rules = 7}}));
  for (const FileReport& file : files) REQUIRE(report->file(file));
  REQUIRE(report->end(coverage));
  return output.text();
}

// Whether there is a byte that a terminal obeys, apart from the format's own.
bool has_raw_control(std::string_view text) {
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    if (c.size == 0) return true;
    if (is_control(c.code) && c.code != '\n' && c.code != '\r') return true;
    text.remove_prefix(c.size);
  }
  return false;
}

TEST_CASE("any bytes give UTF-8 without controls and without a secret") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(150, 1500)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(5));
    Commit commit{"0123456789abcdef", random.bytes(9), random.bytes(9),
                  random.bytes(9), random.bytes(9)};
    if (random.below(2) == 0)
      file.report().commit = std::make_shared<const Commit>(std::move(commit));
    for (Finding& finding : file.report().findings)
      finding.detail = random.bytes(5);
    Coverage coverage;
    coverage.incomplete = {{file.report().location.path, "", random.bytes(9)}};
    coverage.notes = {random.bytes(9)};
    CAPTURE(seed);
    for (std::size_t i = 0; i < std::size(kAll); ++i) {
      CAPTURE(i);
      const std::string text = write_report(kAll[i], {file.report()}, coverage);
      CHECK_FALSE(has_raw_control(text));
      for (const Finding& other : file.report().findings)
        CHECK_FALSE(leaks(text, other.secret));
    }
  }
}

TEST_CASE("text that was masked before stays as it is") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = ghp_********;");
  file.add(rule, "ghp_********", 2);
  for (const Make format : kAll) {
    const std::string text =
        write_report(format, {file.report()}, {}, {.masked_before = true});
    CHECK(text.find("ghp_********") != std::string::npos);
  }
}

// Fails at the `nth` flush.
class BrokenOutput : public Output {
 public:
  explicit BrokenOutput(int nth) : left_(nth) {}

 private:
  Result<void> put(std::string_view) override {
    if (--left_ < 0) return fail_errno(28, "full");
    return {};
  }
  int left_;
};

TEST_CASE("an output that fails is told by every format") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = ABCDEFGHIJKL");
  for (int i = 0; i < 100; ++i) file.add(rule, "ABCDEFGHIJKL");
  for (const Make format : kAll) {
    BrokenOutput output(1);
    const auto report = format(output, {});
    Result<void> done = report->begin({"1.2.3", "abcd", {.rules = 7}});
    for (int i = 0; i < 20 && done; ++i) done = report->file(file.report());
    if (done) done = report->end({});
    // A page is one piece, written at its end.
    if (output.flush()) continue;
    REQUIRE_FALSE(done);
    CHECK(done.error().sys_errno == 28);
  }
}

class Recorder : public FindingSink {
 public:
  Recorder(std::string* log, std::string name, bool fails)
      : log_(log), name_(std::move(name)), fails_(fails) {}
  Result<void> begin(const ToolInfo&) override { return note("b"); }
  Result<void> file(const FileReport&) override { return note("f"); }
  Result<void> end(const Coverage&) override { return note("e"); }

 private:
  Result<void> note(std::string_view what) {
    *log_ += name_ + std::string(what) + " ";
    if (fails_) return fail_errno(28, "full");
    return {};
  }
  std::string* log_;
  std::string name_;
  bool fails_;
};

TEST_CASE("a tee tells all, and ends at the first failure") {
  std::string log;
  std::vector<std::unique_ptr<FindingSink>> both;
  both.push_back(std::make_unique<Recorder>(&log, "1", false));
  both.push_back(std::make_unique<Recorder>(&log, "2", false));
  const auto tee = tee_report(std::move(both));
  CHECK(tee->begin({}));
  CHECK(tee->file({}));
  CHECK(tee->end({}));
  CHECK(log == "1b 2b 1f 2f 1e 2e ");

  log.clear();
  std::vector<std::unique_ptr<FindingSink>> broken;
  broken.push_back(std::make_unique<Recorder>(&log, "1", true));
  broken.push_back(std::make_unique<Recorder>(&log, "2", false));
  const auto stops = tee_report(std::move(broken));
  CHECK_FALSE(stops->begin({}));
  CHECK(log == "1b ");
}

}  // namespace sluice::all_formats_test

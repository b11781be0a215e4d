#include "gitleaks/report/filter.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "gitleaks/report/formats.h"
#include "sample_findings.h"

namespace sluice::filter_test {

TEST_CASE("leak filter: redaction") {
  GitleaksFinding leak = sample_leak();
  redact(100, &leak);
  CHECK(leak.secret == "REDACTED");
  CHECK(leak.match == "key=\"REDACTED\"");
  CHECK(leak.line == "\nx key=\"REDACTED\", y");
  leak = sample_leak();
  redact(50, &leak);  // 2.5 bytes: two
  CHECK(leak.secret == "ab...");
  leak = sample_leak();
  redact(30, &leak);  // 3.5 bytes: four
  CHECK(leak.secret == "abcd...");
  leak = sample_leak();
  leak.match = "abcde abcde";
  redact(1000, &leak);
  CHECK(leak.match == "REDACTED REDACTED");
  // An empty secret is found everywhere.
  leak.secret = "";
  leak.match = "f\xC3\xA9";
  redact(100, &leak);
  CHECK(leak.match == "REDACTEDfREDACTED\xC3\xA9REDACTED");
  leak.secret = "";
  leak.match = "f";
  redact(50, &leak);
  CHECK(leak.match == "f");
}

TEST_CASE("leak filter: ignored fingerprints") {
  GitleaksIgnores ignores;
  std::vector<std::string> odd;
  ignores.add("# first\n\n  d\\e.txt:r:1  \r\nabc:d\\f:r:2\nx:y\na:b:c:d:e",
              &odd);
  CHECK(ignores.holds("d/e.txt:r:1"));
  CHECK(ignores.holds("abc:d/f:r:2"));
  CHECK(ignores.holds("a:b:c:d:e"));
  CHECK(!ignores.holds("# first"));
  CHECK(odd == std::vector<std::string>{"x:y", "a:b:c:d:e"});
}

TEST_CASE("leak filter: what is known is taken out") {
  const RuleSet rules = sample_gitleaks_rules();
  const std::vector<GitleaksFinding> both = {sample_leak(), sample_path_leak()};
  MemoryOutput report;
  REQUIRE(write_leaks_json(both, rules, report).has_value());
  REQUIRE(report.flush().has_value());
  const Result<GitleaksBaseline> baseline =
      GitleaksBaseline::read(report.text());
  REQUIRE(baseline.has_value());

  std::vector<GitleaksFinding> leaks = both;
  leaks[0].fingerprint.clear();
  settle_leaks(rules, 0, GitleaksIgnores(), GitleaksBaseline(), &leaks);
  REQUIRE(leaks.size() == 2);
  CHECK(leaks[0].fingerprint == "d/f.txt:first-rule:3");
  leaks[0].tags = {"another"};  // does not count
  settle_leaks(rules, 0, GitleaksIgnores(), *baseline, &leaks);
  CHECK(leaks.empty());

  leaks = both;
  leaks[0].secret = "other";
  leaks[1].start_column = 1;
  settle_leaks(rules, 0, GitleaksIgnores(), *baseline, &leaks);
  CHECK(leaks.size() == 2);
  leaks = both;
  leaks[0].secret = "other";
  settle_leaks(rules, 20, GitleaksIgnores(), *baseline, &leaks);
  CHECK(leaks.empty());

  GitleaksIgnores ignores;
  std::vector<std::string> odd;
  ignores.add("d/f.txt:first-rule:3", &odd);
  leaks = both;
  settle_leaks(rules, 0, ignores, GitleaksBaseline(), &leaks);
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].rule == 1);
}

TEST_CASE("leak filter: baselines as Go reads them") {
  CHECK(GitleaksBaseline::read("[]").has_value());
  CHECK(GitleaksBaseline::read("null").has_value());
  CHECK(
      GitleaksBaseline::read(R"([{"ruleid": "r", "More": [1]}])").has_value());
  CHECK(!GitleaksBaseline::read("").has_value());
  CHECK(!GitleaksBaseline::read("{}").has_value());
  CHECK(!GitleaksBaseline::read(R"([{"RuleID": 5}])").has_value());
  CHECK(!GitleaksBaseline::read(R"([{"StartLine": 1.5}])").has_value());
  const auto bad = GitleaksBaseline::read(R"([{"Secret": "hidden" oops}])");
  REQUIRE(!bad.has_value());
  CHECK(bad.error().message.find("hidden") == std::string::npos);
  // In a commit it is another finding.
  const auto of_commit = GitleaksBaseline::read(
      R"([{"RuleID": "second-rule", "File": "d/g,h", "Commit": "c",
           "Match": "file detected: d/g,h"}])");
  REQUIRE(of_commit.has_value());
  GitleaksFinding leak = sample_path_leak();
  const Rule& rule = sample_gitleaks_rules().rules()[1];
  CHECK(!of_commit->knows(leak, rule, false));
  leak.commit = std::make_shared<const Commit>(Commit{.id = "c"});
  CHECK(of_commit->knows(leak, rule, false));
  leak.commit = std::make_shared<const Commit>(Commit{.id = "c", .date = "d"});
  CHECK(!of_commit->knows(leak, rule, false));
}

TEST_CASE("leak filter: a commit stands in the fingerprint") {
  const RuleSet rules = sample_gitleaks_rules();
  GitleaksIgnores ignores;
  std::vector<std::string> odd;
  std::vector<GitleaksFinding> leaks(3, sample_path_leak());
  leaks[0].commit = std::make_shared<const Commit>(Commit{.id = "c"});
  leaks[1].commit = std::make_shared<const Commit>(Commit{.id = "e"});
  leaks[2].commit = std::make_shared<const Commit>();  // not committed yet
  ignores.add("e:d/g,h:second-rule:0\n", &odd);
  settle_leaks(rules, 0, ignores, {}, &leaks);
  REQUIRE(leaks.size() == 2);
  CHECK(leaks[0].fingerprint == "c:d/g,h:second-rule:0");
  CHECK(leaks[1].fingerprint == "d/g,h:second-rule:0");
  ignores.add("d/g,h:second-rule:0\n", &odd);
  settle_leaks(rules, 0, ignores, {}, &leaks);
  CHECK(leaks.empty());
}

}  // namespace sluice::filter_test

#include "gitleaks/leak_filter.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "gitleaks/leak_report.h"
#include "sample_leaks.h"

namespace sluice {
namespace {

TEST_CASE("leak filter: redaction") {
  Leak leak = sample_leak();
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
  // An empty secret stands everywhere.
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
  LeakIgnores ignores;
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
  const RuleSet rules = sample_leak_rules();
  const std::vector<Leak> both = {sample_leak(), sample_path_leak()};
  MemoryOutput report;
  REQUIRE(write_leaks_json(both, rules, report).has_value());
  REQUIRE(report.flush().has_value());
  const Result<LeakBaseline> baseline = LeakBaseline::read(report.text());
  REQUIRE(baseline.has_value());

  std::vector<Leak> leaks = both;
  leaks[0].fingerprint.clear();
  settle_leaks(rules, 0, LeakIgnores(), LeakBaseline(), &leaks);
  REQUIRE(leaks.size() == 2);
  CHECK(leaks[0].fingerprint == "d/f.txt:first-rule:3");
  leaks[0].tags = {"another"};  // does not count
  settle_leaks(rules, 0, LeakIgnores(), *baseline, &leaks);
  CHECK(leaks.empty());

  leaks = both;
  leaks[0].secret = "other";
  leaks[1].start_column = 1;
  settle_leaks(rules, 0, LeakIgnores(), *baseline, &leaks);
  CHECK(leaks.size() == 2);
  leaks = both;
  leaks[0].secret = "other";
  settle_leaks(rules, 20, LeakIgnores(), *baseline, &leaks);
  CHECK(leaks.empty());

  LeakIgnores ignores;
  std::vector<std::string> odd;
  ignores.add("d/f.txt:first-rule:3", &odd);
  leaks = both;
  settle_leaks(rules, 0, ignores, LeakBaseline(), &leaks);
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].rule == 1);
}

TEST_CASE("leak filter: baselines as Go reads them") {
  CHECK(LeakBaseline::read("[]").has_value());
  CHECK(LeakBaseline::read("null").has_value());
  CHECK(LeakBaseline::read(R"([{"ruleid": "r", "More": [1]}])").has_value());
  CHECK(!LeakBaseline::read("").has_value());
  CHECK(!LeakBaseline::read("{}").has_value());
  CHECK(!LeakBaseline::read(R"([{"RuleID": 5}])").has_value());
  CHECK(!LeakBaseline::read(R"([{"StartLine": 1.5}])").has_value());
  const auto bad = LeakBaseline::read(R"([{"Secret": "hidden" oops}])");
  REQUIRE(!bad.has_value());
  CHECK(bad.error().message.find("hidden") == std::string::npos);
  // That of a commit is another finding.
  const auto of_commit = LeakBaseline::read(
      R"([{"RuleID": "second-rule", "File": "d/g,h", "Commit": "c",
           "Match": "file detected: d/g,h"}])");
  REQUIRE(of_commit.has_value());
  CHECK(!of_commit->knows(sample_path_leak(), sample_leak_rules().rules()[1],
                          false));
}

}  // namespace
}  // namespace sluice

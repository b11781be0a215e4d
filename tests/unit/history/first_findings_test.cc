#include "history/first_findings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/effort.h"

namespace sluice::first_findings_test {

const Rule& some_rule() {
  static const Rule rule = [] {
    Rule made;
    made.id = "some-rule";
    made.regex = "x";
    return made;
  }();
  return rule;
}

std::unique_ptr<FileReport> report_of(const std::string& path,
                                      const std::vector<std::string>& secrets) {
  auto report = std::make_unique<FileReport>();
  report->location = path;
  for (const std::string& secret : secrets) {
    Finding finding;
    finding.rule = &some_rule();
    finding.secret = secret;
    report->findings.push_back(finding);
  }
  return report;
}

// Returns "commit path: secrets" for the rest.
std::vector<std::string> told(FirstFindings& places) {
  std::vector<std::string> lines;
  for (const FirstFindings::Report& one : places.take()) {
    std::string line =
        std::to_string(one.commit) + " " + one.report->location.text();
    for (const Finding& finding : one.report->findings)
      line += " " + finding.secret;
    lines.push_back(line);
  }
  return lines;
}

using Told = std::vector<std::string>;

TEST_CASE("first places: the first commit, at every place in it") {
  FirstFindings places;
  places.add(3, report_of("c", {"s", "t"}));
  places.add(1, report_of("b", {"s"}));
  places.add(1, report_of("a", {"s", "s"}));
  places.add(2, report_of("d", {"s"}));
  CHECK(places.repeated() == 2);
  CHECK(told(places) == Told{"1 a s s", "1 b s", "3 c t"});
}

TEST_CASE("first places: others of the file stay masked") {
  FirstFindings places;
  places.add(2, report_of("f", {"old", "new"}));
  places.add(1, report_of("f", {"old"}));
  const std::vector<FirstFindings::Report> all = places.take();
  REQUIRE(all.size() == 2);
  REQUIRE(all[1].report->covered.size() == 1);
  CHECK(all[1].report->covered[0].secret == "old");
}

TEST_CASE("first places: known secrets go, and their repetitions with them") {
  FirstFindings places;
  places.add(1, report_of("a", {"s", "t"}));
  places.add(2, report_of("b", {"s"}));
  const SecretKey known = [] {
    const auto report = report_of("a", {"s"});
    return SecretKey::of(report->findings[0], *report);
  }();
  places.drop_known([&](std::uint32_t commit, const SecretKey& key) {
    return commit == 1 && key == known;
  });
  CHECK(told(places) == Told{"1 a t"});
}

TEST_CASE("first places: what could not be read is told in any case") {
  FirstFindings places;
  places.add(1, report_of("a", {"s"}));
  auto broken = report_of("b", {"s"});
  broken->incomplete = "broken";
  places.add(2, std::move(broken));
  CHECK(told(places) == Told{"1 a s", "2 b"});
}

TEST_CASE("first places: equal to the plain way, in any order") {
  std::mt19937 random(test::seed(7));
  for (int round = 0; round < test::times(200, 2000); ++round) {
    struct Version {
      std::uint32_t commit;
      std::string path;
      std::vector<std::string> secrets;
    };
    std::vector<Version> versions;
    for (std::uint32_t i = 0; i < 12; ++i) {
      Version version{static_cast<std::uint32_t>(random() % 5),
                      "p" + std::to_string(i),
                      {}};
      while (random() % 3 != 0)
        version.secrets.push_back(std::string(1, "abcd"[random() % 4]));
      versions.push_back(version);
    }
    std::map<std::string, std::uint32_t> first;
    for (const Version& version : versions)
      for (const std::string& secret : version.secrets) {
        const auto at = first.try_emplace(secret, version.commit).first;
        at->second = std::min(at->second, version.commit);
      }
    std::set<std::string> expected;
    for (const Version& version : versions) {
      std::string line = std::to_string(version.commit) + " " + version.path;
      const std::size_t bare = line.size();
      for (const std::string& secret : version.secrets)
        if (first[secret] == version.commit) line += " " + secret;
      if (line.size() > bare) expected.insert(line);
    }
    FirstFindings places;
    std::ranges::shuffle(versions, random);
    for (const Version& version : versions)
      if (!version.secrets.empty())
        places.add(version.commit, report_of(version.path, version.secrets));
    const std::vector<std::string> lines = told(places);
    CHECK(std::set<std::string>(lines.begin(), lines.end()) == expected);
    CHECK(lines.size() == expected.size());
  }
}

}  // namespace sluice::first_findings_test

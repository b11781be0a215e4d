#include "scan/report/covered.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <tuple>

#include "rules/family.h"
#include "scan/report/overlap.h"
#include "support/effort.h"

namespace sluice::covered_test {

const Family kFamily{};
const std::array<Rule, 6> kRules = {
    Rule{.id = "vendor-key", .provider = "vendor"},
    Rule{.id = "other-key", .provider = "other"},
    Rule{.id = "vendor-family", .provider = "vendor", .family = &kFamily},
    Rule{.id = "other-family", .provider = "other", .family = &kFamily},
    Rule{.id = "generic-a"},
    Rule{.id = "generic-b"}};

bool share(const Finding& a, const Finding& b) {
  return a.start.byte < b.end.byte && b.start.byte < a.end.byte;
}

// Each covered finding is reported once. The rule that is named has a finding
// that shares a byte with it, and one that remained, if there is any.
TEST_CASE("covered: the rule that is named is one that covers") {
  std::mt19937 random(test::seed(23));
  std::size_t told = 0, by_stayed = 0;
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    FileReport report;
    for (std::size_t n = 1 + random() % 8; n > 0; --n) {
      Finding& made = report.findings.emplace_back();
      // Some rounds are of generic rules alone, which cover in chains.
      made.rule =
          &kRules[round % 2 == 0 ? random() % kRules.size() : 4 + random() % 2];
      made.confidence = static_cast<Confidence>(random() % 3);
      made.start.byte = random() % 24;
      made.end.byte = made.start.byte + 1 + random() % 9;
    }
    const std::vector<Finding> all = report.findings;
    settle_overlaps(&report);
    explain_covered(&report);
    REQUIRE(report.dropped.size() == report.covered.size());
    REQUIRE(report.findings.size() + report.covered.size() == all.size());
    for (const Dropped& dropped : report.dropped) {
      CHECK(dropped.reason == "covered");
      const auto named = [&](const Finding& other) {
        return share(other, dropped.finding) &&
               dropped.why ==
                   std::string(other.rule->id) + " is reported instead";
      };
      const auto covers = [&](const Finding& other) {
        return share(other, dropped.finding);
      };
      // More than itself.
      const auto itself = std::ranges::count_if(all, [&](const Finding& other) {
        return other.rule == dropped.finding.rule &&
               other.start.byte == dropped.finding.start.byte &&
               other.end.byte == dropped.finding.end.byte && named(other);
      });
      REQUIRE(std::ranges::count_if(all, named) >
              std::min<std::ptrdiff_t>(itself, 1));
      ++told;
      if (!std::ranges::any_of(report.findings, covers)) continue;
      REQUIRE(std::ranges::any_of(report.findings, named));
      ++by_stayed;
    }
  }
  CHECK(told > 5000);
  CHECK(by_stayed > told / 2);
  CHECK(by_stayed < told);
}

}  // namespace sluice::covered_test

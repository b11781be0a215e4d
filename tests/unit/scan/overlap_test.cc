#include "scan/overlap.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <tuple>

using namespace sluice;

namespace {

const Rule kSpecific{.id = "b-specific", .provider = "vendor"};
const Rule kGeneric{.id = "a-generic"};

Finding finding(const Rule& rule, std::uint64_t begin, std::uint64_t end) {
  Finding made;
  made.rule = &rule;
  made.start.byte = begin;
  made.end.byte = end;
  return made;
}

}  // namespace

TEST_CASE(
    "overlap: exactly the generic findings that share a byte with a "
    "specific one go, and the order is that of their place") {
  std::mt19937 random(17);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Finding> findings;
    for (std::size_t n = random() % 7; n > 0; --n) {
      const std::uint64_t begin = random() % 20;
      findings.push_back(finding(random() % 2 ? kSpecific : kGeneric, begin,
                                 begin + 1 + random() % 8));
    }
    std::vector<Finding> truth;
    for (const Finding& one : findings) {
      const bool covered =
          one.rule == &kGeneric &&
          std::ranges::any_of(findings, [&](const Finding& other) {
            return other.rule == &kSpecific &&
                   other.start.byte < one.end.byte &&
                   one.start.byte < other.end.byte;
          });
      if (!covered) truth.push_back(one);
    }
    FileReport report;
    report.findings = findings;
    settle_overlaps(&report);
    const std::vector<Finding>& settled = report.findings;
    REQUIRE(settled.size() + report.covered.size() == findings.size());
    REQUIRE(settled.size() == truth.size());
    const auto key = [](const Finding& one) {
      return std::tuple(one.start.byte, one.end.byte, one.rule->id);
    };
    REQUIRE(std::ranges::is_sorted(settled, {}, key));
    std::ranges::sort(truth, {}, key);
    for (std::size_t i = 0; i < truth.size(); ++i)
      REQUIRE(key(settled[i]) == key(truth[i]));
  }
}

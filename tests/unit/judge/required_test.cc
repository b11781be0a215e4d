#include "judge/required.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "support/effort.h"
#include "support/load.h"

namespace sluice::required_test {

struct At {
  std::size_t rule;
  std::uint64_t line, column;
};

// "rule@line:column" of what is left of `places`.
std::vector<std::string> left(const RuleSet& rules,
                              const std::vector<At>& places) {
  std::vector<Finding> findings;
  for (const At& at : places) {
    Finding& finding = findings.emplace_back();
    finding.rule = &rules.rules()[at.rule];
    finding.start = {at.line, at.column, 0};
  }
  // The findings that are reported as dropped are those that are gone.
  std::vector<Finding> told = findings;
  std::vector<Dropped> dropped;
  settle_required(rules, &findings);
  settle_required(rules, &told, &dropped);
  CHECK(told.size() == findings.size());
  CHECK(told.size() + dropped.size() == places.size());
  std::vector<std::string> out;
  for (const Finding& finding : findings)
    out.push_back(fmt::format("{}@{}:{}", finding.rule->id, finding.start.line,
                              finding.start.column));
  return out;
}

using Left = std::vector<std::string>;

RuleSet pair_with(std::string_view limits, std::string_view of_other = "") {
  return rules_from(
      "[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'\n" +
      std::string(limits) + "\n[[rules]]\nid = 'b'\n" +
      (of_other.empty() ? "regex = 'b'" : std::string(of_other)) + "\n");
}

TEST_CASE("required: lines and columns, both ends inclusive") {
  const RuleSet any = pair_with("");
  CHECK(left(any, {{0, 9, 9}}).empty());
  CHECK(left(any, {{0, 9, 9}, {1, 900, 1}}) == Left{"a@9:9", "b@900:1"});
  CHECK(left(any, {{1, 9, 9}}) == Left{"b@9:9"});

  const RuleSet lines = pair_with("withinLines = 2");
  for (const std::uint64_t line : {7U, 8U, 9U, 10U, 11U})
    CHECK(left(lines, {{1, line, 50}, {0, 9, 1}}).size() == 2);
  for (const std::uint64_t line : {1U, 6U, 12U, 99U})
    CHECK(left(lines, {{0, 9, 1}, {1, line, 1}}).size() == 1);

  const RuleSet columns = pair_with("withinColumns = 3");
  CHECK(left(columns, {{0, 9, 9}, {1, 400, 12}}).size() == 2);
  CHECK(left(columns, {{0, 9, 9}, {1, 1, 6}}).size() == 2);
  CHECK(left(columns, {{0, 9, 9}, {1, 9, 13}}).size() == 1);

  const RuleSet both = pair_with("withinLines = 0\nwithinColumns = 0");
  CHECK(left(both, {{0, 9, 9}, {1, 9, 9}}).size() == 2);
  CHECK(left(both, {{0, 9, 9}, {1, 9, 10}, {1, 8, 9}}).size() == 2);
}

TEST_CASE("required: a rule that reports nothing serves all the same") {
  const RuleSet rules = pair_with("", "regex = 'b'\nskipReport = true");
  CHECK(left(rules, {{0, 1, 1}, {1, 5, 1}}) == Left{"a@1:1"});
  CHECK(left(rules, {{1, 5, 1}}).empty());
}

TEST_CASE("required: why, if somebody asks") {
  const RuleSet rules = rules_from(
      "[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'\n"
      "[[rules.required]]\nid = 'c'\n[[rules]]\nid = 'b'\nregex = 'b'\n"
      "skipReport = true\n[[rules]]\nid = 'c'\nregex = 'c'\n");
  std::vector<Finding> findings(2);
  findings[0].rule = &rules.rules()[0];
  findings[1].rule = &rules.rules()[1];
  std::vector<Dropped> dropped;
  settle_required(rules, &findings, &dropped);
  CHECK(findings.empty());
  REQUIRE(dropped.size() == 2);
  CHECK(dropped[0].reason == "required");
  CHECK(dropped[0].why == "no finding of c is near");
  CHECK(dropped[0].finding.rule->id == "a");
  CHECK(dropped[1].reason == "silent");
  CHECK(dropped[1].finding.rule->id == "b");
}

TEST_CASE("required: what is required of the required rule does not count") {
  const RuleSet rules = pair_with(
      "", "regex = 'b'\n[[rules.required]]\nid = 'a'\nwithinLines = 0");
  CHECK(left(rules, {{0, 1, 1}, {1, 5, 1}}) == Left{"a@1:1"});
}

TEST_CASE("required: rules without a pattern") {
  const RuleSet rules = pair_with("withinLines = 3", "path = 'p'");
  CHECK(left(rules, {{0, 3, 1}, {1, 1, 1}}).size() == 2);
  CHECK(left(rules, {{0, 4, 1}, {1, 1, 1}}).size() == 1);
  const RuleSet primary = rules_from(
      "[[rules]]\nid = 'a'\npath = 'a'\n[[rules.required]]\nid = 'b'\n"
      "[[rules]]\nid = 'b'\nregex = 'b'\n");
  CHECK(left(primary, {{0, 1, 1}}) == Left{"a@1:1"});
}

TEST_CASE("required: one rule twice, and several rules") {
  const RuleSet twice = pair_with(
      "withinLines = 1\n[[rules.required]]\nid = 'b'\nwithinColumns = 1");
  CHECK(left(twice, {{0, 1, 1}, {1, 2, 90}}).size() == 2);
  CHECK(left(twice, {{0, 1, 1}, {1, 90, 2}}).size() == 2);
  CHECK(left(twice, {{0, 1, 1}, {1, 90, 90}}).size() == 1);
  const RuleSet several = rules_from(
      "[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'\n"
      "[[rules.required]]\nid = 'c'\n[[rules]]\nid = 'b'\nregex = 'b'\n"
      "[[rules]]\nid = 'c'\nregex = 'c'\n");
  CHECK(left(several, {{0, 1, 1}, {1, 1, 1}}).size() == 1);
  CHECK(left(several, {{0, 1, 1}, {1, 1, 1}, {2, 1, 1}}).size() == 3);
}

// The definition, without an order or a search.
TEST_CASE("required: any findings") {
  std::mt19937 random(test::seed(17));
  const auto limit = [&](std::string_view key) {
    return random() % 3 == 0 ? std::string()
                             : fmt::format("{} = {}\n", key, random() % 5);
  };
  for (int i = 0; i < 400; ++i) {
    const RuleSet rules =
        pair_with(limit("withinLines") + limit("withinColumns"));
    const RequiredRule& bounds = rules.rules()[0].required[0];
    std::vector<At> places;
    for (auto n = random() % 12; n > 0; --n)
      places.push_back({random() % 2, 1 + random() % 15, 1 + random() % 15});
    Left expected;
    for (const At& at : places) {
      bool counts = at.rule == 1;
      for (const At& other : places) {
        if (other.rule != 1) continue;
        const auto apart = [](std::uint64_t a, std::uint64_t b) {
          return a > b ? a - b : b - a;
        };
        counts =
            counts || (apart(at.line, other.line) <= bounds.within_lines &&
                       apart(at.column, other.column) <= bounds.within_columns);
      }
      if (counts)
        expected.push_back(fmt::format("{}@{}:{}", at.rule == 0 ? "a" : "b",
                                       at.line, at.column));
    }
    REQUIRE(left(rules, places) == expected);
  }
}

}  // namespace sluice::required_test

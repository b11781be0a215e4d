#include "judge/components.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rules/config.h"

namespace sluice::components_test {

// A finding whose match is its secret.
struct At {
  std::size_t rule;
  std::uint64_t line, column, byte;
  std::string secret;
};

RuleSet rules_of(const std::string& components) {
  const ConfigSurroundings none;
  Result<LoadedConfig> loaded = load_config(
      {"c.toml", "[[rules]]\nid = 'a'\nregex = 'a'\ncomponents = [" +
                     components +
                     "]\n[[rules]]\nid = 'b'\nregex = 'b'\n"
                     "[[rules]]\nid = 'g'\nregex = 'g'\nspecificity = -5\n"},
      none);
  REQUIRE(loaded);
  return std::move(loaded->rules);
}

// "rule@line" of what is left.
std::vector<std::string> left(const RuleSet& rules,
                              const std::vector<At>& places) {
  std::vector<Finding> findings;
  std::vector<Finding> components;
  for (const At& at : places) {
    Finding finding;
    finding.rule = &rules.rules()[at.rule];
    finding.start = {at.line, at.column, at.byte};
    finding.match_byte = at.byte;
    finding.match = finding.secret = at.secret;
    if (at.rule == 1) components.push_back(finding);
    findings.push_back(std::move(finding));
  }
  std::vector<Dropped> dropped;
  settle_components(rules, components, &findings, &dropped);
  CHECK(findings.size() + dropped.size() == places.size());
  std::vector<std::string> out;
  for (const Finding& finding : findings)
    out.push_back(fmt::format("{}@{}", finding.rule->id, finding.start.line));
  return out;
}

using Left = std::vector<std::string>;

TEST_CASE("a component must lie in its window, and is no finding of its own") {
  const RuleSet lines = rules_of("{ id = 'b', within = '3L' }");
  CHECK(left(lines, {{0, 5, 1, 100, "x"}, {1, 7, 1, 140, "y"}}) == Left{"a@5"});
  CHECK(left(lines, {{0, 5, 1, 100, "x"}, {1, 8, 1, 160, "y"}}) == Left{"b@8"});
  const RuleSet columns = rules_of("{ id = 'b', within = '-10C' }");
  CHECK(left(columns, {{0, 2, 1, 100, "x"}, {1, 1, 90, 90, "y"}}) ==
        Left{"a@2"});
  CHECK(left(columns, {{0, 2, 1, 100, "x"}, {1, 2, 2, 101, "y"}}) ==
        Left{"b@2"});
  const RuleSet both = rules_of("{ id = 'b', within = '2L,4C' }");
  CHECK(left(both, {{0, 2, 10, 100, "x"}, {1, 3, 14, 120, "y"}}) ==
        Left{"a@2"});
  CHECK(left(both, {{0, 2, 10, 100, "x"}, {1, 3, 15, 121, "y"}}) ==
        Left{"b@3"});
}

TEST_CASE("an optional component need not be there") {
  const RuleSet rules = rules_of("{ id = 'b', optional = true }");
  CHECK(left(rules, {{0, 5, 1, 100, "x"}}) == Left{"a@5"});
  CHECK(left(rules, {{0, 5, 1, 100, "x"}, {1, 9, 1, 200, "y"}}) == Left{"a@5"});
}

// Each compared with each would be 10^11 comparisons, which nobody waits for.
TEST_CASE("findings of one rule on one line are not compared with each other") {
  constexpr std::uint64_t kFindings = 300'000;
  const RuleSet rules = rules_of("{ id = 'b', within = '3L' }");
  std::vector<At> places;
  for (std::uint64_t i = 0; i < kFindings; ++i)
    places.push_back({2, 1, 1 + 3 * i, 3 * i, "g"});
  CHECK(left(rules, places).size() == kFindings);
}

TEST_CASE("the more specific rule of a line stands") {
  const RuleSet rules = rules_of("{ id = 'b', optional = true }");
  CHECK(left(rules, {{0, 5, 1, 100, "xyz"}, {2, 5, 9, 108, "y"}}) ==
        Left{"a@5"});
  CHECK(left(rules, {{0, 5, 1, 100, "xyz"}, {2, 6, 1, 120, "y"}}) ==
        Left{"a@5", "g@6"});
  CHECK(left(rules, {{0, 5, 1, 100, "xyz"}, {2, 5, 9, 108, "q"}}) ==
        Left{"a@5", "g@5"});
  // A component is as good.
  CHECK(left(rules, {{0, 5, 1, 100, "xyz"},
                     {1, 7, 1, 140, "abc"},
                     {2, 7, 1, 140, "b"}}) == Left{"a@5"});
}

}  // namespace sluice::components_test

#include "betterleaks/expressions.h"

#include <doctest/doctest.h>

#include <string>

#include "judge/filter/filters.h"
#include "judge/text_facts.h"
#include "match/pattern.h"
#include "rules/config.h"

namespace sluice::expressions_test {

RuleSet rules_with(const std::string& keys, const std::string& head = "") {
  ConfigSurroundings none;
  none.expressions = &betterleaks_expressions();
  Result<LoadedConfig> loaded = load_config(
      {"c.toml", head + "[[rules]]\nid = 'r'\nregex = 'key=([a-z0-9]+)'\n" +
                     "confidence = 'low'\n" + keys},
      none);
  REQUIRE(loaded);
  return std::move(loaded->rules);
}

// The answer of the filters for the first match.
Filters::Answer answer(const RuleSet& rules, std::string_view text,
                       std::string_view path = "a.py") {
  const Pattern pattern(rules.rules()[0].regex);
  Filters::Asked asked{.path = path, .text = text};
  REQUIRE(pattern.find(text, 0, text.size(), Pattern::Start::kAnywhere, 0,
                       &asked.match));
  return Filters(rules).ask(asked);
}

bool drops(const std::string& filter, std::string_view text) {
  return answer(rules_with("filter = '''" + filter + "'''\n"), text).drops;
}

TEST_CASE("a filter sees the finding") {
  const std::string_view text = "one\nmy key=q7h2 # end\nthree\n";
  CHECK(drops("'q7h2' == finding.secret", text));
  CHECK(drops("finding.match == 'key=q7h2'", text));
  CHECK(drops("finding.line == \"my key=q7h2 # end\\n\"", text));
  CHECK(drops("finding.rule_id == 'r' && finding.confidence == 'low'", text));
  CHECK(
      drops("finding.fragment_raw[finding.match_line_start_idx:"
            "finding.match_line_end_idx] == 'my key=q7h2 # end'",
            text));
  CHECK(drops("finding.entropy == '2' && entropy(finding.secret) == 2", text));
  CHECK(drops("attributes.path == 'a.py' && attributes.x == ''", text));
  CHECK_FALSE(drops("finding.secret == 'x'", text));
}

TEST_CASE("patterns, words and tokens") {
  const std::string_view text = "key=bananaq7h2";
  CHECK(drops("matchesAny(finding.secret, ['x', '^ban'])", text));
  CHECK(drops("containsAny(finding.secret, ['x', 'NANA'])", text));
  CHECK(drops("findMatch(finding.secret, '[0-9]h') == '7h'", text));
  CHECK(drops("failsTokenEfficiency(finding.secret)", text));
  CHECK(drops("tokenRatio(finding.secret) > 1", text));
}

TEST_CASE("those for every rule, and those of files") {
  CHECK(answer(rules_with("", "filter = 'true'\n"), "key=a").drops);
  const RuleSet rules =
      rules_with("", "prefilter = 'attributes.path endsWith \".md\"'\n");
  CHECK(Filters(rules).ask_of_file("a.md").drops);
  CHECK_FALSE(Filters(rules).ask_of_file("a.py").drops);
}

TEST_CASE("what fails drops nothing") {
  const RuleSet rules =
      rules_with("filter = 'int(finding.secret) == 1 || true'\n",
                 "prefilter = 'int(attributes.path) == 1'\n");
  CHECK_FALSE(answer(rules, "key=a").drops);
  CHECK(answer(rules, "key=a").failed);
  CHECK(answer(rules, "key=1").drops);
  CHECK_FALSE(answer(rules, "key=1").failed);
  CHECK_FALSE(Filters(rules).ask_of_file("a").drops);
  CHECK(Filters(rules).ask_of_file("a").failed);
  CHECK(Filters(rules).ask_of_file("1").drops);
}

TEST_CASE("what is scanned is a file or of a patch") {
  const RuleSet rules =
      rules_with("filter = 'attributes.resource == \"git.patch_content\"'\n");
  const Filters::Asked asked{
      .path = "a", .text = "key=a", .match = {0, 5, 4, 5}};
  CHECK_FALSE(Filters(rules).ask(asked).drops);
  CHECK(Filters(rules, kGitResource).ask(asked).drops);
}

TEST_CASE("an expression sets the confidence") {
  const Filters::Answer set =
      answer(rules_with("filter = 'let _ = setConfidence(\"high\"); false'\n"),
             "key=a");
  CHECK_FALSE(set.drops);
  CHECK(set.confidence == Confidence::kHigh);
}

TEST_CASE("the length of a text is counted once") {
  const RuleSet rules =
      rules_with("filter = 'len(finding.fragment_raw) == 7'\n");
  const Filters filters(rules);
  const std::string_view text = "key=ab\xC3\xA4";
  TextFacts facts;
  const Filters::Asked asked{
      .path = "a.py", .text = text, .match = {0, 6, 4, 6}, .facts = &facts};
  CHECK(filters.ask(asked).drops);
  CHECK(facts.characters == 7);
  // What is known of it is believed.
  facts.characters = 8;
  CHECK_FALSE(filters.ask(asked).drops);
  // The length of a part is not the length of the whole.
  const RuleSet part =
      rules_with("filter = 'len(finding.fragment_raw[0:3]) == 3'\n");
  CHECK(Filters(part).ask(asked).drops);
}

TEST_CASE("what slices the text needs more of it") {
  CHECK(Filters(rules_with("filter = 'true'\n")).reach() == 0);
  CHECK(
      Filters(rules_with("filter = 'finding.fragment_raw == \"\"'\n")).reach() >
      8192);
}

std::string refusal(std::string_view text, ExpressionUse use) {
  const PatternError check = pattern_error;
  const auto parsed = betterleaks_expressions().parse(text, use, &check);
  return parsed ? "" : parsed.error().message;
}

TEST_CASE("an expression that cannot be used is named with its place") {
  CHECK(refusal("true", ExpressionUse::kFinding).empty());
  CHECK(refusal("true &&\n  fnding.x", ExpressionUse::kFinding) ==
        "2:3: `fnding` is not known");
  CHECK(refusal("finding.secret == \"\"", ExpressionUse::kFile) ==
        "1:1: a prefilter knows no `finding`");
  CHECK(
      refusal("findMatch(finding.line, \"(\") == \"\"", ExpressionUse::kFinding)
          .starts_with("1:25: a bad pattern: "));
}

TEST_CASE("attributes that are always empty are named") {
  const auto parsed = betterleaks_expressions().parse(
      "attributes[\"git.sha\"] == attributes.path", ExpressionUse::kFile,
      nullptr);
  REQUIRE(parsed);
  CHECK(parsed->unknown_attributes == std::vector<std::string>{"git.sha"});
}

}  // namespace sluice::expressions_test

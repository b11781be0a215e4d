#include "rulecheck/lint.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rules/config.h"
#include "support/load.h"

namespace sluice::lint_test {

// The parts of a rule about which there is nothing to remark.
constexpr std::string_view kHead =
    "[[rules]]\nid = 'acme'\ndescription = 'Acme'\n";
constexpr std::string_view kPattern =
    "regex = 'acmeq_([0-9a-z]{20})'\nkeywords = ['acmeq_']\n";
constexpr std::string_view kExamples =
    "examples = ['acmeq_0a1b2c3d4e5f6g7h8i9j']\n"  // sluice:allow
    "negative_examples = ['acmeq_']\n";
constexpr std::string_view kFamily =
    "[[families]]\nid = 'acme-key'\ndescription = 'Key'\nprovider = 'acme'\n"
    "names = ['acme']\nvalues = [{ alphabet = 'hex', lengths = [32] }]\n"
    "confidence = 'medium'\nexamples = ['x']\nnegative_examples = ['y']\n";

std::string text_of(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::vector<std::string> remarks_about(const RuleSet& rules,
                                       std::span<const RuleCost> costs = {}) {
  std::vector<std::string> texts;
  const std::vector<RuleEntry> entries = entries_of(rules);
  for (const Remark& remark : lint(rules, entries, costs))
    texts.push_back(std::string(entries[remark.entry].rule->id) +
                    (remark.about_file ? " (file): " : ": ") + remark.text);
  return texts;
}

// There must be one remark, which contains `part`.
void remarks_one(std::initializer_list<std::string_view> parts,
                 std::string_view part, RuleCost cost = {}) {
  const RuleSet rules = rules_from(text_of(parts));
  const std::vector<RuleCost> costs(
      rules.rules().size() + rules.families().size(), cost);
  const std::vector<std::string> remarks = remarks_about(rules, costs);
  CAPTURE(std::string(part));
  CAPTURE(remarks);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks.front().find(part) != std::string::npos);
}

TEST_CASE("lint: a rule as it should be") {
  CHECK(
      remarks_about(rules_from(text_of({kHead, kPattern, kExamples}))).empty());
}

TEST_CASE("lint: the default rules, but for their costs") {
  CHECK(remarks_about(default_rules()) == std::vector<std::string>());
}

TEST_CASE("lint: what is left out") {
  remarks_one({"[[rules]]\nid = 'acme'\n", kPattern, kExamples},
              "`description` is missing");
  remarks_one({kHead, kPattern}, "no `examples` and no `negative_examples`");
  remarks_one({kHead, kPattern, "examples = ['acmeq_']\n"},
              "no `negative_examples`");
  remarks_one({kHead, kPattern, "negative_examples = ['acmeq_']\n"},
              "no `examples`: ");
}

TEST_CASE("lint: a file of several rules without examples is named once") {
  const std::string second =
      text_of({"[[rules]]\nid = 'two'\ndescription = 'Two'\n", kPattern});
  remarks_one({kHead, kPattern, second},
              "acme (file): none of its 2 rules has `examples`");
  remarks_one({kHead, kPattern, kExamples, second},
              "two: no `examples` and no `negative_examples`");
}

TEST_CASE("lint: paths and examples") {
  remarks_one({kHead, kPattern, kExamples, "path = '[.]env$'\n"},
              "no `example_path`");
  remarks_one({kHead, kPattern, kExamples,
               "path = '[.]env$'\nexample_path = 'a.txt'\n"},
              "`path` does not fit `example_path` `a.txt`");
  remarks_one({kHead, kPattern, kExamples, "example_path = 'a.txt'\n"},
              "`example_path` has no effect");
  CHECK(remarks_about(
            rules_from(text_of({kHead, kPattern, kExamples,
                                "path = '[.]env$'\nexample_path = 'a.env'\n"})))
            .empty());
}

TEST_CASE("lint: which group is the secret") {
  constexpr std::string_view kGroups =
      "regex = 'acmeq_([a-z]{2})([0-9]{3})'\nexamples = ['acmeq_ab123']\n"
      "negative_examples = ['acmeq_']\n";
  remarks_one({kHead, kGroups}, "2 groups take part in example 1");
  CHECK(
      remarks_about(rules_from(text_of({kHead, kGroups, "secretGroup = 2\n"})))
          .empty());
  // Only one of the alternatives takes part.
  CHECK(remarks_about(
            rules_from(text_of({kHead,
                                "regex = 'acmeq_(?:([a-z]{2})|([0-9]{3}))'\n"
                                "examples = ['acmeq_123']\n"
                                "negative_examples = ['acmeq_']\n"})))
            .empty());
}

TEST_CASE("lint: patterns that match the empty text") {
  const RuleCost cheap{};
  for (const char* regex :
       {"regex = '(?:acmeq_)?'\n", "regex = '\\b(?:acmeq_)?'\n"}) {
    const RuleSet rules = rules_from(text_of({kHead, regex, kExamples}));
    const auto remarks = remarks_about(rules, {&cheap, 1});
    CAPTURE(regex);
    CAPTURE(remarks);
    CHECK(std::ranges::any_of(remarks, [](const std::string& remark) {
      return remark.find("matches the empty text") != std::string::npos;
    }));
  }
  // Its parts may be empty, and yet it never matches.
  const auto remarks = remarks_about(
      rules_from(text_of({kHead, "regex = '(?:acmeq_)?\\b\\B'\n", kExamples})));
  CHECK(std::ranges::none_of(remarks, [](const std::string& remark) {
    return remark.find("matches the empty text") != std::string::npos;
  }));
}

TEST_CASE("lint: what the rule is looked for by") {
  remarks_one({kHead, "regex = '[0-9a-f]{32}'\n", kExamples},
              "no 3 bytes are in every match");
  remarks_one({kHead, "regex = '[a-z]{1,5000}acmeq_'\n", kExamples},
              "more than 4096 bytes after its beginning");
  remarks_one({kHead, kPattern, kExamples}, "occur 1001 times",
              {.hits = 1001, .ms = 0});
  remarks_one({kHead, kPattern, kExamples}, "takes 41 ms",
              {.hits = 1, .ms = 41});
  constexpr std::string_view kUnbounded = "regex = 'acmeq_[0-9a-z]+'\n";
  remarks_one({kHead, kUnbounded, kExamples}, "no greatest length",
              {.hits = 21, .ms = 0});
  const RuleCost rare{.hits = 19, .ms = 0};
  CHECK(remarks_about(rules_from(text_of({kHead, kUnbounded, kExamples})),
                      {&rare, 1})
            .empty());
}

TEST_CASE("lint: bounds that no match can meet") {
  remarks_one({kHead, kPattern, kExamples, "entropy = 5\n"},
              "20 bytes have 4.3 bits at most");
  remarks_one({kHead, kPattern, kExamples, "min_digits = 21\n"},
              "no secret of it can hold 21 digits");
  CHECK(remarks_about(rules_from(text_of({kHead, kPattern, kExamples,
                                          "entropy = 4.3\nmin_digits = 20\n"})))
            .empty());
}

TEST_CASE("lint: keywords that no match can hold") {
  remarks_one(
      {kHead, "regex = 'acmeq_[0-9]{8}'\nkeywords = ['acme-']\n", kExamples},
      "no match can hold the keyword `acme-`: it finds nothing but");
  remarks_one(
      {kHead, "regex = 'acmeq_[0-9]{8}'\nkeywords = ['acme-', 'acmeq']\n",
       kExamples},
      "it helps with files that hold it elsewhere alone");
}

TEST_CASE("lint: rules that serve nobody") {
  remarks_one({kHead, kPattern, kExamples, "skipReport = true\n"},
              "no rule requires it");
  remarks_one({kHead, kPattern, kExamples, "families = true\n"},
              "there is no family");
  remarks_one({kFamily}, "no rule of the set has `families = true`");
  CHECK(remarks_about(rules_from(text_of({kHead, kPattern, kExamples,
                                          "families = true\n", kFamily})))
            .empty());
}

TEST_CASE("lint: a name of two providers' families") {
  std::string other(kFamily);
  other.replace(other.find("acme-key"), 8, "bolt-key");
  other.replace(other.find("provider = 'acme'"), 17, "provider = 'bolt'");
  remarks_one({kHead, kPattern, kExamples, "families = true\n", kFamily, other},
              "bolt-key: its name `acme` is that of `acme-key` as well");
}

TEST_CASE("lint: rules of the set that is extended are not looked at") {
  const RuleSet defaults = rules_from("[[rules]]\nid = 'd'\nregex = 'x'\n");
  // A set like the embedded rules, which have no places in files.
  const RuleSet embedded =
      RuleSet::from_static(defaults.rules(), defaults.sha256());
  const Result<LoadedConfig> loaded = load_config(
      {"own.toml", text_of({"[extend]\nuseDefault = true\n", kHead, kPattern})},
      {.read = nullptr, .pattern_error = nullptr, .default_rules = embedded});
  REQUIRE(loaded.has_value());
  REQUIRE(loaded->rules.rules().size() == 2);
  const auto remarks = remarks_about(loaded->rules);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks.front().starts_with("acme: no `examples`"));
}

}  // namespace sluice::lint_test

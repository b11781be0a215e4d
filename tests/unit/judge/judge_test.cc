#include "judge/judge.h"

#include <doctest/doctest.h>

#include <string>

#include "rules/config.h"
#include "support/load.h"
#include "unit/judge/made_keys.h"

namespace sluice::judge_test {

// The verdict of the only rule of `toml` on its first match in `text`.
Verdict verdict_on(const RuleSet& rules, std::string_view text,
                   std::string_view path = "f") {
  Pattern::Match match;
  const Pattern pattern(rules.rules()[0].regex);
  REQUIRE(
      pattern.find(text, 0, text.size(), Pattern::Start::kAnywhere, 0, &match));
  return Judge(rules).judge(0, path, text, match);
}

RuleSet rule_with(std::string_view keys) {
  return rules_from("[[rules]]\nid = \"r\"\n" + std::string(keys));
}

TEST_CASE("judge: entropy and digits") {
  const RuleSet rules =
      rule_with("regex = 'tok=([0-9a-z]+)'\nentropy = 3.0\nmin_digits = 2\n");
  CHECK(verdict_on(rules, "tok=q7h2k9x4m1z8").drop == Drop::kNone);
  CHECK(verdict_on(rules, "tok=q7hhkkxxmmzz").drop == Drop::kDigits);
  CHECK(verdict_on(rules, "tok=7aa77aa7aa7b").drop == Drop::kEntropy);
  CHECK(verdict_on(rules, "tok=q7h2k9x4m1z8").entropy ==
        doctest::Approx(3.585).epsilon(0.001));
}

TEST_CASE("judge: placeholders and directives") {
  const RuleSet rules = rule_with("regex = 'tok=([^ ]+)'\n");
  CHECK(verdict_on(rules, "tok=your_token_here").drop == Drop::kPlaceholder);
  CHECK(verdict_on(rules, "tok=q7h2k9x4m1z8 # sluice:allow").drop ==
        Drop::kDirective);
}

TEST_CASE("judge: allowlists, one exception enough or all needed") {
  const std::string head = "regex = 'tok=([^ ]+)'\n[[rules.allowlists]]\n";
  const RuleSet any = rule_with(
      head + "regexes = ['^q']\nstopwords = ['NOPE']\npaths = ['\\.md$']\n");
  CHECK(verdict_on(any, "tok=q7h2").drop == Drop::kAllowlist);
  CHECK(verdict_on(any, "tok=7nope").drop == Drop::kAllowlist);
  CHECK(verdict_on(any, "tok=7h2", "a/b.md").drop == Drop::kAllowlist);
  CHECK(verdict_on(any, "tok=7h2", "a/b.mdx").drop == Drop::kNone);

  const RuleSet all = rule_with(head +
                                "condition = 'AND'\nregexes = ['^q']\n"
                                "paths = ['\\.md$']\n");
  CHECK(verdict_on(all, "tok=q7h2", "x.md").drop == Drop::kAllowlist);
  CHECK(verdict_on(all, "tok=q7h2", "x.c").drop == Drop::kNone);
  CHECK(verdict_on(all, "tok=7h2", "x.md").drop == Drop::kNone);
}

TEST_CASE("judge: what an allowlist's patterns look at") {
  const std::string head = "regex = 'tok=([^ ]+)'\n[[rules.allowlists]]\n";
  const std::string_view text = "x\nhere tok=q7h2 there\ny";
  const auto dropped = [&](std::string_view rest) {
    return verdict_on(rule_with(head + std::string(rest)), text).drop ==
           Drop::kAllowlist;
  };
  CHECK_FALSE(dropped("regexes = ['tok']\n"));
  CHECK(dropped("regexes = ['tok']\nregexTarget = 'match'\n"));
  CHECK_FALSE(dropped("regexes = ['there']\nregexTarget = 'match'\n"));
  CHECK(dropped("regexes = ['there']\nregexTarget = 'line'\n"));
  CHECK_FALSE(dropped("regexes = ['y']\nregexTarget = 'line'\n"));
}

TEST_CASE("judge: a rule that asks for no plausibility is judged as gitleaks") {
  // Four characters, each twice: an entropy of exactly two bits.
  const std::string keys = "regex = 'tok=([^ ]+)'\nentropy = 2.0\n";
  const RuleSet ours = rule_with(keys);
  const RuleSet theirs = rule_with(keys + "plausible = false\n");
  CHECK(verdict_on(ours, "tok=q7h2q7h2").drop == Drop::kNone);
  CHECK(verdict_on(theirs, "tok=q7h2q7h2").drop == Drop::kEntropy);
  CHECK(verdict_on(theirs, "tok=q7h2q7h2k").drop == Drop::kNone);
  CHECK(verdict_on(ours, "tok=your_token_here").drop == Drop::kPlaceholder);
  CHECK(verdict_on(theirs, "tok=your_token_here").drop == Drop::kNone);
  // No bound drops nothing, even a secret without entropy.
  const RuleSet unbound =
      rule_with("regex = 'tok=([^ ]+)'\nplausible = false\n");
  CHECK(verdict_on(unbound, "tok=qqqq").drop == Drop::kNone);
}

TEST_CASE("judge: commits") {
  const std::string head = "regex = 'tok=([^ ]+)'\n[[rules.allowlists]]\n";
  const auto dropped = [](const RuleSet& rules, std::string_view path,
                          std::string_view commit) {
    Pattern::Match match;
    const std::string_view text = "tok=q7h2";
    const Pattern pattern(rules.rules()[0].regex);
    REQUIRE(pattern.find(text, 0, text.size(), Pattern::Start::kAnywhere, 0,
                         &match));
    return Judge(rules).judge(0, path, text, match, commit).drop ==
           Drop::kAllowlist;
  };
  const RuleSet any = rule_with(head + "commits = ['AB01']\npaths = ['x']\n");
  CHECK(dropped(any, "f", "ab01"));
  CHECK(dropped(any, "x", ""));
  CHECK_FALSE(dropped(any, "f", "ab012"));
  CHECK_FALSE(dropped(any, "f", ""));
  const RuleSet all = rule_with(
      head + "condition = 'AND'\ncommits = ['ab01', 'ab02']\npaths = ['x']\n");
  CHECK(dropped(all, "x", "ab02"));
  CHECK_FALSE(dropped(all, "f", "ab02"));
  CHECK_FALSE(dropped(all, "x", ""));
}

TEST_CASE("judge: a configuration's allowlists for all rules") {
  ConfigSurroundings around;
  around.pattern_error = pattern_error;
  const auto config =
      load_config({"c.toml",
                   "[[rules]]\nid = 'r'\nregex = 'tok=([^ ]+)'\n"
                   "[[allowlists]]\nregexes = ['(?i)^qq', 'h$']\n"},
                  around);
  REQUIRE(config.has_value());
  const RuleSet& rules = config->rules;
  CHECK(verdict_on(rules, "tok=QQ7h2").drop == Drop::kAllowlist);
  CHECK(verdict_on(rules, "tok=7H").drop == Drop::kAllowlist);
  CHECK(verdict_on(rules, "tok=7h2").drop == Drop::kNone);
}

TEST_CASE("judge: a wrong checksum lowers the confidence") {
  const RuleSet rules = rule_with(
      "regex = 'ghp_[0-9A-Za-z]{36}'\nconfidence = \"high\"\n"
      "checksum = \"crc32-base62\"\n");
  const std::string body = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ";
  CHECK(verdict_on(rules, "ghp_" + body + "0mLq17").confidence ==
        Confidence::kHigh);
  CHECK(verdict_on(rules, "ghp_" + body + "0mLq18").confidence ==
        Confidence::kLow);
}

TEST_CASE("judge: what a check says moves the confidence, or drops") {
  const auto told = [](std::string_view confidence, std::string_view more,
                       const std::string& header) {
    const std::string text =
        "tok=" + made::base64_url(header) + "." +
        made::base64_url(R"({"sub":"7","iss":"loom"})") + "." +
        std::string("kX0bT8pQ2mZ7vW4cR9nL1sD6gH3jF5yA0eU8iO2tB7k");
    return verdict_on(
        rule_with("regex = 'tok=([0-9A-Za-z._-]+)'\nchecksum = \"jwt\"\n"
                  "confidence = \"" +
                  std::string(confidence) + "\"\n" + std::string(more)),
        text);
  };
  const std::string right = R"({"alg":"HS256"})";
  const std::string odd = R"({"alg":"HS512"})";
  CHECK(told("low", "", right).confidence == Confidence::kMedium);
  CHECK(told("medium", "", right).confidence == Confidence::kHigh);
  CHECK(told("high", "", right).confidence == Confidence::kHigh);
  CHECK(told("medium", "", right).checksum == ChecksumVerdict::kValid);
  CHECK(told("medium", "", right).detail == "HS256, issued by loom");
  CHECK(told("high", "", odd).confidence == Confidence::kMedium);
  CHECK(told("medium", "", odd).confidence == Confidence::kLow);
  CHECK(told("low", "", odd).confidence == Confidence::kLow);
  CHECK(told("high", "", odd).checksum == ChecksumVerdict::kInvalid);
  CHECK(told("high", "", R"({"typ":"JWT"})").confidence == Confidence::kLow);
  CHECK(told("high", "", R"({"typ":"JWT"})").drop == Drop::kNone);
  CHECK(told("high", "", R"({"x":1})").drop == Drop::kStructure);
  // What is dropped for another reason is not checked.
  const Verdict allowed =
      told("high", "[[rules.allowlists]]\nregexes = ['eyJ']\n", right);
  CHECK(allowed.drop == Drop::kAllowlist);
  CHECK(allowed.detail.empty());
}

TEST_CASE("judge: published examples") {
  const RuleSet rules = rule_with(
      "regex = '(AKIA[A-Z2-7]{16})'\nchecksum = \"aws-key-id\"\n"
      "plausible = false\n");
  CHECK(verdict_on(rules, "AKIAIOSFODNN7EXAMPLE").drop == Drop::kKnownExample);
}

TEST_CASE("judge: a right checksum outweighs a word of placeholders") {
  const RuleSet rules =
      rule_with("regex = 'ghp_[0-9A-Za-z]{36}'\nchecksum = \"crc32-base62\"\n");
  CHECK(verdict_on(rules,
                   "ghp_exampleexampleexampleexample12"
                   "000000")
            .drop == Drop::kPlaceholder);
  CHECK(verdict_on(rules,
                   "ghp_sampleBuTSOoRi4A9spHcVY5ncnsDk"
                   "3SxQVo")
            .drop == Drop::kNone);
}

TEST_CASE(
    "judge: a delimiter that the pattern takes from the next line does not "
    "bring that line's comment with it") {
  const RuleSet rules =
      rule_with("regex = '(?:^|[^a-z])(tok[0-9]{4})(?:[^0-9]|$)'\n");
  CHECK(verdict_on(rules, "tok1357\nx = 1 # sluice:allow").drop == Drop::kNone);
  CHECK(verdict_on(rules, "# sluice:allow\ntok1357").drop == Drop::kNone);
}

TEST_CASE("judge: the first word of a sentence is no password") {
  const RuleSet rules =
      rule_with("regex = 'password=([^ \\n]+)'\nvalue = \"password\"\n");
  const auto drop = [&](std::string_view text) {
    return verdict_on(rules, text, "conf/app.properties").drop;
  };
  CHECK(drop("password=Enter your own\n") == Drop::kText);
  CHECK(drop("password=Larchgate\n") == Drop::kNone);
  CHECK(drop("password=larchgate and more\n") == Drop::kNone);
}

TEST_CASE("judge: a vendor's rule that is not sure asks for a drawn value") {
  const auto confidence = [](std::string_view keys, std::string_view path,
                             std::string_view value) {
    const RuleSet rules =
        rule_with("regex = 'tok=([^ ]+)'\n" + std::string(keys));
    return name_of(
        verdict_on(rules, "tok=" + std::string(value), path).confidence);
  };
  const std::string_view drawn = "q7h2k9x4";
  const std::string_view composed = "larchgate7";
  const std::string_view words = "larchgate";
  constexpr std::string_view kProvider = "provider = 'p'\n";
  CHECK(confidence(kProvider, "src/a.py", drawn) == "medium");
  CHECK(confidence(kProvider, "tests/a.py", drawn) == "medium");
  CHECK(confidence(kProvider, "src/a.py", composed) == "medium");
  CHECK(confidence(kProvider, "tests/a.py", composed) == "low");
  CHECK(confidence(kProvider, "src/a.py", words) == "medium");
  CHECK(confidence(kProvider, "tests/a.py", words) == "low");
  CHECK(confidence("provider = 'p'\nconfidence = 'high'\n", "tests/a.py",
                   words) == "high");
  // A rule of the user's own means what it says.
  CHECK(confidence("", "tests/a.py", drawn) == "medium");
  CHECK(confidence("", "tests/a.py", words) == "medium");
  CHECK(confidence("", "src/a.py", words) == "medium");
  CHECK(confidence("", "tests/aes/kat.txt", words) == "medium");
  CHECK(confidence("confidence = 'low'\n", "src/a.py", drawn) == "low");
}

}  // namespace sluice::judge_test

#include "gitleaks/detector/detector.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "fs/file_system.h"
#include "gitleaks/go/text.h"
#include "match/pattern.h"
#include "rules/config.h"

namespace sluice::detector_test {

std::unique_ptr<GitleaksRules> rules_from(
    const std::string& toml, std::vector<std::string> enabled = {}) {
  Result<LoadedConfig> config =
      load_config({"test.toml", toml},
                  {.read = [](const std::string&) -> Result<std::string> {
                     return fail(ErrorCode::kIo, "there are no files here");
                   },
                   .pattern_error = pattern_error,
                   .default_rules = {}});
  REQUIRE_MESSAGE(config.has_value(), config.error().message);
  auto rules = GitleaksRules::create(std::move(config->rules), enabled);
  REQUIRE_MESSAGE(rules.has_value(), rules.error().message);
  return std::move(*rules);
}

std::vector<GitleaksFinding> detect(const GitleaksRules& rules,
                                    const std::string& text,
                                    const std::string& file = "f.txt",
                                    DetectorOptions options = {}) {
  const Detector detector(rules, options);
  DetectorScratch scratch;
  std::vector<GitleaksFinding> leaks;
  detector.detect({text, file, "", 1}, scratch, &leaks);
  return leaks;
}

std::vector<GitleaksFinding> detect(const std::string& toml,
                                    const std::string& text,
                                    const std::string& file = "f.txt",
                                    DetectorOptions options = {}) {
  return detect(*rules_from(toml), text, file, options);
}

std::string rule(const std::string& body, const std::string& id = "r") {
  return "[[rules]]\nid = '" + id + "'\n" + body + "\n";
}

std::vector<std::string> secrets(const std::vector<GitleaksFinding>& leaks) {
  std::vector<std::string> all;
  for (const GitleaksFinding& leak : leaks) all.push_back(leak.secret);
  return all;
}

using Strings = std::vector<std::string>;

TEST_CASE("detector: columns are one too large but on the first line") {
  const auto leaks = detect(rule("regex = 'x[0-9]'"), "x1 x2\nx3 x4\n x5");
  REQUIRE(leaks.size() == 5);
  CHECK(leaks[0].start_column == 1);
  CHECK(leaks[0].end_column == 2);
  CHECK(leaks[1].start_column == 4);
  CHECK(leaks[2].start_line == 2);
  CHECK(leaks[2].start_column == 2);
  CHECK(leaks[2].end_column == 3);
  CHECK(leaks[4].start_line == 3);
  CHECK(leaks[4].start_column == 3);
}

TEST_CASE("detector: an allow comment counts where gitleaks sees the line") {
  const std::string r = rule("regex = 'x[0-9]'");
  CHECK(secrets(detect(r, "x1 gitleaks:allow\nx2\nx3\n")) ==
        Strings{"x2", "x3"});
  CHECK(secrets(detect(r, "x1 gitleaks:allow\n", "f",
                       {.ignore_allow_comments = true})) == Strings{"x1"});
  // On a last line without an end, all lines before it count too.
  CHECK(detect(r, "gitleaks:allow\n\n\nx3").empty());
  CHECK(detect(rule("regex = '(?s)x.y'"), "x\ny gitleaks:allow\n").empty());
}

TEST_CASE("detector: the secret is taken from the match alone") {
  CHECK(secrets(detect(rule("regex = 'a(b)?=(c*)(d)'"), "a=d ab=cd")) ==
        Strings{"d", "b"});
  CHECK(secrets(detect(rule("regex = 'a(b)?=(c*)(d)'\nsecretGroup = 2"),
                       "a=d a=ccd")) == Strings{"", "cc"});
  // Without the byte before it, it matches no more: then the whole match is the
  // secret.
  CHECK(secrets(detect(rule("regex = '''\\Bx(\\w)'''"), "ax1")) ==
        Strings{"x1"});
}

TEST_CASE("detector: line ends around a match go") {
  const auto leaks = detect(rule("regex = '''\\n+x1\\n*'''"), "a\n\nx1\n\nb\n");
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].match == "x1");
  CHECK(leaks[0].start_line == 2);
  CHECK(leaks[0].start_column == 1);
}

TEST_CASE("detector: entropy must lie above the bound") {
  CHECK(detect(rule("regex = '''k=(\\w+)'''\nentropy = 2"), "k=abcd").empty());
  CHECK(
      detect(rule("regex = '''k=(\\w+)'''\nentropy = 1.99"), "k=abcd").size() ==
      1);
  CHECK(rune_entropy("\xC3\xA9\xC3\xA0\xC3\xB6\xC3\xBC") == 1.5);
  CHECK(rune_entropy("\xFF\xFF\xFF\xFF") == doctest::Approx(0));
  // A byte of no character counts as U+FFFD.
  CHECK(rune_entropy("\xFF\xEF\xBF\xBD") == 0.5);
  CHECK(rune_entropy("") == 0);
}

TEST_CASE("detector: keywords gate rules, those by path too") {
  const std::string by_path = rule("path = 'f'\nkeywords = ['Word']");
  CHECK(detect(by_path, "nothing").empty());
  const auto leaks = detect(by_path, "a wORD");
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].match == "file detected: f.txt");
  CHECK(leaks[0].start_line == 0);
  CHECK(leaks[0].entropy == 0);
  CHECK(detect(rule("regex = 'x1'\nkeywords = ['y']"), "x1").empty());
  CHECK(detect(rule("regex = 'x1'\nkeywords = ['k']"), "x1 \xE2\x84\xAA")
            .size() == 1);
}

TEST_CASE("detector: a generic rule gives way on the same line") {
  const std::string generic = rule("regex = 'x[0-9]'", "some-GENERIC-one");
  CHECK(secrets(detect(generic + rule("regex = 'ax[0-9]'", "specific"),
                       "ax1\nx2\n")) == Strings{"ax1", "x2"});
  // Only to a secret that contains its own.
  CHECK(secrets(detect(generic + rule("regex = 'a(x)[0-9]'", "specific"),
                       "ax1\nx2\n")) == Strings{"x", "x1", "x2"});
}

TEST_CASE("detector: required rules") {
  const std::string rules =
      rule("regex = 'usr[0-9]'\n[[rules.required]]\nid = 'q'\nwithinLines = 1",
           "p") +
      rule("regex = 'pwd[0-9]'\nskipReport = true\nkeywords = ['no']", "q");
  const auto leaks = detect(rules, "usr1\npwd2\n\nusr3\n");
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].secret == "usr1");
  REQUIRE(leaks[0].required.size() == 1);
  CHECK(leaks[0].required[0].secret == "pwd2");
  CHECK(leaks[0].required[0].start_line == 2);
  // A required rule that is left out is never met.
  CHECK(detect(*rules_from(rules, {"p"}), "usr1 pwd1\n").empty());
  CHECK(!GitleaksRules::create(rules_from(rules)->rules(), {"z"}).has_value());
}

TEST_CASE("detector: decoded text is matched, the file's own is located") {
  const std::string r = rule("regex = 'tok_[a-z]{8}'\ntags = ['t']");
  // tok_abcdefgh, in hexadecimal with a word after it.
  const std::string text = "a\nb 746f6b5f6162636465666768206d6f72652e2e2e c\n";
  const auto leaks = detect(r, text);
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].secret == "tok_abcdefgh");
  CHECK(leaks[0].start_line == 2);
  CHECK(leaks[0].start_column == 4);
  CHECK(leaks[0].end_column == 43);
  CHECK(leaks[0].tags == Strings{"decoded:hex", "decode-depth:1"});
  CHECK(detect(r, text, "f", {.max_decode_depth = 0}).empty());
}

TEST_CASE("detector: rules that ask for a path") {
  const std::string r = rule("regex = 'x1'\npath = '''\\.py$'''");
  CHECK(detect(r, "x1", "a.py").size() == 1);
  CHECK(detect(r, "x1", "a.c").empty());
}

}  // namespace sluice::detector_test

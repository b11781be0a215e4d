// The reports on candidates that are not findings (--explain-drops).
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "scan/unit/pipeline.h"
#include "support/effort.h"
#include "support/fake_fs.h"
#include "support/load.h"
#include "support/scan_file.h"

namespace sluice::drops_test {

// Each candidate of these rules meets another fate.
constexpr std::string_view kRules = R"toml(
[[rules]]
id = "token"
provider = "vendor"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
[[rules.allowlists]]
description = "samples"
regexes = ['''^tok_00''']
[[rules]]
id = "any-token"
regex = '''tok_[0-9a-z]{12}'''
confidence = "low"
plausible = false
[[rules]]
id = "dull"
regex = '''dull-[a-z]{9}'''
entropy = 3
plausible = false
[[rules]]
id = "digits"
regex = '''code-([a-z0-9]{6})'''
min_digits = 2
[[rules]]
id = "assignment"
regex = '''pass = "([^"\n]{4,30})"'''
[[rules]]
id = "main"
regex = '''main-[a-z]{5}'''
[[rules.required]]
id = "beside"
withinLines = 1
[[rules]]
id = "beside"
regex = '''beside-[a-z]{5}'''
skipReport = true
[[rules]]
id = "worded"
regex = '''w-[a-z]{5}'''
keywords = ["acme"]
)toml";

ScannedFile run(const Engine& engine, std::string_view content,
                const PipelineOptions& options) {
  FakeFs fs;
  fs.file("f", std::string(content));
  const Judge judge(engine.rules());
  return scan_file(fs, engine, judge, "f", options);
}

using Fact = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t,
                        std::uint64_t, std::string, std::string, std::string>;

Fact fact(const Finding& finding, std::string_view reason) {
  return {finding.start.byte,   finding.end.byte, finding.start.line,
          finding.start.column, finding.secret,   std::string(finding.rule->id),
          std::string(reason)};
}

std::vector<Fact> dropped_in(const ScannedFile& result) {
  std::vector<Fact> facts;
  if (result.report)
    for (const Dropped& dropped : result.report->dropped)
      facts.push_back(fact(dropped.finding, dropped.reason));
  return facts;
}

std::vector<Fact> found_in(const ScannedFile& result) {
  std::vector<Fact> facts;
  if (result.report)
    for (const Finding& finding : result.report->findings)
      facts.push_back(fact(finding, finding.excerpt + finding.fingerprint));
  return facts;
}

// Random lines with something for each rule.
std::string made_text(unsigned seed, std::size_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "tok_1123a89b4c6f",
      "tok_0023a89b4c6f",
      "tok_zz23a89b4c6f",
      "dull-aabbaabba",
      "dull-abcdefghi",
      "code-ab12cd",
      "code-abcde1",
      "pass = \"Hickory-tree7\"",  // sluice:allow
      "pass = \"changeme\"",
      "main-words",
      "beside-words",
      "w-words",
      "tok_2123a89b4c6f // sluice:allow\n",
      "\n",
      "\n\n\n",
      "some words between "};
  std::mt19937 random(seed);
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i)
    text += std::string(kPieces[random() % std::size(kPieces)]) +
            (random() % 3 == 0 ? "\n" : " ");
  if (random() % 2 == 0) text += "acme";
  return text;
}

std::size_t candidates_in(const Engine& engine, std::string_view text) {
  FileMatch file;
  MatchScratch scratch;
  std::vector<Candidate> candidates;
  file.begin("f", false);
  engine.scan({text, 0, 0, text.size()}, file, scratch, &candidates);
  return candidates.size();
}

TEST_CASE("drops: the reason for each fate") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  const ScannedFile result = run(*engine,
                                 "tok_0023a89b4c6f\n"                  // 1
                                 "tok_1123a89b4c6f\n"                  // 2
                                 "tok_2123a89b4c6f  # sluice:allow\n"  // 3
                                 "dull-aabbaabba\n"                    // 4
                                 "code-abcde1\n"                       // 5
                                 "pass = \"changeme\"\n"               // 6
                                 "main-words\n"                        // 7
                                 "w-words\n"                           // 8
                                 "beside-words\n"                      // 9
                                 "tok_zz23a89b4c6f\n",                 // 10
                                 {.choices = {Confidence::kMedium, true}});
  REQUIRE(result.report);
  CHECK(result.report->findings.size() == 1);
  std::string told;
  for (const Dropped& dropped : result.report->dropped)
    told += fmt::format("{} {}: {}\n", dropped.finding.start.line,
                        dropped.finding.rule->id, dropped.why);
  CHECK(told ==
        "1 any-token: confidence low, below medium\n"
        "1 token: an exception in the rules: samples\n"
        "2 any-token: token is reported instead\n"
        "3 any-token: allowed by a comment\n"
        "3 token: allowed by a comment\n"
        "4 dull: entropy 2.26, below 3.00\n"
        "5 digits: 1 digit, fewer than 2\n"
        "6 assignment: a placeholder for a secret\n"
        "7 main: no finding of beside is near\n"
        "8 worded: the file contains none of the rule's keywords\n"
        "9 beside: the rule only serves other rules\n"
        "10 any-token: confidence low, below medium\n");
}

TEST_CASE("drops: nothing is kept unless asked for") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  CHECK_FALSE(run(*engine, "pass = \"changeme\"\n", {}).report);
  const ScannedFile told = run(*engine, "pass = \"changeme\"\n",
                               {.choices = {.explain_drops = true}});
  REQUIRE(told.report);
  CHECK(told.report->findings.empty());
  CHECK(told.report->dropped.size() == 1);
}

TEST_CASE(
    "drops: findings stay the same, each candidate is found or dropped, and "
    "any size of view tells the same") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  for (const std::uint32_t seed : test::seeds(60, 600)) {
    const std::string text = made_text(seed, seed < 50 ? 40 : 2000);
    CAPTURE(seed);
    PipelineOptions options;
    options.choices.min_confidence = static_cast<Confidence>(seed % 3);
    const ScannedFile plain = run(*engine, text, options);
    options.choices.explain_drops = true;
    const ScannedFile told = run(*engine, text, options);
    CHECK(found_in(told) == found_in(plain));
    CHECK(told.counts.below_confidence == plain.counts.below_confidence);
    CHECK(dropped_in(plain).empty());
    const std::vector<Fact> dropped = dropped_in(told);
    CHECK(std::ranges::is_sorted(dropped, {}, [](const Fact& one) {
      return std::tuple(std::get<0>(one), std::get<1>(one), std::get<5>(one));
    }));
    CHECK(dropped.size() + found_in(told).size() ==
          candidates_in(*engine, text));
    options.owned_bytes = 64 + 100 * (seed % 7);
    CHECK(dropped_in(run(*engine, text, options)) == dropped);
  }
}

TEST_CASE("drops: places in a UTF-16 file are the file's") {
  const std::unique_ptr<Engine> engine = engine_of(rules_from(kRules));
  std::string text = "\xFF\xFE";
  for (const char c : std::string_view("\npass = \"changeme\""))
    text += {c, '\0'};
  const ScannedFile result =
      run(*engine, text, {.choices = {.explain_drops = true}});
  REQUIRE(result.report);
  REQUIRE(result.report->dropped.size() == 1);
  const Finding& finding = result.report->dropped[0].finding;
  CHECK(finding.start == Position{2, 9, 20});
  CHECK(finding.end == Position{2, 17, 36});
}

}  // namespace sluice::drops_test

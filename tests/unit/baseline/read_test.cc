#include "baseline/read.h"

#include <doctest/doctest.h>

namespace sluice::read_test {

using Key = BaselineEntry::Key;

ReadBaseline read(std::string_view text) {
  auto result = read_baseline("known", text);
  REQUIRE(result.has_value());
  return *std::move(result);
}

std::string refusal(std::string_view text) {
  const auto result = read_baseline("known", text);
  REQUIRE(!result.has_value());
  CHECK(result.error().message.find("hidden") == std::string::npos);
  return result.error().message;
}

TEST_CASE("baselines: nothing at all") {
  CHECK(read("").entries.empty());
  CHECK(read(" \n\n").entries.empty());
}

TEST_CASE("baselines: .gitleaksignore") {
  const ReadBaseline known = read(
      "# why\n"
      "\n"
      "src\\a.py:some-rule:12 \r\n"
      "0123abcd:./b.py:other.rule:7\n"
      "a line that is none\n"
      "a:b:12x\n");
  CHECK(known.format == BaselineFormat::kGitleaksIgnore);
  REQUIRE(known.entries.size() == 2);
  CHECK(known.entries[0].key == Key::kPlace);
  CHECK(known.entries[0].path == "src/a.py");
  CHECK(known.entries[0].rule == "some-rule");
  CHECK(known.entries[0].first_line == 12);
  CHECK(known.entries[0].line == 3);
  CHECK(known.entries[1].commit == "0123abcd");
  CHECK(known.entries[1].path == "b.py");
  REQUIRE(known.warnings.size() == 2);
  CHECK(known.warnings[0].starts_with("known:5: "));
  CHECK(known.warnings[1].starts_with("known:6: "));
}

TEST_CASE("baselines: .betterleaksignore") {
  const std::string digits =
      "578AC6E337BF3EE8D8979DAE3E4610065BAA12497914BEFA541D7A81E97A66D3";
  const ReadBaseline known =
      read("  " + digits + "\t\n" +  //
           "src/a.py:some-rule:12\n" + "sha256:" + digits + "\n" +
           digits.substr(1) + "\n");
  REQUIRE(known.entries.size() == 2);
  CHECK(known.entries[0].key == Key::kSecretSha256);
  CHECK(known.entries[0].value ==
        "578ac6e337bf3ee8d8979dae3e4610065baa12497914befa541d7a81e97a66d3");
  CHECK(known.entries[0].path.empty());
  CHECK(known.entries[0].line == 1);
  CHECK(known.entries[1].key == Key::kPlace);
  // betterleaks does not take these either.
  REQUIRE(known.warnings.size() == 2);
  CHECK(known.warnings[0].starts_with("known:3: "));
}

TEST_CASE("baselines: a report of gitleaks") {
  const ReadBaseline known = read(R"([
 {"RuleID": "r", "File": "src/a.py", "Secret": "hidden", "StartLine": 3,
  "EndLine": 5, "Commit": "c0ffee"},
 {"RuleID": "r", "File": "b.py", "Secret": "REDACTED", "StartLine": 8,
  "EndLine": 8, "Commit": "c0ffee"},
 {"RuleID": "r", "File": "b.py", "Secret": "hid...", "StartLine": 9}
])");
  CHECK(known.format == BaselineFormat::kGitleaksReport);
  REQUIRE(known.entries.size() == 3);
  CHECK(known.entries[0].key == Key::kSecret);
  CHECK(known.entries[0].value == "hidden");
  CHECK(known.entries[0].first_line == 3);
  CHECK(known.entries[0].last_line == 5);
  CHECK(known.entries[0].commit == "c0ffee");
  CHECK(known.entries[1].key == Key::kPlace);
  CHECK(known.entries[1].commit == "c0ffee");
  CHECK(known.entries[2].key == Key::kPlace);
  CHECK(known.entries[2].last_line == 9);
  CHECK(read("[]").entries.empty());
  CHECK(read("null").entries.empty());
}

TEST_CASE("baselines: detect-secrets") {
  const ReadBaseline known = read(R"({
 "version": "1.5.0", "plugins_used": [{"name": "X"}], "filters_used": [],
 "results": {"src/a.py": [
   {"type": "GitHub Token", "filename": "src/a.py",
    "hashed_secret": "e175c6f5f2a92e8623bd9a4820edb4e8c1b0fd10",
    "is_verified": false, "line_number": 2},
   {"type": "Private Key", "filename": "src/a.py",
    "hashed_secret": "be4fc4886bd949b369d5e092eb87494f12e57e5b",
    "is_secret": true, "line_number": 9}]},
 "generated_at": "2026-01-01T00:00:00Z"})");
  CHECK(known.format == BaselineFormat::kDetectSecrets);
  REQUIRE(known.entries.size() == 2);
  CHECK(known.entries[0].key == Key::kSecretSha1);
  CHECK(known.entries[0].path == "src/a.py");
  CHECK(known.entries[1].key == Key::kPlace);
  CHECK(known.entries[1].first_line == 9);
}

TEST_CASE("baselines: kingfisher, in both versions") {
  const ReadBaseline known = read(
      "version: 2\n"
      "fingerprint_algorithm: kingfisher-v1\n"
      "repositories:\n"
      "- id: local:///tmp/demo\n"
      "  findings:\n"
      "  - path: src/a.py\n"
      "    fingerprint: '2297790321092934135'\n"
      "    rule_id: betterleaks.github-pat\n"
      "    line: 2\n"
      "    first_seen_at: 2026-11-22T10:02:31+00:00\n");
  CHECK(known.format == BaselineFormat::kKingfisher);
  REQUIRE(known.entries.size() == 1);
  CHECK(known.entries[0].key == Key::kPlace);
  CHECK(known.entries[0].path == "src/a.py");
  CHECK(known.entries[0].rule == "github-pat");
  CHECK(known.entries[0].first_line == 2);
  CHECK(known.entries[0].line == 6);
  const ReadBaseline older = read(
      "ExactFindings:\n"
      "  matches:\n"
      "  - filepath: demo/src/b.py\n"
      "    fingerprint: '1'\n"
      "    linenum: 52\n"
      "    lastupdated: Mon, 14 Jul 2025 10:17:56 -0700\n"
      "  - {filepath: c.rb/, fingerprint: '2', linenum: 4}\n");
  REQUIRE(older.entries.size() == 2);
  CHECK(older.entries[0].path == "src/b.py");
  CHECK(older.entries[1].path == "c.rb");
}

TEST_CASE("baselines: what is none is refused, and not repeated") {
  CHECK(refusal("hidden text\nof two lines\n").starts_with("known: "));
  CHECK(refusal("[{\"hidden\": 1}]").starts_with("known: "));
  CHECK(refusal("[\"hidden\" oops").starts_with("known: "));
  CHECK(refusal("{\"hidden\": {}}").starts_with("known: "));
  CHECK(refusal("{\"results\": {\"a\": [{}]}}").starts_with("known: "));
  CHECK(refusal("{\"results\": {\"a\": \"hidden\"}}").starts_with("known: "));
  CHECK(refusal("repositories:\n- id: [hidden\n").starts_with("known:"));
  CHECK(refusal("repositories:\n- findings:\n  - {path: hidden}\n")
            .starts_with("known:3: "));
}

}  // namespace sluice::read_test

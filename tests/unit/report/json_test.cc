#include "report/formats/formats.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/effort.h"
#include "text/base64.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::json_test {

using nlohmann::json;
using test::leaks;
using test::Random;
using test::SampleFile;

std::string write_report(const std::vector<FileReport>& files,
                         const Coverage& coverage = {},
                         ReportOptions options = {}) {
  MemoryOutput output;
  const auto made_report = json_report(output, options);
  FindingSink& report = *made_report;
  REQUIRE(report.begin({"1.2.3", "abcd", {.rules = 7}}));
  for (const FileReport& file : files) REQUIRE(report.file(file));
  REQUIRE(report.end(coverage));
  return output.text();
}

json parse(const std::string& text) {
  json parsed = json::parse(text, nullptr, false);
  REQUIRE_FALSE(parsed.is_discarded());
  return parsed;
}

std::string base64_decode(const std::string& text) {
  const std::string alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = (bits << 6) | static_cast<std::uint32_t>(alphabet.find(c));
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>((bits >> held) & 0xFF);
    }
  }
  return out;
}

std::string path_of(const json& item) {
  return item.contains("path_bytes")
             ? base64_decode(item["path_bytes"].get<std::string>())
             : item["path"].get<std::string>();
}

TEST_CASE("base64 follows the vectors of RFC 4648") {
  CHECK(base64_encode("") == "");
  CHECK(base64_encode("f") == "Zg==");
  CHECK(base64_encode("fo") == "Zm8=");
  CHECK(base64_encode("foo") == "Zm9v");
  CHECK(base64_encode("foob") == "Zm9vYg==");
  CHECK(base64_encode("fooba") == "Zm9vYmE=");
  CHECK(base64_encode("foobar") == "Zm9vYmFy");
  CHECK(base64_encode("\xff\xfe\xfb") == "//77");
}

TEST_CASE("a clean report") {
  CHECK(write_report({}) == R"({
  "schema": "sluice/1",
  "tool": {"name":"sluice","version":"1.2.3","rules":7,"rules_sha256":"abcd"},
  "secrets": "masked",
  "findings": [],
  "summary": {
    "secrets_are": "exact",
    "secrets": 0,
    "places": 0,
    "files": 0,
    "by_confidence": [{"name":"high","secrets":0,"places":0},{"name":"medium","secrets":0,"places":0},{"name":"low","secrets":0,"places":0}],
    "by_rule": [],
    "by_provider": [],
    "by_directory": []
  },
  "coverage": {
    "files_scanned": 0,
    "members_scanned": 0,
    "bytes_scanned": 0,
    "skipped": {"ignored":0,"excluded":0,"binary":0,"special":0,"symlink":0,"seen":0,"too_deep":0,"other_filesystem":0,"git_directory":0,"too_large":0},
    "ignored_by": [],
    "ignored_credentials": {"count":0,"first":[]},
    "skipped_paths": [],
    "below_confidence": 0,
    "mistyped": {"count":0,"first":[]},
    "baseline": 0,
    "allowed": 0,
    "allowlisted": 0,
    "self_allowed": 0,
    "policy": {"origin":"default","default_rules":true,"rules_disabled":0},
    "notes": [],
    "incomplete": []
  }
}
)");
}

TEST_CASE("a report with findings in the contract's order") {
  static constexpr std::string_view kTags[] = {"cloud", "key"};
  Rule rule = test::sample_rule();
  rule.provider = "Sample Ltd";
  rule.tags = kTags;
  const Rule plain = test::sample_rule();
  SampleFile file("src/a.env", "x\nkey = abcdefghijklmnopqrst;\np = hunter2\n");
  file.add(rule, "abcdefghijklmnopqrst", 6);
  file.report().findings[0].checksum = ChecksumVerdict::kValid;
  file.report().findings[0].detail = "account 123456789012, \xff";
  file.report().findings[0].entropy = 3.51661;
  file.add(plain, "hunter2");
  file.report().findings[1].confidence = Confidence::kLow;
  SampleFile other("b\xff\\", "tok=ABCDEFGHIJKL");
  other.add(plain, "ABCDEFGHIJKL");
  other.report().findings[0].checksum = ChecksumVerdict::kInvalid;
  other.report().findings[0].confidence = Confidence::kMedium;
  SampleFile empty("unread", "");
  empty.report().incomplete = "why";
  Coverage coverage;
  coverage.files_scanned = 12;
  coverage.bytes_scanned = 3456;
  coverage.below_confidence = 9;
  coverage.mistyped.add({"b\xff", "root/", "0123ab", "sample-token", 3});
  coverage.mistyped.count = 7;
  coverage.baseline = 13;
  coverage.allowed = 14;
  coverage.skipped = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  coverage.allowlisted = 15;
  coverage.self_allowed = 16;
  coverage.policy = {.origin = PolicyOrigin::kRevision,
                     .file = "main:\xff.toml",
                     .revision = "main",
                     .rules = 7,
                     .default_rules = false,
                     .rules_disabled = 17};
  coverage.ignored_by.files = {{".gitignore", 9}, {"a/\xff", 2}};
  coverage.ignored_by.rest = {3, 4};
  coverage.ignored_credentials = {5, {".env", "\xff/.env"}};
  coverage.skipped_paths = {{"link", "root/", Skip::kSymlink},
                            {"\xfe", "", Skip::kTooDeep}};
  coverage.notes = {"cut \xff"};
  coverage.incomplete = {{"unread", "root/", "Permission denied"},
                         {"\xfe", "", "cut \xff"}};
  const std::string print = file.report().findings[0].fingerprint;
  const std::string print2 = file.report().findings[1].fingerprint;
  const std::string print3 = other.report().findings[0].fingerprint;
  CHECK(print3.starts_with("sample-token:b%FF\\:"));
  CHECK(
      write_report({file.report(), empty.report(), other.report()}, coverage) ==
      R"({
  "schema": "sluice/1",
  "tool": {"name":"sluice","version":"1.2.3","rules":7,"rules_sha256":"abcd"},
  "secrets": "masked",
  "findings": [
    {"rule_id":"sample-token","description":"Sample token","provider":"Sample Ltd","confidence":"high","path":"src/a.env","start":{"line":2,"column":7,"byte":8},"end":{"line":2,"column":27,"byte":28},"match_start":{"line":2,"column":1},"match_end":{"line":3,"column":5},"match":"key = abcd********;\np = ","secret":"abcd********","entropy":3.5,"checksum":"valid","detail":"account 123456789012, \\xff","tags":["cloud","key"],"fingerprint":")" +
          print +
          R"(","secret_id":1,"excerpt":{"column":1,"before":"key = ","secret":"abcd****************","after":";"}},
    {"rule_id":"sample-token","description":"Sample token","confidence":"low","path":"src/a.env","start":{"line":3,"column":5,"byte":34},"end":{"line":3,"column":12,"byte":41},"match":"********","secret":"********","checksum":"absent","tags":[],"fingerprint":")" +
          print2 +
          R"(","secret_id":2,"excerpt":{"column":1,"before":"p = ","secret":"*******","after":""}},
    {"rule_id":"sample-token","description":"Sample token","confidence":"medium","path":"b\\xff\\\\","path_bytes":"Yv9c","start":{"line":1,"column":5,"byte":4},"end":{"line":1,"column":17,"byte":16},"match":"AB********","secret":"AB********","checksum":"invalid","tags":[],"fingerprint":"sample-token:b%FF\\:)" +
          print3.substr(print3.size() - 3) +
          R"(","secret_id":3,"excerpt":{"column":1,"before":"tok=","secret":"AB**********","after":""}}
  ],
  "summary": {
    "secrets_are": "exact",
    "secrets": 3,
    "places": 3,
    "files": 2,
    "by_confidence": [{"name":"high","secrets":1,"places":1},{"name":"medium","secrets":1,"places":1},{"name":"low","secrets":1,"places":1}],
    "by_rule": [{"name":"sample-token","secrets":3,"places":3}],
    "by_provider": [{"name":"Sample Ltd","secrets":1,"places":1}],
    "by_directory": [{"name":"src","secrets":2,"places":2},{"name":"./","secrets":1,"places":1}]
  },
  "coverage": {
    "files_scanned": 12,
    "members_scanned": 0,
    "bytes_scanned": 3456,
    "skipped": {"ignored":1,"excluded":2,"binary":3,"special":4,"symlink":5,"seen":6,"too_deep":7,"other_filesystem":8,"git_directory":9,"too_large":10},
    "ignored_by": [{"file":".gitignore","count":9},{"file":"a/\\xff","file_bytes":"YS//","count":2},{"files":3,"count":4}],
    "ignored_credentials": {"count":5,"first":[{"path":".env"},{"path":"\\xff/.env","path_bytes":"/y8uZW52"}]},
    "skipped_paths": [
      {"path":"link","reason":"symlink"},
      {"path":"\\xfe","path_bytes":"/g==","reason":"too_deep"}
    ],
    "below_confidence": 9,
    "mistyped": {"count":7,"first":[{"rule_id":"sample-token","path":"b\\xff","path_bytes":"Yv8=","line":3,"commit":"0123ab"}]},
    "baseline": 13,
    "allowed": 14,
    "allowlisted": 15,
    "self_allowed": 16,
    "policy": {"origin":"revision","default_rules":false,"rules_disabled":17,"file":"main:\\xff.toml","file_bytes":"bWFpbjr/LnRvbWw=","revision":"main"},
    "notes": ["cut \\xff"],
    "incomplete": [
      {"path":"unread","reason":"Permission denied"},
      {"path":"\\xfe","path_bytes":"/g==","reason":"cut \\xff"}
    ]
  }
}
)");
}

TEST_CASE("secrets are shown when told, escaped if they are not UTF-8") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k=abc\\def\xffghi;");
  file.add(rule, "abc\\def\xffghi", 2);
  const json report =
      parse(write_report({file.report()}, {}, {.show_secrets = true}));
  CHECK(report["findings"][0]["secret"] == "abc\\\\def\\xffghi");
  CHECK(report["findings"][0]["match"] == "k=abc\\\\def\\xffghi;");
}

TEST_CASE("where a secret stands, unless it is in a text") {
  const Rule rule = test::sample_rule();
  SampleFile file("a/abcdefgh", "a/abcdefgh");
  file.add(rule, "abcdefgh");
  CHECK(!parse(write_report({file.report()}))["findings"][0].contains(
      "found_in"));
  for (const auto& [place, name] : {std::pair{FoundIn::kName, "name"},
                                    {FoundIn::kLinkTarget, "link target"},
                                    {FoundIn::kRef, "ref"}}) {
    file.report().findings[0].found_in = place;
    CHECK(parse(write_report({file.report()}))["findings"][0]["found_in"] ==
          name);
  }
}

TEST_CASE("entropy has two decimals at most") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "abcdefgh");
  file.add(rule, "abcdefgh");
  for (int hundredths = 0; hundredths <= 800; ++hundredths) {
    file.report().findings[0].entropy = hundredths / 100.0 + 0.0031;
    const std::string text =
        write_report({file.report()}, {}, {.show_secrets = true});
    const std::size_t at = text.find("\"entropy\":") + 10;
    const std::string number = text.substr(at, text.find(',', at) - at);
    CHECK(number.size() <= 4);
    CHECK(std::lround(std::stod(number) * 100) == hundredths);
  }
}

TEST_CASE(
    "entropy of a masked secret is rounded, and that of a short one left out") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k=abcdefghijklmnopqrst; l=abcdefghijklmnopqrs;");
  file.add(rule, "abcdefghijklmnopqrst");
  file.add(rule, "abcdefghijklmnopqrs", 26);
  for (Finding& finding : file.report().findings) finding.entropy = 4.2567;
  const json report = parse(write_report({file.report()}));
  CHECK(report["findings"][0]["entropy"] == 4.3);
  CHECK(!report["findings"][1].contains("entropy"));
}

// Whether `text` contains a control character other than newline, or one that
// would reorder a line on a terminal.
bool has_raw_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return true;
    const std::string_view rest = text.substr(i);
    if (byte == 0xC2 && rest.size() > 1 &&
        static_cast<unsigned char>(rest[1]) < 0xA0)
      return true;
    if (rest.starts_with("\xe2\x80\xae") || rest.starts_with("\xe2\x81\xa7"))
      return true;
  }
  return false;
}

TEST_CASE("any bytes give a document that keeps the names and no secret") {
  const Rule rule = test::sample_rule();
  int with_bytes = 0;
  for (const std::uint32_t seed : test::seeds(300, 3000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(5));
    Coverage coverage;
    coverage.incomplete = {{file.report().location.path, "", random.bytes(9)}};
    const std::string text = write_report({file.report()}, coverage);
    CAPTURE(seed);
    CHECK(is_utf8(text));
    CHECK_FALSE(has_raw_control(text));
    const json report = parse(text);
    REQUIRE(report["findings"].size() == file.report().findings.size());
    for (const json& finding : report["findings"]) {
      CHECK(path_of(finding) == file.report().location.path);
      for (const Finding& other : file.report().findings) {
        CHECK_FALSE(leaks(finding["match"].get<std::string>(), other.secret));
        CHECK_FALSE(leaks(finding["secret"].get<std::string>(), other.secret));
      }
    }
    for (const Finding& other : file.report().findings)
      CHECK_FALSE(leaks(text, other.secret));
    CHECK(path_of(report["coverage"]["incomplete"][0]) ==
          file.report().location.path);
    if (report["findings"][0].contains("path_bytes")) ++with_bytes;

    // In the clear, the document is valid too, and loses nothing that is text.
    const json clear =
        parse(write_report({file.report()}, {}, {.show_secrets = true}));
    for (std::size_t i = 0; i < file.report().findings.size(); ++i) {
      const Finding& finding = file.report().findings[i];
      CHECK(clear["findings"][i]["secret"] == finding.secret);
      if (is_utf8(finding.match))
        CHECK(clear["findings"][i]["match"] == finding.match);
    }
  }
  CHECK(with_bytes > 50);
}

TEST_CASE("what was dropped comes after all findings") {
  const Rule rule = test::sample_rule();
  SampleFile first("a", "k = ABCDEFGHIJKL; p = hunter2\n");
  first.add(rule, "ABCDEFGHIJKL");
  first.add(rule, "hunter2");
  first.report().findings[0].entropy = 3.58496;
  first.drop_each(2, "why");
  SampleFile second("b", "p = hunter3\n");
  second.add(rule, "hunter3");
  const std::string text = write_report({first.report(), second.report()}, {},
                                        {.explain_drops = true});
  const json report = parse(text);
  CHECK(report["findings"].size() == 2);
  CHECK(report["dropped"] == json::parse(R"([{"rule_id": "sample-token",
    "path": "a", "start": {"line": 1, "column": 5, "byte": 4},
    "end": {"line": 1, "column": 17, "byte": 16}, "secret": "AB********",
    "reason": "sample", "explanation": "why"}])"));
  CHECK(text.find("\n  \"dropped\": [\n    {") != std::string::npos);
  CHECK(text.find("}\n  ],\n  \"summary\"") != std::string::npos);
  CHECK(
      write_report({}, {}, {.explain_drops = true}) ==
      std::string(write_report({}))
          .replace(write_report({}).find("[],"), 3, "[],\n  \"dropped\": [],"));
}

TEST_CASE("of what was dropped no secret is shown, whatever the bytes") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(200, 2000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(9));
    file.drop_each(2, random.bytes(9));
    CAPTURE(seed);
    const std::string text =
        write_report({file.report()}, {}, {.explain_drops = true});
    CHECK_FALSE(has_raw_control(text));
    const json report = parse(text);
    REQUIRE(report["dropped"].size() == file.report().dropped.size());
    for (const Finding& other : file.report().findings)
      CHECK_FALSE(leaks(text, other.secret));
    const std::string dropped = report["dropped"].dump();
    for (const Dropped& other : file.report().dropped)
      CHECK_FALSE(leaks(dropped, other.finding.secret));
    const json clear = parse(write_report(
        {file.report()}, {}, {.show_secrets = true, .explain_drops = true}));
    for (std::size_t i = 0; i < file.report().dropped.size(); ++i)
      CHECK(clear["dropped"][i]["secret"] ==
            file.report().dropped[i].finding.secret);
  }
}

// The documents and the names in them, as Python reads them.
TEST_CASE("Python reads the same") {
  char name[] = "/tmp/sluice-json-test-XXXXXX";
  const int fd = ::mkstemp(name);
  REQUIRE(fd >= 0);
  ::close(fd);
  {
    std::ofstream out(name, std::ios::binary);
    const Rule rule = test::sample_rule();
    for (const std::uint32_t seed : test::seeds(100, 1000, 1000)) {
      Random random(seed);
      SampleFile file = random_file(random, rule, 2);
      out << write_report({file.report()}) << '\0'
          << base64_encode(file.report().location.path) << '\0';
    }
  }
  const std::string script =
      "import base64, json, sys\n"
      "parts = open(sys.argv[1], 'rb').read().split(b'\\0')[:-1]\n"
      "for text, name in zip(parts[::2], parts[1::2]):\n"
      "  name = base64.b64decode(name, validate=True)\n"
      "  findings = json.loads(text.decode('utf-8'))['findings']\n"
      "  assert findings\n"
      "  for f in findings:\n"
      "    b = f.get('path_bytes')\n"
      "    got = f['path'].encode() if b is None else "
      "base64.b64decode(b, validate=True)\n"
      "    assert got == name, (got, name)\n"
      "print(len(parts) // 2)\n";
  const std::string command =
      "python3 -c \"" + script + "\" " + std::string(name);
  std::FILE* python = ::popen(command.c_str(), "r");
  REQUIRE(python != nullptr);
  char answer[16] = {};
  CHECK(std::fgets(answer, sizeof answer, python) != nullptr);
  CHECK(::pclose(python) == 0);
  CHECK(std::string(answer) == "100\n");
  ::unlink(name);
}

}  // namespace sluice::json_test

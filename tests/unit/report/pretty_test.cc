#include "report/formats/formats.h"

#include <doctest/doctest.h>

#include <regex>

#include "support/effort.h"
#include "text/escape.h"
#include "text/utf8.h"
#include "unit/report/sample.h"

namespace sluice::pretty_test {

using test::leaks;
using test::Random;
using test::SampleFile;

std::string write_report(const std::vector<FileReport>& files,
                         const Coverage& coverage = {},
                         ReportOptions options = {}) {
  MemoryOutput output;
  const auto made_report = pretty_report(output, options);
  FindingSink& report = *made_report;
  REQUIRE(report.begin({"1.2.3", "abcd", {.rules = 7}}));
  for (const FileReport& file : files) REQUIRE(report.file(file));
  REQUIRE(report.end(coverage));
  return output.text();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    REQUIRE(end != std::string::npos);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

TEST_CASE("a report for people") {
  Rule rule = test::sample_rule();
  Rule wordy = rule;
  wordy.id = "wordy-rule";
  wordy.confidence = Confidence::kLow;
  wordy.description =
      "A description that is longer than a terminal is wide, as are many of "
      "those in the rule files of others";
  SampleFile file("app/settings.py",
                  "import os\n\n    token = \"abcdefghijklmnopqrst\"\r\n"
                  "p = 'hunter2', 'ABCDEFGHIJKL'\n",
                  "src/");
  file.add(rule, "abcdefghijklmnopqrst");
  file.report().findings[0].checksum = ChecksumVerdict::kValid;
  file.add(wordy, "hunter2");
  file.add(rule, "ABCDEFGHIJKL");
  file.report().findings[2].checksum = ChecksumVerdict::kInvalid;
  Coverage coverage;
  coverage.files_scanned = 1204;
  coverage.bytes_scanned = 18'300'000;
  coverage.skipped = {12, 0, 0, 0, 3};
  coverage.incomplete = {{"a\x1b[2J.key", "src/", "Permission denied"},
                         {"", "", "Input/output error"}};
  CHECK(
      write_report({file.report()}, coverage) ==
      R"(src/app/settings.py:3:14  sample-token  Sample token (high, checksum valid)
  token = "abcd****************"
           ^~~~~~~~~~~~~~~~~~~~
  sample-token:app/settings.py:f61589

src/app/settings.py:4:6  wordy-rule
  A description that is longer than a terminal is wide, as are many of t… (low)
  p = '*******', 'AB**********'
       ^~~~~~~
  wordy-rule:app/settings.py:88e

src/app/settings.py:4:17  sample-token  Sample token (high, checksum invalid)
  p = '*******', 'AB**********'
                  ^~~~~~~~~~~~
  sample-token:app/settings.py:356

could not read src/a\x1b[2J.key: Permission denied
could not read .: Input/output error
3 secrets in 1 file; 1,204 files (17.5 MiB) scanned;
skipped: 12 ignored, 3 symlinks; 2 paths not read in full
)");
}

TEST_CASE("a clean report for people") {
  CHECK(write_report({}) == "there is no file to scan\n");
}

TEST_CASE("colours are there only when told") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefgh;");
  file.add(rule, "abcdefgh");
  CHECK(write_report({file.report()}).find('\x1b') == std::string::npos);
  const std::string colored =
      write_report({file.report()}, {}, {.color = true});
  CHECK(colored.find("  k = \x1b[1;31m********\x1b[0m;\n"
                     "      \x1b[1;31m^~~~~~~~\x1b[0m\n") != std::string::npos);
  const std::string plain =
      std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), "");
  CHECK(plain == write_report({file.report()}));
}

TEST_CASE("a finding without a line has a heading alone") {
  const Rule rule = test::sample_rule();
  SampleFile file("id_rsa", "");
  file.add(rule, 0, 0);
  const auto lines = lines_of(write_report({file.report()}));
  CHECK(lines[1].starts_with("  sample-token:id_rsa:"));
  CHECK(lines[2].empty());
}

TEST_CASE("a secret of many lines is underlined to the end of the first") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "key: -----BEGIN-----\nabcdefghijkl\n-----END-----\n");
  file.add(rule, "-----BEGIN-----\nabcdefghijkl\n-----END-----");
  const auto lines = lines_of(write_report({file.report()}));
  CHECK(lines[1] == "  key: ----***********");
  CHECK(lines[2] == "       ^~~~~~~~~~~~~~~");
}

TEST_CASE("the caret of a decoded file stands by its text's offsets") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefghijkl;");
  file.add(rule, "abcdefghijkl");
  Finding& finding = file.report().findings[0];
  finding.decoded_byte = finding.start.byte;
  finding.start.byte *= 2;  // as in UTF-16
  finding.end.byte *= 2;
  const auto lines = lines_of(write_report({file.report()}));
  CHECK(lines[1] == "  k = ab**********;");
  CHECK(lines[2] == "      ^~~~~~~~~~~~");
}

// Checked by bytes, apart from the code that escapes.
bool has_raw_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u;
    };
    if ((byte(0) < 0x20 && byte(0) != '\n') || byte(0) == 0x7F) return true;
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return true;
    if (byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xAA &&
        byte(2) <= 0xAE)
      return true;
    if (byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 &&
        byte(2) <= 0xA9)
      return true;
  }
  return false;
}

TEST_CASE("any bytes give lines that fit, without controls or secrets") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(300, 3000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(5));
    file.report().root = random.bytes(3);
    Coverage coverage;
    coverage.incomplete = {{random.bytes(9), random.bytes(3), random.bytes(9)}};
    const std::string text = write_report({file.report()}, coverage);
    CAPTURE(seed);
    CHECK(is_utf8(text));
    CHECK_FALSE(has_raw_control(text));
    const std::string colored =
        write_report({file.report()}, coverage, {.color = true});
    CHECK(std::regex_replace(colored, std::regex("\x1b\\[[0-9;]*m"), "") ==
          text);
    for (const Finding& finding : file.report().findings)
      CHECK_FALSE(leaks(text, finding.secret));
    const std::string clear =
        write_report({file.report()}, coverage, {.show_secrets = true});
    CHECK_FALSE(has_raw_control(clear));
    CHECK(lines_of(clear).size() == lines_of(text).size());
  }
}

// A file of `count` lines that each contain `secret`.
SampleFile repeated(const Rule& rule, std::string path,
                    const std::string& secret, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "k = " + secret + ";\n";
  SampleFile file(std::move(path), text);
  for (std::size_t i = 0; i < count; ++i)
    file.add(rule, i * (secret.size() + 6) + 4, secret.size());
  return file;
}

TEST_CASE("a secret in many places is told in full once") {
  const Rule rule = test::sample_rule();
  SampleFile first = repeated(rule, "a", "ABCDEFGHIJKL", 2);
  SampleFile second = repeated(rule, "b", "ABCDEFGHIJKL", 17);
  first.add(rule, "CDEFGH");
  CHECK(write_report({first.report(), second.report()}) ==
        "a:1:5  sample-token  Sample token (high)\n"
        "  k = AB**********;\n"
        "      ^~~~~~~~~~~~\n"
        "  sample-token:a:bc3\n\n"
        "a:2:5  sample-token  the secret of a:1:5\n\n"
        "a:1:7  sample-token  Sample token (high)\n"
        "  k = AB**********;\n"
        "        ^~~~~~\n"
        "  sample-token:a:038\n\n"
        "b:1:5  sample-token  the secret of a:1:5\n"
        "b:2:5  sample-token  the secret of a:1:5\n"
        "b:3:5  sample-token  the secret of a:1:5\n"
        "b:4:5  sample-token  the secret of a:1:5\n\n"
        "and 13 more places of the secret of a:1:5\n\n"
        "2 secrets in 20 places in 2 files; 0 files (0 B) scanned\n");
}

TEST_CASE("of many secrets in many places the last are counted") {
  const Rule rule = test::sample_rule();
  std::vector<FileReport> files;
  for (std::size_t i = 10; i < 35; ++i)
    files.push_back(
        repeated(rule, "f" + std::to_string(i), "secret" + std::to_string(i), 8)
            .report());
  const std::string text = write_report(files);
  CHECK(text.find("and 2 more places of the secret of f29:1:5\n"
                  "and 10 more places of 5 other secrets\n\n"
                  "secrets   places  rule\n"
                  "     25      200  sample-token\n\n") != std::string::npos);
}

TEST_CASE("a million places give few lines") {
  const Rule rule = test::sample_rule();
  SampleFile file = repeated(rule, "a", "ABCDEFGHIJKL", 1000);
  MemoryOutput output;
  const auto made_report = pretty_report(output, {});
  FindingSink& report = *made_report;
  REQUIRE(report.begin({"1.2.3", "abcd", {.rules = 7}}));
  for (int i = 0; i < 1000; ++i) REQUIRE(report.file(file.report()));
  REQUIRE(report.end({}));
  CHECK(lines_of(output.text()).size() < 30);
  // They came as parts of one file.
  CHECK(output.text().ends_with(
      "1 secret in 1,000,000 places in 1 file; 0 files (0 B) scanned\n"));
}

TEST_CASE("a long report ends with its groups and what to do next") {
  const Rule rule = test::sample_rule();
  const auto report_of = [&](std::size_t places) {
    return write_report(
        {repeated(rule, "src/app/deep/a", "ABCDEFGHIJKL", places).report()});
  };
  CHECK(report_of(20).find("directory") == std::string::npos);
  const std::string text = report_of(1'021);
  CHECK(text.ends_with(
      "and 1,015 more places of the secret of src/app/deep/a:1:5\n\n"
      "secrets   places  rule\n"
      "      1    1,021  sample-token\n\n"
      "secrets   places  directory\n"
      "      1    1,021  src/app\n\n"
      "next: `-o report.html` writes a page that groups, searches and marks "
      "them;\n"
      "`sluice baseline write` lists them as known, so that later scans report "
      "only new\nones\n\n"
      "1 secret in 1,021 places in 1 file; 0 files (0 B) scanned\n"));
  const std::string quiet = write_report(
      {repeated(rule, "a", "ABCDEFGHIJKL", 30).report()}, {}, {.quiet = true});
  CHECK(quiet.find("next:") == std::string::npos);
}

TEST_CASE("high confidence first, each confidence in the order of the scan") {
  const Rule rule = test::sample_rule();
  std::vector<FileReport> files;
  const Confidence levels[] = {Confidence::kLow, Confidence::kHigh,
                               Confidence::kMedium, Confidence::kHigh,
                               Confidence::kMedium};
  std::string path = "a";
  for (const Confidence level : levels) {
    SampleFile file = repeated(rule, path, "ABCDEFGHIJKL", 2);
    for (Finding& one : file.report().findings) one.confidence = level;
    files.push_back(file.report());
    ++path[0];
  }
  const std::string text = write_report(files, {}, {.high_first = true});
  std::string order;
  for (const std::string& line : lines_of(text))
    if (line.find("  sample-token  ") == 5) order += line[0];
  CHECK(order == "bbddcceeaa");
  // The first place of a confidence is shown in full.
  CHECK(text.find("c:1:5  sample-token  Sample token (medium)") !=
        std::string::npos);
  CHECK(text.find("e:1:5  sample-token  the secret of c:1:5") !=
        std::string::npos);
  CHECK(lines_of(write_report(files))[0].starts_with("a:1:5"));
}

TEST_CASE("what waits is bounded") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefgh;");
  file.add(rule, "abcdefgh");
  file.report().findings[0].confidence = Confidence::kLow;
  file.report().findings[0].fingerprint = std::string(1'000'000, 'f');
  MemoryOutput output;
  const auto report = pretty_report(output, {.high_first = true});
  REQUIRE(report->begin({"1.2.3", "abcd", {.rules = 7}}));
  for (int i = 0; i < 3; ++i) {
    file.report().findings[0].secret =
        std::string(1, static_cast<char>('a' + i));
    REQUIRE(report->file(file.report()));
  }
  CHECK(output.text().empty());
  for (int i = 3; i < 6; ++i) {
    file.report().findings[0].secret =
        std::string(1, static_cast<char>('a' + i));
    REQUIRE(report->file(file.report()));
  }
  CHECK(output.text().size() > 5'000'000);
}

TEST_CASE("the fingerprint is shown") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefgh;");
  file.add(rule, "abcdefgh");
  file.report().findings[0].fingerprint = "sample-token:a\x1b:123";
  CHECK(lines_of(write_report({file.report()}))[3] ==
        "  sample-token:a\\x1b:123");
}

TEST_CASE("what could not be read is named up to a bound") {
  Coverage coverage;
  for (int i = 0; i < 21; ++i)
    coverage.incomplete.push_back({std::to_string(i), "", "why"});
  const std::string text = write_report({}, coverage);
  CHECK(text.find("could not read 4: why\ncould not read 16 more (`-f json`") !=
        std::string::npos);
  CHECK(text.find("could not read 5") == std::string::npos);
}

TEST_CASE("quiet is what was found and what was not read") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefgh;");
  file.add(rule, "abcdefgh");
  Coverage coverage;
  coverage.notes = {"a note"};
  coverage.incomplete = {{"b", "", "why"}};
  CHECK(write_report({file.report()}, coverage, {.quiet = true}) ==
        "a:1:5  sample-token  Sample token (high)\n"
        "  k = ********;\n"
        "      ^~~~~~~~\n"
        "  sample-token:a:3df\n\n"
        "could not read b: why\n");
  CHECK(write_report({}, {}, {.quiet = true}).empty());
}

TEST_CASE("a scan that was ended early is said so once") {
  Coverage coverage;
  coverage.interrupted = true;
  coverage.notes = {"interrupted: 0 files scanned, the rest was not", "other"};
  CHECK(write_report({}, coverage) ==
        "note: other\n"
        "interrupted: no secrets found; 0 files (0 B) scanned, the rest was "
        "not\n");
}

TEST_CASE("forty columns are enough") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(200, 2000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(5));
    file.report().location = "f";
    if (seed % 2 == 0) file.drop_each(2, random.bytes(random.below(60)));
    const std::string text = write_report(
        {file.report()}, {}, {.explain_drops = true, .columns = 40});
    CAPTURE(seed);
    const auto lines = lines_of(text);
    for (const std::string& line : lines)
      // A fingerprint is one word, to be copied; a reason is never cut.
      if (!line.starts_with("  sample-token:") &&
          !line.starts_with("  not reported: "))
        CHECK(columns_of(line) <= 40);
  }
}

TEST_CASE(
    "marks that leave nothing of the description have lines of their own") {
  const Rule rule = test::sample_rule();
  SampleFile file("a", "k = abcdefgh;");
  file.add(rule, "abcdefgh");
  Finding& finding = file.report().findings.front();
  finding.checksum = ChecksumVerdict::kValid;
  finding.self_allowed = true;
  finding.decoded.assign(5, "quoted-printable");
  const auto heading = [&](std::size_t columns) {
    const std::string text =
        write_report({file.report()}, {}, {.columns = columns});
    return text.substr(0, text.find("\n  k =") + 1);
  };
  CHECK(
      heading(80) ==
      "a:1:5  sample-token\n"
      "  Sample token\n"
      "  (high, checksum valid, in quoted-printable, quoted-printable,\n"
      "  quoted-printable, quoted-printable, quoted-printable, allowed by the "
      "change\n"
      "  itself)\n");
  finding.decoded.clear();
  CHECK(
      heading(80) ==
      "a:1:5  sample-token\n"
      "  Sample token (high, checksum valid, allowed by the change itself)\n");
  for (std::size_t columns = 40; columns <= 80; ++columns)
    for (const std::string& line : lines_of(heading(columns)))
      CHECK(columns_of(line) <= columns);
}

TEST_CASE("what was dropped has a line or two") {
  const Rule rule = test::sample_rule();
  SampleFile file("app/settings.py", "k = ABCDEFGHIJKL; p = hunter2\n", "src/");
  file.add(rule, "ABCDEFGHIJKL");
  file.drop_each(1, "short");
  file.add(rule, "hunter2");
  SampleFile other("b", "k = ABCDEFGHIJKL\n");
  other.add(rule, "ABCDEFGHIJKL");
  other.drop_each(1, std::string(90, 'w'));
  CHECK(write_report({file.report(), other.report()}, {},
                     {.explain_drops = true}) ==
        "src/app/settings.py:1:23  sample-token  Sample token (high)\n"
        "  k = ABCDEFGHIJKL; p = *******\n"
        "                        ^~~~~~~\n"
        "  sample-token:app/settings.py:88d\n\n"
        "src/app/settings.py:1:5  sample-token  "
        "not reported: short (AB********)\n\n"
        "b:1:5  sample-token\n"
        "  not reported: " +
            std::string(90, 'w') +
            " (AB********)\n\n"
            "2 candidates not reported\n"
            "1 secret in 1 file; 0 files (0 B) scanned\n");
  CHECK(write_report({}, {}, {.explain_drops = true}) ==
        "0 candidates not reported\n"
        "there is no file to scan\n");
}

TEST_CASE("of what was dropped any bytes give lines that fit") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(200, 2000)) {
    Random random(seed);
    SampleFile file = random_file(random, rule, 1 + random.below(9));
    file.report().location = "f";
    file.drop_each(1, random.bytes(random.below(60)));
    CAPTURE(seed);
    for (const bool clear : {false, true}) {
      const std::string text = write_report(
          {file.report()}, {}, {.show_secrets = clear, .explain_drops = true});
      CHECK(is_utf8(text));
      CHECK_FALSE(has_raw_control(text));
      for (std::string line : lines_of(text)) {
        std::size_t columns = 0;
        for (std::string_view rest = line; !rest.empty();) {
          const VisibleChar visible = next_visible(rest);
          columns += visible.columns;
          rest.remove_prefix(visible.size);
        }
        // A reason is never cut.
        CHECK((columns <= 80 || line.starts_with("  not reported: ")));
      }
      for (const Dropped& dropped : file.report().dropped)
        if (!clear) CHECK_FALSE(leaks(text, dropped.finding.secret));
    }
  }
}

TEST_CASE("the caret is under the secret") {
  const Rule rule = test::sample_rule();
  for (const std::uint32_t seed : test::seeds(500, 4000)) {
    Random random(seed);
    const std::string secret = random.letters(6 + random.below(40));
    std::string before;
    for (std::size_t i = random.below(700); i > 0; --i)
      before += "abc=\t \"(,"[random.below(9)];
    std::string after;
    for (std::size_t i = random.below(700); i > 0; --i)
      after += "abc=\t \"(,"[random.below(9)];
    SampleFile file("a", "first\n" + before + secret + after + "\nlast");
    file.add(rule, 6 + before.size(), secret.size());
    CAPTURE(seed);
    auto lines =
        lines_of(write_report({file.report()}, {}, {.show_secrets = true}));
    // The ellipsis counts as the one column that it takes.
    const std::string line =
        std::regex_replace(lines[1], std::regex("\u2026"), ".");
    const std::size_t caret = lines[2].find('^');
    CHECK(line.size() <= 80);
    REQUIRE(caret != std::string::npos);
    CHECK(line.substr(caret, secret.size()) == secret);
    CHECK(lines[2].substr(caret) == "^" + std::string(secret.size() - 1, '~'));
    // Masked, the columns stay.
    auto masked = lines_of(write_report({file.report()}));
    CHECK(masked[2] == lines[2]);
    CHECK(masked[1].find('*') != std::string::npos);
  }
}

TEST_CASE("the detail of a check stands behind the confidence if it fits") {
  Rule rule = test::sample_rule();
  SampleFile file("a.pem", "abcdefghijklmnopqrst\n");
  file.add(rule, "abcdefghijklmnopqrst");
  Finding& finding = file.report().findings[0];
  const auto first_lines = [&] {
    const std::string text = write_report({file.report()}, Coverage());
    return text.substr(0, text.find("  abcd"));
  };
  finding.checksum = ChecksumVerdict::kValid;
  finding.detail = "RSA 2048 bits";
  CHECK(first_lines() ==
        "a.pem:1:1  sample-token  Sample token (high, RSA 2048 bits)\n");
  finding.checksum = ChecksumVerdict::kInvalid;
  CHECK(first_lines() ==
        "a.pem:1:1  sample-token  Sample token (high, checksum invalid, RSA "
        "2048 bits)\n");
  // The line is as wide as the terminal, and then one wider.
  finding.checksum = ChecksumVerdict::kValid;
  finding.detail = std::string(57, 'x');
  CHECK(first_lines() == "a.pem:1:1  sample-token\n  Sample token (high, " +
                             finding.detail + ")\n");
  finding.detail += 'x';
  CHECK(first_lines() ==
        "a.pem:1:1  sample-token  Sample token (high, checksum valid)\n");
  // It comes from a token: whatever its bytes are, a terminal does not obey
  // them.
  finding.detail = "by \x1b[2J";
  CHECK(first_lines() ==
        "a.pem:1:1  sample-token  Sample token (high, by \\x1b[2J)\n");
}

}  // namespace sluice::pretty_test

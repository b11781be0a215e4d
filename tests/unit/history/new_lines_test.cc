#include "history/new_lines.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::new_lines_test {

// The lines of `text` on which a finding of every "S" is left.
std::vector<std::size_t> new_lines(const std::string& text,
                                   const std::vector<std::string>& old,
                                   std::size_t size = 1) {
  FileReport report;
  std::uint64_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') ++line;
    if (text[at] != 'S') continue;
    Finding finding;
    finding.start = {line, 1, at};
    finding.end = {line, 1, at + size};
    report.findings.push_back(finding);
  }
  const std::size_t all = report.findings.size();
  keep_new_lines(text, old, &report);
  CHECK(report.findings.size() + report.covered.size() == all);
  std::vector<std::size_t> lines;
  for (const Finding& finding : report.findings)
    lines.push_back(finding.start.line);
  return lines;
}

using Lines = std::vector<std::size_t>;

TEST_CASE("new lines: what an older version has is not new, wherever it was") {
  CHECK(new_lines("a\nS\nb", {"S\na\nb"}).empty());
  CHECK(new_lines("S", {"S"}).empty());
  CHECK(new_lines("S\n", {"x\nS"}).empty());
  CHECK(new_lines("a\nS\n", {"a\n"}) == Lines{2});
  CHECK(new_lines("a\nS\n", {""}) == Lines{2});
  CHECK(new_lines("a\nS\n", {}) == Lines{2});
}

TEST_CASE("new lines: a line that was touched is new") {
  CHECK(new_lines("k=S \n", {"k=S\n"}) == Lines{1});
  CHECK(new_lines("k=S\r\n", {"k=S\n"}) == Lines{1});
  CHECK(new_lines("k=S\n", {"xk=S\n"}) == Lines{1});
}

TEST_CASE("new lines: repeated more often than before") {
  CHECK(new_lines("S\nS\nS\n", {"S\n"}) == Lines{2, 3});
  CHECK(new_lines("S\nS\nS\n", {"S\nb\nS\n"}) == Lines{3});
}

TEST_CASE("new lines: one of several older versions suffices") {
  CHECK(new_lines("k=S\nl=S\nm=S\n", {"k=S\n", "l=S\n"}) == Lines{3});
}

TEST_CASE("new lines: a secret of several lines is one block") {
  CHECK(new_lines("a\nS1\n2\nb\n", {"S1\n2\n"}, 4).empty());
  CHECK(new_lines("a\nS1\n2\nb\n", {"S1\nx\n2\n"}, 4) == Lines{2});
}

TEST_CASE("new lines: a file that has shrunk since") {
  FileReport report;
  Finding finding;
  finding.start.byte = 100;
  finding.end.byte = 110;
  report.findings.push_back(finding);
  keep_new_lines("short", std::vector<std::string>{"short"}, &report);
  CHECK(report.findings.size() == 1);
}

TEST_CASE("new lines: decoded text is compared by the secret's bytes") {
  FileReport report;
  Finding finding;
  finding.start.byte = 2;
  finding.end.byte = 4;
  finding.decoded_byte = 1;
  report.findings = {finding, finding};
  report.findings[1].start.byte = 4;
  report.findings[1].end.byte = 6;
  keep_new_lines("abcdef", std::vector<std::string>{"xcdx"}, &report);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].start.byte == 4);
}

}  // namespace sluice::new_lines_test

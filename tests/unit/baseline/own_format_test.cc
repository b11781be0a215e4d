#include "baseline/own_format.h"

#include <doctest/doctest.h>

#include "finding/fingerprint.h"

namespace sluice::own_format_test {

constexpr std::string_view kText =
    "# sluice baseline 1: known findings\n"
    "# reviewed by the team\n"
    "a-rule:src/a.py:0123ab\thigh\tA token\n"
    "b-rule:b:c d.py:45cdef\n";

TEST_CASE("our baseline: lines are fingerprints, and what is for people") {
  const auto read = read_baseline("b", kText);
  REQUIRE(read.has_value());
  CHECK(read->format == BaselineFormat::kSluice);
  REQUIRE(read->entries.size() == 2);
  CHECK(read->entries[0].value == "a-rule:src/a.py:0123ab");
  CHECK(read->entries[0].path == "src/a.py");
  CHECK(read->entries[0].line == 3);
  CHECK(read->entries[1].path == "b:c d.py");
}

TEST_CASE("our baseline: an editor's byte order mark makes it no other file") {
  const std::string marked = "\xEF\xBB\xBF" + std::string(kText);
  CHECK(is_own_baseline(marked));
  CHECK(is_own_baseline("\xEF\xBB\xBF# a team's line\n" + std::string(kText)));
  CHECK(is_own_baseline("\xEF\xBB\xBF" + marked));
  CHECK(OwnBaseline::read("b", "\xEF\xBB\xBF" + marked).has_value());
  const auto changed = OwnBaseline::read("b", marked);
  REQUIRE(changed.has_value());
  CHECK(changed->text() == OwnBaseline::read("b", kText)->text());
}

TEST_CASE("our baseline: written anew it keeps what people added, sorted") {
  auto baseline = OwnBaseline::read("b", kText);
  REQUIRE(baseline.has_value());
  baseline->notes.emplace("a-rule:a.py:ffffff", "low\tNew");
  const std::string text = baseline->text();
  const std::string head = text.substr(0, text.find('\n') + 1);
  CHECK(text == head +
                    "# reviewed by the team\n"
                    "a-rule:a.py:ffffff\tlow\tNew\n"
                    "a-rule:src/a.py:0123ab\thigh\tA token\n"
                    "b-rule:b:c d.py:45cdef\n");
  CHECK(head.starts_with("# sluice baseline 1"));
  const auto again = OwnBaseline::read("b", text);
  REQUIRE(again.has_value());
  CHECK(again->text() == text);
}

TEST_CASE("our baseline: what is no entry is an error that quotes nothing") {
  for (const char* line : {"<<<<<<< HEAD", "=======", ">>>>>>> x", "hidden",
                           "a:b", "a:b:12345", "a:b:12345g", ":b:123456"}) {
    CAPTURE(line);
    const auto read = read_baseline("known", std::string(kText) + line + "\n");
    REQUIRE(!read.has_value());
    CHECK(read.error().message.starts_with("known:5: "));
    CHECK(read.error().message.find("hidden") == std::string::npos);
  }
}

TEST_CASE("our baseline: paths of every kind come back from a fingerprint") {
  for (const std::string path : {"a", "a b", "a:b:c", "%41", "100%", "a\tb\nc",
                                 "\xff\xfe", "x%", "\xc3\xa9"}) {
    CAPTURE(path);
    const std::string name = fingerprint("rule: #1", path, "s");
    CHECK(path_of_fingerprint(name) == path);
    CHECK(name.find_first_of("\t\n") == std::string::npos);
  }
  CHECK(path_of_fingerprint("none").empty());
}

TEST_CASE("our baseline: a note is one line") {
  CHECK(baseline_note("high", "A\ttoken\nof") == "high\tA\\x09token\\x0aof");
}

}  // namespace sluice::own_format_test

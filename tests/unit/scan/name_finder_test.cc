#include "scan/find/name_finder.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/load.h"

namespace sluice::name_finder_test {

constexpr std::string_view kRules = R"toml(
[[rules]]
id = "vendor"
regex = '''tok_[0-9A-Za-z]{16}'''
keywords = ["tok_"]
confidence = "high"

[[rules]]
id = "unsure"
regex = '''uns_[0-9A-Za-z]{16}'''
keywords = ["uns_"]
confidence = "medium"
)toml";

// Made-up values, in parts so that no scanner takes them for tokens.
const std::string kBody = std::string("q7Wk2Zp9") + "Xd4Rt8Lm";
const std::string kToken = "tok_" + kBody;

// "secret begin-end line:column excerpt" of each finding in `name`.
std::vector<std::string> found(std::string_view name, std::size_t from = 0) {
  const auto engine = engine_of(rules_from(kRules));
  const Judge judge(engine->rules());
  NameFinder finder(*engine, judge);
  std::vector<std::string> lines;
  for (const Finding& one : finder.find(name, from, std::string(name)))
    lines.push_back(one.secret + " " + std::to_string(one.start.byte) + "-" +
                    std::to_string(one.end.byte) + " " +
                    std::to_string(one.start.line) + ":" +
                    std::to_string(one.start.column) + " " + one.excerpt);
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("name finder: a token may be where letters and digits are mixed") {
  CHECK(may_have_token(kToken));
  CHECK(may_have_token("a/b/" + kToken + ".zip"));
  CHECK(may_have_token("refs/heads/0123abcd4567ef01"));
  for (const std::string_view name :
       {"", "short1a2B", "src/history/history_scan_test.cc",
        "docs/2026-02-03-release-notes.md", "continuousIntegration.txt",
        "a1b2/c3d4/e5f6/g7h8/i9j0", "lib/some_library_with_a_long_name.so.1"})
    CHECK_FALSE(may_have_token(name));
}

TEST_CASE("name finder: the places are offsets in the name") {
  CHECK(found(kToken) == Lines{kToken + " 0-20 1:1 " + kToken});
  CHECK(found("a/" + kToken + ".d/b") ==
        Lines{kToken + " 2-22 1:3 " + kToken + ".d"});
  // A name may have several lines.
  CHECK(found("a\nb" + kToken) == Lines{kToken + " 3-23 2:2 b" + kToken});
}

TEST_CASE("name finder: only what ends after the given byte") {
  const std::string other = std::string("tok_") + "M3bV6nC1xZ5aS8dF";
  const std::string name = kToken + "/" + other;
  CHECK(found(name).size() == 2);
  CHECK(found(name, 20) == Lines{other + " 21-41 1:22 " + other});
  CHECK(found(name, name.size()).empty());
}

TEST_CASE("name finder: rules of less confidence do not count") {
  CHECK(found("uns_" + kBody).empty());
  CHECK(found("password=" + kBody).empty());
}

}  // namespace sluice::name_finder_test

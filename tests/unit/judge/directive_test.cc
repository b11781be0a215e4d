#include "judge/allow/directive.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::directive_test {

// Whether the word "VALUE" in `text` is allowed.
bool allowed(std::string_view text) {
  const std::size_t at = text.find("VALUE");
  REQUIRE(at != std::string_view::npos);
  return allowance(text, at, at + 5, "a-rule").allowed;
}

// Does the same for a value of several lines, from "FIRST" to "LAST".
bool allowed_lines(std::string_view text) {
  const std::size_t begin = text.find("FIRST");
  const std::size_t end = text.find("LAST");
  REQUIRE(begin != std::string_view::npos);
  REQUIRE(end != std::string_view::npos);
  return allowance(text, begin, end + 4, "a-rule").allowed;
}

TEST_CASE("directives: on the same line") {
  for (const char* directive :
       {"sluice:allow", "gitleaks:allow", "betterleaks:allow",
        "trufflehog:ignore", "ggignore", "pragma: allowlist secret",
        "pragma:whitelist-secret", "secretlint-disable-line"}) {
    CAPTURE(directive);
    const std::string text(directive);
    CHECK(allowed("a\nkey = VALUE  # " + text + "\nb"));
    CHECK(allowed("/* " + text + " */ VALUE"));
    CHECK_FALSE(allowed("# " + text + "\nkey = VALUE"));
    CHECK_FALSE(allowed("key = VALUE\n# " + text));
  }
}

TEST_CASE("directives: for the next line") {
  for (const char* directive :
       {"pragma: allowlist nextline secret",
        "pragma: whitelist-nextline-secret", "secretlint-disable-next-line",
        "sluice:allow-next-line"}) {
    CAPTURE(directive);
    const std::string text(directive);
    CHECK(allowed("# " + text + "\nkey = VALUE"));
    CHECK(allowed("x\n# " + text + "\r\nkey = VALUE"));
    CHECK_FALSE(allowed("# " + text + "\n\nkey = VALUE"));
    CHECK_FALSE(allowed("key = VALUE # " + text));
  }
}

TEST_CASE("directives: looked for no further than the stated reach") {
  const std::string far(sluice::kDirectiveReach, ' ');
  CHECK_FALSE(allowed("VALUE" + far + "sluice:allow"));
  CHECK(allowed("VALUE" + far.substr(12) + "sluice:allow"));
  CHECK_FALSE(allowed("sluice:allow" + far + "VALUE"));
}

TEST_CASE("lines around a match of several lines") {
  const std::string_view text = "a\nbc BEGIN\nEND de\nf";
  CHECK(lines_around(text, 5, 14) == "bc BEGIN\nEND de");
  CHECK(lines_around(text, 0, text.size()) == text);
}

TEST_CASE("directives: a part of a longer word is none") {
  CHECK_FALSE(allowed("VALUE # aggignored"));
  CHECK_FALSE(allowed("VALUE # sluice:allowed-hosts"));
  CHECK(allowed("VALUE #sluice:allow."));
  CHECK(allowed("VALUE <!-- ggignore -->"));
}

TEST_CASE("directives: detect-secrets' for the next line stand alone") {
  CHECK(allowed("  // pragma: allowlist nextline secret\nVALUE"));
  CHECK_FALSE(allowed("x = 1  # pragma: allowlist nextline secret\nVALUE"));
  CHECK(allowed("x = 1  # sluice:allow-next-line\nVALUE"));
}

TEST_CASE("directives: kingfisher's count on the line before as well") {
  for (const char* word : {"kingfisher:ignore", "kingfisher:allow"}) {
    CAPTURE(word);
    const std::string text(word);
    CHECK(allowed("key = VALUE  # " + text));
    CHECK(allowed("  # " + text + "\nkey = VALUE"));
    CHECK_FALSE(allowed("other = 1  # " + text + "\nkey = VALUE"));
    CHECK_FALSE(allowed("key = VALUE\n# " + text));
    CHECK(allowed_lines("FIRST\nLAST\n# " + text));
    CHECK_FALSE(allowed_lines("FIRST\nLAST\nx = 1 # " + text));
  }
}

TEST_CASE("directives: a value of several lines") {
  CHECK(allowed_lines("k = FIRST  # sluice:allow\nLAST"));
  CHECK(allowed_lines("k = FIRST\nLAST  # sluice:allow"));
  CHECK(allowed_lines("k = FIRST\n# sluice:allow\nLAST"));
  CHECK(allowed_lines("# sluice:allow-next-line\nk = FIRST\nLAST"));
  CHECK_FALSE(allowed_lines("k = FIRST\n# sluice:allow-next-line\nLAST"));
  CHECK_FALSE(allowed_lines("k = FIRST\nLAST\n# sluice:allow"));
  // Where its quotes open or end.
  CHECK(allowed_lines("k = \"\"\"\nFIRST\nLAST\n\"\"\"  # sluice:allow"));
  CHECK(allowed_lines("# sluice:allow-next-line\nk = '''\nFIRST\nLAST\n'''"));
  CHECK(allowed_lines("k = `\nFIRST\nLAST\n`; // gitleaks:allow"));
  CHECK(allowed_lines("k = \"\"\"\nFIRST\nLAST\n\"\"\"\n# kingfisher:ignore"));
  CHECK_FALSE(allowed_lines("k = 1\nFIRST\nLAST\nj = 2  # sluice:allow"));
}

TEST_CASE("directives: for rules that are named") {
  const auto allows = [](std::string_view text) {
    const std::size_t at = text.find("VALUE");
    return allowance(text, at, at + 5, "b-rule").allowed;
  };
  CHECK(allows("VALUE # sluice:allow[b-rule]"));
  CHECK(allows("VALUE # sluice:allow[a.1, b-rule]: a test's"));
  CHECK(allows("VALUE # sluice:allow=a.1,b-rule"));
  CHECK(allows("# sluice:allow-next-line=b-rule\nVALUE"));
  CHECK_FALSE(allows("VALUE # sluice:allow[b-rules]"));
  CHECK_FALSE(allows("VALUE # sluice:allow=a-rule"));
  const std::string_view other = "VALUE # sluice:allow[x, y]";
  const auto answer = allowance(other, 0, 5, "b-rule");
  REQUIRE(answer.doubts.named.size() == 2);
  CHECK(answer.doubts.named[0] == "x");
  CHECK(answer.doubts.named[1] == "y");
  // Another directive beside it allows all.
  CHECK(allows("VALUE # sluice:allow[a] ggignore"));
}

}  // namespace sluice::directive_test

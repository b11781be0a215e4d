#include "judge/directive.h"

#include <doctest/doctest.h>

#include <string>

using sluice::is_allowed;
using sluice::lines_around;

namespace {

// Whether the word "VALUE" in `text` is allowed.
bool allowed(std::string_view text) {
  const std::size_t at = text.find("VALUE");
  REQUIRE(at != std::string_view::npos);
  return is_allowed(text, at, at + 5);
}

}  // namespace

TEST_CASE("directives: on the same line") {
  for (const char* directive :
       {"sluice:allow", "gitleaks:allow", "betterleaks:allow",
        "trufflehog:ignore", "ggignore", "kingfisher:ignore",
        "kingfisher:allow", "pragma: allowlist secret",
        "secretlint-disable-line"}) {
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
       {"pragma: allowlist nextline secret", "secretlint-disable-next-line"}) {
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

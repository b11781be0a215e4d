#include "gitleaks/patch/log_options.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::log_options_test {

using Words = std::vector<std::string>;

Words read(const char* text) {
  const auto words = read_log_options(text);
  REQUIRE_MESSAGE(words.has_value(), text);
  return *words;
}

TEST_CASE("log options: what chooses commits") {
  CHECK(read("") == Words{});
  CHECK(read(" v1..v2  ^v0 ") == Words{"v1..v2", "^v0"});
  CHECK(read("--all --no-merges --first-parent") ==
        Words{"--all", "--no-merges", "--first-parent"});
  CHECK(read("-3") == Words{"-3"});
  CHECK(read("-n 3") == Words{"-n3"});
  CHECK(read("-n3 HEAD") == Words{"-n3", "HEAD"});
  CHECK(read("--max-count=2") == Words{"--max-count=2"});
  CHECK(read("--branches --tags=v*") == Words{"--branches", "--tags=v*"});
}

TEST_CASE("log options: a value is never an option") {
  CHECK(read("--since --output=x") == Words{"--since=--output=x"});
  CHECK(read("--author=-n") == Words{"--author=-n"});
}

TEST_CASE("log options: what stands behind -- is a path") {
  CHECK(read("HEAD -- --output=x :(exclude)a 'b'") ==
        Words{"HEAD", "--", "--output=x", ":(exclude)a", "'b'"});
  CHECK(read("--") == Words{"--"});
}

TEST_CASE("log options: all else is refused by name") {
  for (const char* text : {"--output=x",  "--output x",
                           "--ext-diff",  "--textconv",
                           "-O/tmp/x",    "--show-signature",
                           "--format=%H", "--stat",
                           "-p",          "-c",
                           "--cc",        "-S",
                           "--word-diff", "--no-index",
                           "--git-dir=x", "-",
                           "-n",          "-nx",
                           "-n -1",       "--max-count=x",
                           "--all=x",     "--since",
                           "--skip=",     "--sinc=1",
                           "--stdin",     "--end-of-options",
                           "\"--all\"",   "--author='Ann"}) {
    CAPTURE(text);
    const auto words = read_log_options(text);
    REQUIRE_FALSE(words.has_value());
    CHECK(words.error().code == ErrorCode::kUsage);
    const std::string first(text);
    CHECK(words.error().message.find("--log-opts: " +
                                     first.substr(0, first.find(' '))) !=
          std::string::npos);
  }
}

}  // namespace sluice::log_options_test

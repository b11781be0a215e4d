#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>

#include "judge/assigned_name.h"
#include "judge/caseless.h"
#include "judge/line_kind.h"
#include "judge/path_kind.h"

using namespace sluice;

TEST_CASE("path kind: what is there to be copied") {
  for (const std::string path :
       {"examples/a.yml", "a/sample/b.c", "tests/fixtures/u.json", "db.dist",
        "config-example.toml", "tests/mockServer.js", "swagger.yaml",
        "man/client.1", "src/testdata/x.go", "benchmarks/a.json"}) {
    CAPTURE(path);
    CHECK(is_example(path));
  }
  for (const std::string path : {"tests/a.py", "src/a_test.go", "docs/run.md",
                                 "src/distance.c", "README.md", "a.spec.ts"}) {
    CAPTURE(path);
    CHECK_FALSE(is_example(path));
  }
}

TEST_CASE("path kind: tests, examples, documentation") {
  for (const std::string path : {"test/a.py",
                                 "src/tests/a.py",
                                 "a/testdata/k.txt",
                                 "x/__tests__/a.js",
                                 "src/integrationTest/A.java",
                                 "src/testFixtures/a.kt",
                                 "Test/A.cs",
                                 "unit-tests/a.c",
                                 "a/selftests/b.c",
                                 "wintest/a.conf",
                                 "spec/a.rb",
                                 "docs/a.md",
                                 "docs-xml/a.xml",
                                 "examples/a.yml",
                                 "man/a.1",
                                 "t/a.pl",
                                 "fuzz/a.c",
                                 "a_test.go",
                                 "test_a.py",
                                 "ATest.java",
                                 "TestA.java",
                                 "a.spec.ts",
                                 "a.test.tsx",
                                 "x_tests.txt",
                                 "a.phpt",
                                 "a.t",
                                 ".env.example",
                                 "example.env",
                                 "config.sample",
                                 "settings.dist",
                                 "swagger.yaml",
                                 "openapi.json",
                                 "tests.py",
                                 "README.md",
                                 "lib/ReadMe",
                                 "NEWS",
                                 "CHANGELOG.rst",
                                 "passwd.5",
                                 "fake_store.go",
                                 "db.conf.template",
                                 "client.1.in",
                                 "a/mocks/b.ts"}) {
    CAPTURE(path);
    CHECK(is_trial(path));
  }
  for (const std::string path : {"",
                                 "a",
                                 "/",
                                 "src/a.py",
                                 "latest/a.py",
                                 "contest/a.c",
                                 "a/attest.c",
                                 "testify.go",
                                 "src/testimonials/a.js",
                                 "environments/test/db.yml",
                                 "overlays/testing/a.yaml",
                                 "test.env",
                                 "group_vars/test/all.yml",
                                 "protest.c",
                                 "inspect/a.py",
                                 "kitten/a.c",
                                 "readme.py",
                                 "news.yml",
                                 "install.sh.conf",
                                 "access.log.1",
                                 "newsroom.md",
                                 "demo_client.py",
                                 "template.yaml",
                                 "manual.py",
                                 ".5",
                                 "latest_results.py",
                                 "my_test_results.py",
                                 "aes_selftest.c"}) {
    CAPTURE(path);
    CHECK_FALSE(is_trial(path));
  }
}

TEST_CASE("path kind: the rest") {
  CHECK(is_foreign("vendor/a.go"));
  CHECK(is_foreign("x/node_modules/a/b.js"));
  CHECK_FALSE(is_foreign("vendor.go"));
  CHECK_FALSE(is_foreign("vendors/a.go"));
  CHECK(is_translation("locale/de/a.py"));
  CHECK(is_translation("a/b.po"));
  CHECK(is_translation("i18n/nap.json"));
  CHECK(is_translation("de.json"));
  CHECK(is_translation("res/values/strings.xml"));
  CHECK_FALSE(is_translation("values/prod.yaml"));
  CHECK_FALSE(is_translation("db.yaml"));
  CHECK(is_lock("package-lock.json"));
  CHECK(is_lock("Cargo.lock"));
  CHECK_FALSE(is_lock("lock.json"));
  CHECK(is_settings("a/.ENV"));
  CHECK_FALSE(is_settings("a.py"));
  CHECK(is_source("A.PY"));
  CHECK_FALSE(is_source("a.yaml"));
}

TEST_CASE("path kind: case does not matter, nor where the tree lies") {
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::string path;
    for (std::size_t parts = 1 + random() % 4; parts-- > 0;) {
      static constexpr const char* kParts[] = {
          "src",  "test", "a_test", "latest", "vendor", "docs", "env",
          "lang", "x-y",  "spec",   "b.go",   ".",      "..",   "a.b"};
      path += kParts[random() % std::size(kParts)];
      if (parts > 0) path += '/';
    }
    const std::string below = "home/src/" + path;
    CAPTURE(path);
    CHECK(is_trial(below) == is_trial(path));
    CHECK(is_foreign(below) == is_foreign(path));
    std::string loud = path;
    for (char& c : loud)
      if (is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
    CHECK(is_trial(loud) == is_trial(path));
    CHECK(is_lock(loud) == is_lock(path));
  }
}

TEST_CASE("line kind: before a value") {
  const std::string_view text = "one\ntwo = \"V\"\r\nthree V";
  CHECK(line_before(text, 0).empty());
  CHECK(line_before(text, 3) == "one");
  CHECK(line_before(text, 4).empty());
  CHECK(line_before(text, text.find('V')) == "two = \"");
  CHECK(line_before(text, text.rfind('V')) == "three ");
  // The same, wherever the text begins.
  const std::string line(kLineReach + 50, 'x');
  CHECK(line_before("y" + line, line.size() + 1) ==
        line_before(line, line.size()));
  CHECK(line_before(line, line.size()).size() == kLineReach);
}

TEST_CASE("line kind: documentation") {
  CHECK(in_documentation("a.java", "   * password = \""));
  CHECK(in_documentation("a.rs", "/// password = \""));
  CHECK(in_documentation("a.cc", "//! password = \""));
  CHECK(in_documentation("a.go", "//\tpassword: \""));
  CHECK(in_documentation("a.go", "//   password: \""));
  CHECK(in_documentation("a.rb", "      #   user.password = '"));
  CHECK(in_documentation("notes.md", ">>> login('x', '"));
  // Put out of use, and maybe still right.
  CHECK_FALSE(in_documentation("a.java", "//    password = \""));
  CHECK_FALSE(in_documentation("a.go", "// password: \""));
  CHECK_FALSE(in_documentation("a.rb", "# password = '"));
  CHECK_FALSE(in_documentation("a.py", "#    password = '"));
  // A list in a text, a set of things in YAML.
  CHECK_FALSE(in_documentation("a.md", "* password: "));
  CHECK_FALSE(in_documentation("a.c", "*password = \""));
  // Where it begins is not seen.
  CHECK_FALSE(in_documentation("a.c", "* " + std::string(kLineReach - 2, 'x')));
}

TEST_CASE("line kind: badges and lists") {
  CHECK(in_badge("[![x](https://ci.internal/BADGE?token="));
  CHECK(in_badge("<img src=\"https://x.internal/y.svg?token="));
  CHECK_FALSE(in_badge("https://x.internal/y?token="));
  CHECK(in_list("f(\"password\", \""));
  CHECK(in_list("f('password' , '"));
  CHECK(in_list("f(\\'password\\', \\'"));
  CHECK_FALSE(in_list("password = \""));
  CHECK_FALSE(in_list(""));
}

TEST_CASE("caseless: words anywhere, as a search for each would find them") {
  static constexpr std::array<std::string_view, 5> kWords = {"ab", "b_a", "$a",
                                                             "aab", "- a"};
  static constexpr CaselessWords kFinder{kWords};
  constexpr std::string_view kFrom = "abAB_$- ";
  std::mt19937 random(4);
  int found = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    std::string small;
    for (std::size_t i = random() % 7; i-- > 0;) {
      text += kFrom[random() % kFrom.size()];
      small += lower(text.back());
    }
    bool expected = false;
    for (const std::string_view word : kWords)
      expected |= small.find(word) != small.npos;
    found += expected ? 1 : 0;
    CAPTURE(text);
    CHECK(kFinder.found_in(text) == expected);
  }
  CHECK(found > 1000);
  CHECK(equals_caseless("AbC", "abc"));
  CHECK_FALSE(equals_caseless("ab", "abc"));
  CHECK(starts_caseless("ABcd", "ab"));
  CHECK_FALSE(ends_caseless("b", "ab"));
}

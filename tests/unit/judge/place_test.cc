#include "judge/context/place.h"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "judge/context/assigned_name.h"
#include "judge/context/credential_file.h"
#include "judge/context/line_kind.h"
#include "judge/context/path_kind.h"
#include "support/effort.h"
#include "text/caseless.h"

namespace sluice::place_test {

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
    CHECK(is_for_tests(path));
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
    CHECK_FALSE(is_for_tests(path));
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
  CHECK_FALSE(is_translation("i18n/.env"));
  CHECK_FALSE(is_translation("lang/upload.sh"));
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
  std::mt19937 random(test::seed(2));
  for (int round = 0; round < test::times(3000, 30'000); ++round) {
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
    CHECK(is_for_tests(below) == is_for_tests(path));
    CHECK(is_foreign(below) == is_foreign(path));
    std::string loud = path;
    for (char& c : loud)
      if (is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
    CHECK(is_for_tests(loud) == is_for_tests(path));
    CHECK(is_lock(loud) == is_lock(path));
  }
}

TEST_CASE("path kind: recorded traffic") {
  for (const std::string path :
       {"login.har", "a/LOGIN.HAR", "tests/cassettes/login.yml",
        "spec/vcr/login.yml", "spec/fixtures/vcr_cassettes/a/login.json",
        "recordings/a.txt", "x.cassette", "dump.pcap", "a.saz"}) {
    CAPTURE(path);
    CHECK(is_traffic(path));
  }
  for (const std::string path :
       {"cassette.py", "src/har.py", "a.hart", "src/recordings.go", ""}) {
    CAPTURE(path);
    CHECK_FALSE(is_traffic(path));
  }
}

TEST_CASE("path kind: of ciphers") {
  for (const std::string path :
       {"tests/aes/kat.txt", "crypto/tests/a.c", "tests/Ed25519Test.java",
        "test/hmac_vectors.json", "tests/wycheproof/a.json"}) {
    CAPTURE(path);
    CHECK(is_of_ciphers(path));
  }
  for (const std::string path :
       {"tests/login_test.py", "src/description.c", "tests/rehash_all.py"}) {
    CAPTURE(path);
    CHECK_FALSE(is_of_ciphers(path));
  }
}

void check_place(ValuePlace place, std::string_view path,
                 std::string_view before = "", std::string_view behind = "",
                 std::string_view host = "") {
  CAPTURE(path);
  CAPTURE(before);
  CAPTURE(behind);
  CAPTURE(host);
  CHECK(name_of(place_of(path, before, behind, host)) == name_of(place));
}

TEST_CASE("place: by the path") {
  check_place(ValuePlace::kCode, "src/db.py");
  check_place(ValuePlace::kCode, "");
  check_place(ValuePlace::kCode, "notes.txt");
  for (const std::string path : {"app.env", "config/app.yml", "a.properties",
                                 "prod.tfvars", "environments/test/db.yml"})
    check_place(ValuePlace::kSettings, path);
  for (const std::string path :
       {"tests/db.py", "src/db_test.go", "docs/db.md", "docs/run/failover.md",
        "README.md", "tests/settings.yml"})
    check_place(ValuePlace::kTest, path);
  for (const std::string path :
       {"examples/db.py", "db_sample.ini", "tests/fixtures/db.py",
        "tests/fake_db.py", "swagger.yaml", "tests/mocks/db.py",
        "settings.dist", ".env.example"})
    check_place(ValuePlace::kExample, path);
  for (const std::string path :
       {"vendor/x/db.py", "vendor/x/tests/db.py", "node_modules/a/.env.js"})
    check_place(ValuePlace::kForeign, path);
}

TEST_CASE("place: recorded traffic, in tests too") {
  check_place(ValuePlace::kTraffic, "login.har");
  check_place(ValuePlace::kTraffic, "tests/cassettes/login.yml");
  check_place(ValuePlace::kTraffic, "spec/fixtures/vcr_cassettes/login.yml");
  check_place(ValuePlace::kForeign, "vendor/a/cassettes/login.yml");
}

TEST_CASE("place: test vectors are those of ciphers") {
  check_place(ValuePlace::kVectors, "tests/aes/kat.txt");
  check_place(ValuePlace::kVectors, "crypto/testdata/a.pem");
  check_place(ValuePlace::kTest, "tests/login.py");
  check_place(ValuePlace::kCode, "crypto/aes.c");
}

TEST_CASE("place: files that hold credentials") {
  for (const std::string path :
       {".netrc", "home/ann/.pgpass", "_netrc", "config/database.yml",
        "secrets.yml", "passwords.txt", ".aws/credentials", "prod.htpasswd"})
    check_place(ValuePlace::kCredentials, path);
  // A dotfile among tests is one that a program reads; a text in the documents
  // is about passwords; and one that shows the form is none.
  check_place(ValuePlace::kCredentials, "tests/.netrc");
  check_place(ValuePlace::kCredentials, "tests/home/_netrc");
  check_place(ValuePlace::kTest, "docs/passwords.txt");
  check_place(ValuePlace::kTest, "tests/secrets.yml");
  check_place(ValuePlace::kExample, ".netrc.example");
  check_place(ValuePlace::kExample, "examples/passwords.txt");
}

TEST_CASE("place: beside a real host it is as in settings") {
  check_place(ValuePlace::kSettings, "src/db.py", "", "",
              "db7.larch-tools.org");
  check_place(ValuePlace::kSettings, "src/db.py", "", "", "93.184.216.34");
  check_place(ValuePlace::kCode, "src/db.py", "", "", "localhost");
  check_place(ValuePlace::kCode, "src/db.py", "", "", "db.example.com");
  check_place(ValuePlace::kTest, "tests/db.py", "", "", "db7.larch-tools.org");
  check_place(ValuePlace::kExample, "examples/db.py", "", "", "db7.larch.org");
}

TEST_CASE("place: shown to everybody, and documentation in a program") {
  check_place(ValuePlace::kShown, "README.md",
              "![x](https://img.shields.io/x?token=");
  check_place(ValuePlace::kShown, ".netrc", "[![x](https://ci/badge?token=");
  check_place(ValuePlace::kShown, "src/a.js", "mixpanel.init('");
  check_place(ValuePlace::kShown, "a.cs", "Larch, PublicKeyToken=b7");
  check_place(ValuePlace::kShown, "notes.txt", "Public Key Token: ");
  check_place(ValuePlace::kShown, "a.txt", "token: ", " (short Public key)");
  check_place(ValuePlace::kCode, "a.txt", "token: ", " (published keys)");
  check_place(ValuePlace::kExample, "A.java", " * password = \"");
  check_place(ValuePlace::kExample, "a.md", ">>> login('");
  check_place(ValuePlace::kCode, "A.java", "// password = \"");
}

TEST_CASE("place: hosts that are made up") {
  for (const std::string_view host : {"localhost",        "db",
                                      "127.0.0.1",        "0.0.0.0",
                                      "example.com",      "db.example.org",
                                      "a.test",           "a.b.invalid",
                                      "myhost.org",       "yourserver.net",
                                      "my-db.larch.org",  "${HOST}",
                                      "{host}.larch.org", "%s",
                                      "10.0.1",           "host.larch.org",
                                      "EXAMPLE.com",      "a.LOCALHOST",
                                      "foo.de",           "",
                                      "exampledb.org"}) {
    CAPTURE(host);
    CHECK(is_made_up_host(host));
  }
  for (const std::string_view host :
       {"db7.larch-tools.org", "larch.io", "93.184.216.34", "10.0.1.7",
        "ghost.org", "latest.larch.org", "contest.de", "mq.larch.co.uk"}) {
    CAPTURE(host);
    CHECK_FALSE(is_made_up_host(host));
  }
}

TEST_CASE("place: the host behind the user's part") {
  const auto host = [](std::string_view text) {
    return host_behind(text, text.find('@'));
  };
  CHECK(host("pw@db7.larch.org:5432/x") == "db7.larch.org");
  CHECK(host("pw@db7.larch.org/x") == "db7.larch.org");
  CHECK(host("pw@db7.larch.org\"") == "db7.larch.org");
  CHECK(host("pw@db7.larch.org\nnext") == "db7.larch.org");
  CHECK(host("pw@db7.larch.org") == "db7.larch.org");
  CHECK(host("pw@") == "");
  CHECK(host_behind("pw", 1).empty());
  CHECK(host_behind("pw", 2).empty());
  CHECK(host_behind("pw", 99).empty());
  CHECK(host_behind("", 0).empty());
  // Not looked for beyond 80 bytes, wherever the text ends.
  const std::string far = "@" + std::string(200, 'a');
  CHECK(host_behind(far, 0).size() == 80);
  CHECK(host_behind(far.substr(0, 81), 0) == host_behind(far, 0));
}

TEST_CASE("place: any bytes are answered, and holds_credentials() is needed") {
  std::mt19937 random(test::seed(6));
  for (int round = 0; round < test::times(4000, 40'000); ++round) {
    const auto bytes = [&] {
      std::string s(random() % 60, '\0');
      for (char& c : s) c = static_cast<char>(random() % 256);
      return s;
    };
    static constexpr std::array kPaths = {".netrc", "tests/a", "docs/p.txt",
                                          "secrets.yml", "a.har"};
    const std::string path =
        round % 2 == 0 ? bytes() : kPaths[random() % kPaths.size()];
    const ValuePlace place = place_of(path, bytes(), bytes(), bytes());
    CHECK(static_cast<std::size_t>(place) < kPlaceNames.size());
    if (place == ValuePlace::kCredentials) CHECK(holds_credentials(path));
    if (place == ValuePlace::kTest) CHECK(is_for_tests(path));
    if (place == ValuePlace::kVectors) CHECK(is_of_ciphers(path));
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
  CHECK(is_to_be_shown("[![x](https://ci.internal/BADGE?token=", ""));
  CHECK(is_to_be_shown("<img src=\"https://x.internal/y.svg?token=", ""));
  CHECK_FALSE(is_to_be_shown("https://x.internal/y?token=", ""));
  CHECK(in_list("f(\"password\", \""));
  CHECK(in_list("f('password' , '"));
  CHECK(in_list("f(\\'password\\', \\'"));
  CHECK_FALSE(in_list("password = \""));
  CHECK_FALSE(in_list(""));
}

TEST_CASE("line kind: libraries set up for browsers, and public keys") {
  CHECK(is_to_be_shown("  mixpanel.init(\"", ""));
  CHECK(is_to_be_shown("DocSearch({ apiKey: '", ""));
  CHECK_FALSE(is_to_be_shown("stripe.init(\"", ""));
  CHECK(is_to_be_shown("PublicKeyToken=", ""));
  CHECK(is_to_be_shown("token: ", ", of the PUBLIC KEY"));
  CHECK_FALSE(is_to_be_shown("private key: ", " (public)"));
}

TEST_CASE("caseless: words anywhere, as a search for each would find them") {
  static constexpr std::array<std::string_view, 5> kWords = {"ab", "b_a", "$a",
                                                             "aab", "- a"};
  static constexpr CaselessWords kFinder{kWords};
  constexpr std::string_view kFrom = "abAB_$- ";
  std::mt19937 random(test::seed(4));
  int found = 0;
  for (int round = 0; round < test::times(20000, 200'000); ++round) {
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

}  // namespace sluice::place_test

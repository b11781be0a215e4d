#include "match/filters/rule_paths.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "match/pattern.h"
#include "support/effort.h"
#include "support/load.h"

namespace sluice::rule_paths_test {

RuleSet rules_with_paths(const std::vector<std::string>& paths) {
  std::string toml;
  for (std::size_t i = 0; i < paths.size(); ++i)
    toml += "[[rules]]\nid = \"r" + std::to_string(i) +
            "\"\nregex = '''tok_[0-9]{4}'''\npath = '''" + paths[i] + "'''\n";
  return rules_from(toml);
}

RulePaths paths_of(const std::vector<std::string>& paths) {
  return RulePaths::make(rules_with_paths(paths).rules());
}

// A path made of pieces of file names, with letters of either case and now and
// then another byte.
std::string random_path(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {
      "a",        "src/",       "config", "Dockerfile", "dockerfile.",
      ".env",     "env",        ".",      "/",          "yaml",
      ".yml",     ".sql",       ".ts",    ".rc",        "netrc",
      "passwd",   "redis",      "acl",    ".conf",      ".prod",
      "main.c",   "settings",   ".xml",   "Makefile",   "-config",
      "users",    ".tf",        "\n",     "\x01",       "jenkinsfile",
      ".sh",      "pgpass",     "_",      ".java",      ".properties",
      "new",      "relic",      ".exp",   ".md",        "\xe2\x84\xaa",
      "\xc5\xbf", "CMakeLists", ".txt",   "h",          "x",
      "local"};
  std::string path;
  for (auto n = 1 + random() % 5; n > 0; --n)
    path += kPieces[random() % std::size(kPieces)];
  if (random() % 4 == 0)
    for (char& c : path)
      if (c >= 'a' && c <= 'z' && random() % 2 == 0)
        c = static_cast<char>(c - 'a' + 'A');
  if (random() % 16 == 0)
    path[random() % path.size()] = static_cast<char>(random() % 256);
  return path;
}

// Whether the paths let every path pass in which one of its rules' patterns is
// found. Counts the refused paths.
void check_exact(const RuleSet& rules, int rounds, int* fitting, int* refused) {
  const RulePaths paths = RulePaths::make(rules.rules());
  struct Kind {
    std::map<std::string_view, std::unique_ptr<Pattern>> patterns;
    bool matched_in(const std::string& path) const {
      return std::ranges::any_of(patterns, [&](const auto& pattern) {
        return pattern.second->found_in(path);
      });
    }
  };
  Kind rows;
  Kind others;
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    const bool of_rows =
        reads_rows(rule.assignment) && !wants_text(rule.assignment);
    if (paths.is_bound(i))
      (of_rows ? rows : others).patterns[rule.path] =
          std::make_unique<Pattern>(rule.path);
  }
  std::mt19937 random(test::seed(13));
  for (int round = 0; round < rounds; ++round) {
    const std::string path = random_path(random);
    const PathFit fit = paths.fit(path);
    const bool fits = others.matched_in(path);
    *fitting += fits;
    *refused += !fit.others;
    CAPTURE(path);
    REQUIRE((!fits || fit.others));
    REQUIRE((!rows.matched_in(path) || fit.rows));
  }
}

TEST_CASE("rule paths: refuses no path that fits, default rules") {
  int fitting = 0;
  int refused = 0;
  check_exact(default_rules(), 20'000, &fitting, &refused);
  CHECK(fitting > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("rule paths: refuses no path that fits, odd patterns") {
  for (const std::string path :
       {"config$$", "(?:config$)+", "(?:\\.ts$|rc$|nv$)",
        "a(?:config$|passwd$){1,2}$", "(?m)config$", "(?i)sql$", "(?i)mak",
        "(?i:TASK|KISS)$", "config\\z", "(?:^|/)env$", "[.]ts$", "s[$r]c/",
        "[^/]config[^a]*$", "x?config?$", "(?s)passwd.$", "\\.(?:t|s)s$",
        "(?i)ſ[a-z]{2}/|users", "(?:yaml|\\.yml|redis|acl)[\\w.\\-]{0,20}$"}) {
    CAPTURE(path);
    int fitting = 0;
    int refused = 0;
    check_exact(rules_with_paths({path}), 4000, &fitting, &refused);
  }
}

TEST_CASE("rule paths: extensions of two letters are told by the path's end") {
  const RulePaths paths = paths_of({R"((?i)(?:\.(?:ts|rc|go)|(?:^|/)env)$)"});
  REQUIRE(paths.any_bound());
  for (const char* path : {"a/b.ts", "b.RC", ".go", "a/env", "env", "a.b.Go"})
    CHECK(paths.fit(path).others);
  for (const char* path : {"", "c", "a.tsx", "s", "src.go/main", "a.rce",
                           "environment/c.d", "lib.rs"})
    CHECK(paths.fit(path) == PathFit{});
}

TEST_CASE("rule paths: rules for rows are told from the others") {
  const RulePaths paths = RulePaths::make(rules_from(R"(
[[rules]]
id = "rows"
path = '\.(?:csv|sql)$'
assignment = "column"
keywords = ["password"]
[[rules]]
id = "other"
path = '\.(?:env|sql)$'
regex = 'abcd'
)")
                                              .rules());
  CHECK(paths.fit("a.csv") == PathFit{true, false});
  CHECK(paths.fit("a.env") == PathFit{false, true});
  CHECK(paths.fit("a.sql") == PathFit{true, true});
  CHECK(paths.fit("a.txt") == PathFit{});
}

TEST_CASE("rule paths: a path that is not ASCII may fit anything") {
  const RulePaths paths = paths_of({"(?i)risk\\.txt$"});
  CHECK(paths.fit("ri\xc5\xbf\xe2\x84\xaa.tx").others);
  CHECK(paths.fit("riskx.tx") == PathFit{});
}

TEST_CASE("rule paths: sources in C keep out of it, or are kept out by it") {
  const RulePaths paths =
      paths_of({R"((?i)\.(?:h|c|cc)$)", R"(\.tf$)", R"(.{2})", R"(^a/)",
                R"(\.hpp$|\.sh$)", R"(\.hp$)", R"(\.tf$)"});
  CHECK_FALSE(paths.is_bound(0));
  CHECK(paths.is_bound(1));
  CHECK_FALSE(paths.is_bound(2));
  CHECK_FALSE(paths.is_bound(3));
  CHECK_FALSE(paths.is_bound(4));
  CHECK(paths.is_bound(5));
  CHECK(paths.is_bound(6));
  CHECK_FALSE(RulePaths::make(
                  rules_from("[[rules]]\nid = \"r\"\nregex = 'abcd'").rules())
                  .any_bound());
}

// The purpose of the paths. Sources in Rust are refused too; those in
// TypeScript may fit.
TEST_CASE("rule paths: the default rules leave sources in C alone") {
  const RuleSet rules = default_rules();
  const RulePaths paths = RulePaths::make(rules.rules());
  CHECK(paths.any_bound());
  for (const std::string path :
       {"drivers/net/ethernet/foo/main.c", "include/linux/skbuff.h",
        "arch/x86/kernel/cpu/mtrr/cleanup.c", "fs/ext4/inode.c",
        "Documentation/protocol.c", "src/base/config_reader.cc",
        "include/dt-bindings/clock/rk3036-cru.h", "kernel/sched/core.c",
        "tools/perf/util/env.c", "net/core/sock.c", "src/lib/depends.cpp"}) {
    CAPTURE(path);
    CHECK(paths.fit(path) == PathFit{});
  }
  for (const char* path : {"config/database.yml", ".env", "a/.npmrc", "x.sql"})
    CHECK(paths.fit(path).others);
}

TEST_CASE("rule paths: what is serialized comes back, and damage is seen") {
  const RuleSet rules = default_rules();
  const std::size_t count = rules.rules().size();
  const RulePaths paths = RulePaths::make(rules.rules());
  const std::string bytes = paths.serialize();
  const std::optional<RulePaths> again = RulePaths::deserialize(bytes, count);
  REQUIRE(again.has_value());
  CHECK(again->serialize() == bytes);
  for (std::size_t i = 0; i < count; ++i)
    REQUIRE(again->is_bound(i) == paths.is_bound(i));
  std::mt19937 random(test::seed(17));
  for (int round = 0; round < test::times(1000, 10'000); ++round) {
    const std::string path = random_path(random);
    REQUIRE(again->fit(path) == paths.fit(path));
  }
  CHECK_FALSE(RulePaths::deserialize(bytes.substr(1), count).has_value());
  CHECK_FALSE(RulePaths::deserialize("", count).has_value());
  CHECK_FALSE(RulePaths::deserialize(bytes + "x", count).has_value());
}

}  // namespace sluice::rule_paths_test

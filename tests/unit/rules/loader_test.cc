#include "rules/loader.h"

#include <doctest/doctest.h>

#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/effort.h"

namespace sluice::loader_test {

Result<RuleSet> load(std::string text) {
  const RuleSource source{"r.toml", std::move(text)};
  return load_rules({&source, 1});
}

// The message, or "" if the text loads.
std::string message_of(std::string text) {
  const auto set = load(std::move(text));
  if (set) return "";
  CHECK(set.error().code == ErrorCode::kConfig);
  CHECK(set.error().sys_errno == 0);
  return set.error().message;
}

std::vector<std::string> list(std::span<const std::string_view> strings) {
  return {strings.begin(), strings.end()};
}

using Strings = std::vector<std::string>;

constexpr std::string_view kFullFile = R"(# A comment
title = "a title"
description = "ignored"

[[rules]]
id = "acme-token"
description = "Acme \"API\" token \u00e9"
provider = "acme"
confidence = "high"
checksum = "crc32-base62"
regex = '''\b(acme_[0-9a-z]{20})\b'''
path = '\.env$'
example_path = "a/.env"
secretGroup = 1
entropy = 3
min_digits = 2
keywords = ["acme_", "ACME"]
tags = ["api", ""]
references = ["https://docs.example/acme"]
plausible = false
skipReport = true
examples = ["one\ttwo\u0000three", '''
first line
second''']
negative_examples = []

[[rules.allowlists]]
description = "tests"
condition = "and"
regexTarget = "line"
regexes = ['^#', 'test']
paths = ['_test\.go$']
stopwords = ["example"]
commits = [" 0AbC "]

[[rules.allowlists]]
stopwords = ["dummy"]

[[rules.required]]
id = "only-path"
withinLines = 3

[[rules.required]]
id = "acme-token"
withinColumns = 0

[[rules]]
id = "only-path"
path = '\.p12$'
confidence = "low"

[rules.allowlist]
paths = ["vendor/"]
condition = "||"

[[allowlists]]
description = "everywhere"
paths = ["node_modules/"]

[[allowlists]]
targetRules = ["only-path"]
regexes = ["x"]
condition = "&&"
regexTarget = "match"
)";

TEST_CASE("loader: every key is read back") {
  RuleSet set;
  {
    auto loaded = load(std::string(kFullFile));
    REQUIRE(loaded.has_value());
    set = *std::move(loaded);
  }
  // The text and the loader are gone: all views point into the set.
  REQUIRE(set.rules().size() == 2);
  const Rule& acme = set.rules()[0];
  CHECK(acme.id == "acme-token");
  CHECK(acme.description == "Acme \"API\" token \xc3\xa9");
  CHECK(acme.provider == "acme");
  CHECK(acme.confidence == Confidence::kHigh);
  CHECK(acme.check == CheckKind::kCrc32Base62);
  CHECK(acme.regex == R"(\b(acme_[0-9a-z]{20})\b)");
  CHECK(acme.path == R"(\.env$)");
  CHECK(acme.secret_group == 1);
  CHECK(acme.entropy == 3.0);
  CHECK(acme.min_digits == 2);
  CHECK(list(acme.keywords) == Strings{"acme_", "ACME"});
  CHECK(list(acme.tags) == Strings{"api", ""});
  CHECK(list(acme.references) == Strings{"https://docs.example/acme"});
  CHECK(list(acme.examples) ==
        Strings{std::string("one\ttwo\0three", 13), "first line\nsecond"});
  CHECK(acme.negative_examples.empty());
  CHECK(acme.example_path == "a/.env");
  CHECK_FALSE(acme.plausible);
  CHECK(acme.skip_report);
  REQUIRE(acme.required.size() == 2);
  CHECK(acme.required[0].rule == 1);
  CHECK(acme.required[0].within_lines == 3);
  CHECK(acme.required[0].within_columns == kAnyDistance);
  CHECK(acme.required[1].rule == 0);
  CHECK(acme.required[1].within_lines == kAnyDistance);
  CHECK(acme.required[1].within_columns == 0);
  CHECK(acme.max_width == 25);
  REQUIRE(acme.anchors.size() == 1);
  CHECK(acme.anchors[0].text == "acme_");
  CHECK(acme.anchors[0].max_lead == 0);
  CHECK_FALSE(acme.anchors[0].caseless);

  REQUIRE(acme.allowlists.size() == 3);
  const Allowlist& tests = acme.allowlists[0];
  CHECK(tests.description == "tests");
  CHECK(tests.all);
  CHECK(tests.target == AllowTarget::kLine);
  CHECK(list(tests.regexes) == Strings{"^#", "test"});
  CHECK(list(tests.paths) == Strings{R"(_test\.go$)"});
  CHECK(list(tests.stopwords) == Strings{"example"});
  CHECK(list(tests.commits) == Strings{"0abc"});
  CHECK_FALSE(acme.allowlists[1].all);
  CHECK(acme.allowlists[1].target == AllowTarget::kSecret);
  CHECK(acme.allowlists[2].description == "everywhere");

  const Rule& only_path = set.rules()[1];
  CHECK(only_path.regex.empty());
  CHECK(only_path.path == R"(\.p12$)");
  CHECK(only_path.confidence == Confidence::kLow);
  CHECK(only_path.check == CheckKind::kNone);
  CHECK(only_path.anchors.empty());
  CHECK(only_path.plausible);
  CHECK_FALSE(only_path.skip_report);
  CHECK(only_path.required.empty());
  REQUIRE(only_path.allowlists.size() == 3);
  CHECK(list(only_path.allowlists[0].paths) == Strings{"vendor/"});
  CHECK(list(only_path.allowlists[1].paths) == Strings{"node_modules/"});
  CHECK(list(only_path.allowlists[2].regexes) == Strings{"x"});
  CHECK(only_path.allowlists[2].all);
  CHECK(only_path.allowlists[2].target == AllowTarget::kMatch);

  CHECK(set.origin(0) == "r.toml:5");
  CHECK(set.origin(1) == "r.toml:47");
  CHECK(set.global_allowlists().empty());
}

TEST_CASE("loader: defaults") {
  const auto set = load("[[rules]]\nid = \"x\"\nregex = 'a'\n");
  REQUIRE(set.has_value());
  const Rule& rule = set->rules()[0];
  CHECK(rule.confidence == Confidence::kMedium);
  CHECK(rule.secret_group == 0);
  CHECK(rule.entropy == 0);
  CHECK(rule.keywords.empty());
  CHECK(rule.allowlists.empty());
  CHECK(rule.provider.empty());
}

TEST_CASE("loader: names instead of a pattern") {
  const auto set = load(
      "[[rules]]\nid = 'x'\nassignment = 'bare'\nkeywords = ['pwd', 'pw =']\n");
  REQUIRE(set.has_value());
  const Rule& rule = set->rules()[0];
  CHECK(rule.assignment == Assignment::kBare);
  CHECK(rule.looks_at_text());
  CHECK(rule.max_width == longest(Assignment::kBare));
  REQUIRE(rule.anchors.size() == 2);
  CHECK(rule.anchors[1].text == "pw =");
  CHECK(rule.anchors[1].caseless);
  CHECK(rule.anchors[1].max_lead == 0);
}

TEST_CASE("loader: keys in any case, as gitleaks takes them") {
  const auto set = load(
      "[[Rules]]\nID = 'x'\nRegex = 'a(b)'\nsecretgroup = 1\n"
      "[Rules.AllowList]\nstopWords = ['q']\n");
  REQUIRE(set.has_value());
  CHECK(set->rules()[0].secret_group == 1);
  CHECK(set->rules()[0].allowlists.size() == 1);
}

TEST_CASE("loader: several sources") {
  const RuleSource sources[] = {
      {"a.toml", "[[rules]]\nid = 'a'\nregex = 'x'\n"},
      {"b.toml",
       "\n[[rules]]\nid = 'b'\nregex = 'y'\n"
       "[allowlist]\npaths = ['p']\n"}};
  const auto set = load_rules(sources);
  REQUIRE(set.has_value());
  REQUIRE(set->rules().size() == 2);
  CHECK(set->origin(0) == "a.toml:1");
  CHECK(set->origin(1) == "b.toml:2");
  CHECK(set->rules()[0].allowlists.size() == 1);
  CHECK(set->rules()[1].allowlists.size() == 1);
  // The digest of both texts, joined.
  const auto joined = load(
      "[[rules]]\nid = 'a'\nregex = 'x'\n"
      "\n[[rules]]\nid = 'b'\nregex = 'y'\n"
      "[allowlist]\npaths = ['p']\n");
  REQUIRE(joined.has_value());
  CHECK(set->sha256().size() == 64);
  CHECK(set->sha256() == joined->sha256());
  CHECK(set->sha256() != load("[[rules]]\nid='a'\nregex='x'")->sha256());
}

TEST_CASE("loader: duplicates name the first, in the same or another file") {
  const RuleSource sources[] = {
      {"a.toml", "\n[[rules]]\nid = 'x'\nregex = 'x'\n"},
      {"b.toml",
       "[[rules]]\nid = 'y'\nregex = 'y'\n\n"
       "[[rules]]\nid = 'x'\nregex = 'y'\n"}};
  const auto set = load_rules(sources);
  REQUIRE_FALSE(set.has_value());
  CHECK(set.error().message ==
        "b.toml:5: rule `x`: already defined at a.toml:2");
}

TEST_CASE("loader: no rules") {
  CHECK(message_of("") == "r.toml: no rules");
  CHECK(message_of("# nothing\n") == "r.toml: no rules");
  CHECK(message_of("rules = []\n") == "r.toml: no rules");
  CHECK(message_of("[allowlist]\npaths = ['x']\n") == "r.toml: no rules");
  CHECK(load_rules({}).error().message == "no rules");
  const RuleSource sources[] = {{"a.toml", ""}, {"b.toml", ""}};
  CHECK(load_rules(sources).error().message == "a.toml, b.toml: no rules");
}

struct Row {
  std::string_view text;
  std::string_view message;
};

TEST_CASE("loader: errors of the file") {
  const Row rows[] = {
      {"a = \n",
       "r.toml:1: not valid TOML: Error while parsing key-value "
       "pair: expected value, saw '\\n'"},
      {"[ =\n",
       "r.toml:1: not valid TOML: Error while parsing key: expected "
       "bare key starting character or string delimiter, saw '='"},
      {"[[rules]]\nid = 'x\n",
       "r.toml:2: not valid TOML: Error while parsing "
       "literal string: control characters other than "
       "TAB (U+0009) are explicitly prohibited"},
      {"title = 'a'\ntitle = 'b'\n",
       "r.toml:2: not valid TOML: Error while parsing key-value pair: cannot "
       "redefine existing string it"},
      {"\n\ntitle = '\xff\xfe'\n",
       "r.toml:3: not valid TOML: Encountered invalid utf-8 sequence"},
      {"title = 'a'\n\xc3\xa9 = 1\n",
       "r.toml:2: not valid TOML: Error while parsing root table: expected "
       "keys, tables, whitespace or comments, saw '\xc3\xa9'"},
      {"rulez = 1\n", "r.toml:1: unknown key `rulez` (did you mean `rules`?)"},
      {"\nnothing_like_it = 1\n", "r.toml:2: unknown key `nothing_like_it`"},
      {"title = 1\n", "r.toml:1: `title` must be a string, not an integer"},
      {"rules = 1\n",
       "r.toml:1: `rules` must be an array of tables, not an integer"},
      {"rules = [\n1]\n", "r.toml:2: `rules` must hold tables, not an integer"},
      {"minVersion = 'v8.25.0'\n",
       "r.toml:1: `minVersion` is a configuration's; a file that is read "
       "strictly has "
       "rules alone"},
      {"[extend]\nuseDefault = true\n",
       "r.toml:1: `extend` is a configuration's; a file that is read strictly "
       "has "
       "rules alone"},
      {"a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1\n",
       "r.toml:1: not valid TOML: a key of more than 16 parts"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(message_of(std::string(row.text)) == row.message);
  }
}

// Each line follows a valid rule `x` that begins at line 1.
TEST_CASE("loader: errors of a rule") {
  const Row rows[] = {
      {"regx = 'a'",
       "r.toml:4: unknown key `regx` in rule `x` (did you mean `regex`?)"},
      {"secret_group = 1",
       "r.toml:4: unknown key `secret_group` in rule `x` "
       "(did you mean `secretGroup`?)"},
      {"zzzzzz = 1", "r.toml:4: unknown key `zzzzzz` in rule `x`"},
      {"skipReport = 1",
       "r.toml:4: rule `x`: `skipReport` must be a boolean, not an integer"},
      {"plausible = 'yes'",
       "r.toml:4: rule `x`: `plausible` must be a boolean, not a string"},
      {"[[rules.required]]\nid = 'y'",
       "r.toml:4: rule `x`: it requires `y`, which is no rule"},
      {"[[rules.required]]\nwithinLines = 1",
       "r.toml:4: `required` of rule `x`: `id` is missing"},
      {"[[rules.required]]\nid = 'x'\nwithinLines = -1",
       "r.toml:6: `required` of rule `x`: `withinLines` must not be negative"},
      {"[[rules.required]]\nid = 'x'\nwithinLine = 1",
       "r.toml:6: unknown key `withinLine` in `required` of rule `x` (did you "
       "mean `withinLines`?)"},
      {"[[rules.components]]\nid = 'x'",
       "r.toml:4: unknown key `components` in rule `x`"},
      {"path = 'a\\C'",
       "r.toml:4: rule `x`: bad `path` `a\\C`: invalid escape sequence: \\C"},
      {"Regex = 'b'", "r.toml:4: rule `x`: `Regex` is given twice"},
      {"path = 1",
       "r.toml:4: rule `x`: `path` must be a string, not an "
       "integer"},
      {"path = 1.5",
       "r.toml:4: rule `x`: `path` must be a string, not a "
       "floating-point number"},
      {"path = 2020-01-01",
       "r.toml:4: rule `x`: `path` must be a string, not a date or time"},
      {"description = true",
       "r.toml:4: rule `x`: `description` must be a string, not a boolean"},
      {"keywords = 'a'",
       "r.toml:4: rule `x`: `keywords` must be an array of "
       "strings, not a string"},
      {"tags = ['a',\n  1]",
       "r.toml:5: rule `x`: `tags` must hold strings, not an integer"},
      {"keywords = ['a', '']",
       "r.toml:4: rule `x`: `keywords` holds an empty string"},
      {"secretGroup = '1'",
       "r.toml:4: rule `x`: `secretGroup` must be an integer, not a string"},
      {"secretGroup = -1",
       "r.toml:4: rule `x`: `secretGroup` must not be negative"},
      {"secretGroup = 4294967296",
       "r.toml:4: rule `x`: `secretGroup` is too large"},
      {"min_digits = -1",
       "r.toml:4: rule `x`: `min_digits` must not be negative"},
      {"entropy = -0.5", "r.toml:4: rule `x`: `entropy` must not be negative"},
      {"entropy = -1", "r.toml:4: rule `x`: `entropy` must not be negative"},
      {"entropy = nan", "r.toml:4: rule `x`: `entropy` must be finite"},
      {"entropy = inf", "r.toml:4: rule `x`: `entropy` must be finite"},
      {"entropy = 'a'",
       "r.toml:4: rule `x`: `entropy` must be a number, not a string"},
      {"confidence = 'sure'",
       "r.toml:4: rule `x`: unknown confidence `sure` "
       "(low, medium or high)"},
      {"confidence = ''",
       "r.toml:4: rule `x`: unknown confidence `` (low, "
       "medium or high)"},
      {"checksum = 'md5'",
       "r.toml:4: rule `x`: unknown checksum `md5` (crc32-base62, "
       "crc32-hex, crc32-base36, marvin32, bech32, jwt, json, macaroon, "
       "private-key, aws-key-id, aws-bedrock-key, uuid, user-info, nkey)"},
      {"allowlists = 1",
       "r.toml:4: rule `x`: `allowlists` must be an array "
       "of tables, not an integer"},
      {"[[rules.allowlists]]",
       "r.toml:4: an allowlist of rule `x`: none of `paths`, `regexes`, "
       "`stopwords` and `commits` is given"},
      {"[[rules.allowlists]]\nstopword = ['a']",
       "r.toml:5: unknown key `stopword` in an allowlist of rule `x` (did you "
       "mean `stopwords`?)"},
      {"[[rules.allowlists]]\ncommits = ['']",
       "r.toml:5: an allowlist of rule `x`: `commits` holds an empty string"},
      {"[[rules.allowlist]]\npaths = ['a']",
       "r.toml:4: rule `x`: `allowlist` must be a table, not an array"},
      {"[[rules.allowlists]]\npaths = ['a']\n[rules.allowlist]\n"
       "paths = ['a']",
       "r.toml:6: rule `x`: `allowlist`, the older spelling, and `allowlists` "
       "are both given"},
      {"[[rules.allowlists]]\npaths = ['a', '']",
       "r.toml:5: an allowlist of rule `x`: `paths` holds an empty string"},
      {"[[rules.allowlists]]\npaths = ['a']\ncondition = 'xor'",
       "r.toml:6: an allowlist of rule `x`: unknown condition `xor` (OR or "
       "AND)"},
      {"[rules.allowlist]\npaths = ['a']\nregexTarget = 'file'",
       "r.toml:6: an allowlist of rule `x`: unknown regexTarget `file` "
       "(secret, match or line)"},
      {"[rules.allowlist]\npaths = ['a']\ntargetRules = ['x']",
       "r.toml:6: unknown key `targetRules` in an allowlist of rule `x`"},
      {"[allowlist]\npaths = ['a']\ntargetRules = ['x', 'y']",
       "r.toml:6: a global allowlist: there is no rule `y`"},
      {"[[allowlists]]\ndescription = 'a'",
       "r.toml:4: a global allowlist: none of `paths`, `regexes`, "
       "`stopwords` and `commits` is given"},
      {"[[rules]]\nid = 'x'\nregex = 'a'",
       "r.toml:4: rule `x`: already defined at r.toml:1"},
      {"[[rules]]\nid = 'y'",
       "r.toml:4: rule `y`: none of `regex`, `assignment`, `file` and "
       "`path` is given"},
      {"[[rules]]\nid = 'y'\nassignment = 'any'\n",
       "r.toml:6: rule `y`: unknown assignment `any` (quoted, blank, bare, "
       "token, long-token, member-1, member-2, member-3, member-4, column, "
       "table, insert, "
       "last, run, manifest)"},
      {"[[rules]]\nid = 'y'\nassignment = 'bare'\n",
       "r.toml:6: rule `y`: `assignment` needs `keywords`, the names"},
      {"[[rules]]\nid = 'y'\nassignment = 'last'\npath = 'a'\nkeywords = "
       "['pwd']\n",
       "r.toml:6: rule `y`: `assignment = \"last\"` has no `keywords`"},
      {"[[rules]]\nid = 'y'\nassignment = 'last'\n",
       "r.toml:6: rule `y`: `assignment = \"last\"` needs a `path`"},
      {"[[rules]]\nid = 'y'\nregex = 'a'\nassignment = 'bare'\nkeywords = "
       "['pwd']\n",
       "r.toml:7: rule `y`: `assignment` and `regex` exclude each other, but "
       "for \"run\""},
      {"[[rules]]\nid = 'y'\nassignment = 'bare'\nkeywords = ['pwd', 'pW=']\n",
       "r.toml:6: rule `y`: the name `pW=` is not in lower case"},
      {"[[rules]]\nid = 'y'\nassignment = 'bare'\nkeywords = ['pw']\n",
       "r.toml:6: rule `y`: the name `pw` is shorter than 3 bytes"},
      {"[[rules]]\nid = 'y'\nregex = ''",
       "r.toml:4: rule `y`: none of `regex`, `assignment`, `file` and "
       "`path` is given"},
      {"[[rules]]\nregex = 'a'", "r.toml:4: a rule: `id` is missing"},
      {"[[rules]]\nid = ''\nregex = 'a'", "r.toml:4: a rule: `id` is missing"},
      {"[[rules]]\nid = 3\nregex = 'a'",
       "r.toml:5: a rule: `id` must be a string, not an integer"},
      {"[[rules]]\nident = 'y'\nregex = 'a'",
       "r.toml:5: unknown key `ident` in a rule without an id"},
      {"[[rules]]\nid = \"y\\u001b[2J\"\nregex = 'a'",
       "r.toml:4: rule `y?[2J`: `id` holds a control character"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(message_of("[[rules]]\nid = 'x'\nregex = 'a'\n" +
                     std::string(row.text) + "\n") == row.message);
  }
}

TEST_CASE("loader: messages quote no example") {
  const std::string_view rows[] = {
      "examples = [MADEUPVALUE]",      "examples = ['MADEUPVALUE\n']",
      "examples = ['a'] MADEUPVALUE",  "examples = [1357913579135791357913579]",
      "examples = ['MADEUPVALUE', 1]", "examples = \"MADEUPVALUE\\q\"",
      "examples = 'MADEUPVALUE'",      "examples = ['''MADEUPVALUE]",
      "examples = [1.MADEUPVALUE]",    "examples = [0xMADEUPVALUE]",
      "examples = ['a'MADEUPVALUE]",
  };
  for (const std::string_view row : rows) {
    const std::string message = message_of(
        "[[rules]]\nid = 'x'\nregex = 'a'\n" + std::string(row) + "\n");
    CAPTURE(row);
    CAPTURE(message);
    CHECK(message.starts_with("r.toml:"));
    CHECK(message.find("MADEUP") == std::string::npos);
    CHECK(message.find("13579") == std::string::npos);
  }
}

TEST_CASE("loader: deep nesting is an error, not a crash") {
  std::string dotted = "a";
  for (int i = 0; i < 200000; ++i) dotted += ".a";
  CHECK(message_of(dotted + " = 1\n") ==
        "r.toml:1: not valid TOML: a key of more than 16 parts");
  CHECK(message_of("\n[" + dotted + "]\n") ==
        "r.toml:2: not valid TOML: a key of more than 16 parts");
  CHECK(message_of("x = '''\n\n'''\ny = {" + dotted + " = 1}\n") ==
        "r.toml:4: not valid TOML: a key of more than 16 parts");
  std::string quoted = "'a'";
  for (int i = 0; i < 20000; ++i) quoted += " . \"a\\\"\"";
  CHECK(message_of(quoted + " = 1\n") ==
        "r.toml:1: not valid TOML: a key of more than 16 parts");
  CHECK(message_of("a = " + std::string(200000, '[') + "\n")
            .starts_with("r.toml:1: not valid TOML: "));
  std::string tables = "a = 1";
  for (int i = 0; i < 200; ++i) tables = "a.a.a.a = {" + tables + "}";
  CHECK(message_of(tables + "\n") == "r.toml:1: unknown key `a`");
}

TEST_CASE("loader: text beyond ASCII in strings and comments") {
  const auto set = load(
      "\xef\xbb\xbf# \xc3\xa9\n[[rules]]\nid = '\xc3\xa9' # \xc3\xa9\n"
      "regex = \"a\"\ndescription = \"\"\"\\\n   "
      "\xc3\xa9\\\n\xe3\x80\x81\"\"\"\n"
      "'tags' = ['\xc3\xa9']");
  REQUIRE(set.has_value());
  CHECK(set->rules()[0].id == "\xc3\xa9");
  CHECK(set->rules()[0].description == "\xc3\xa9\xe3\x80\x81");
  CHECK(list(set->rules()[0].tags) == Strings{"\xc3\xa9"});
}

TEST_CASE("loader: dots in strings and comments are no key") {
  const std::string dots(100, '.');
  CHECK(message_of("# " + dots + "\n[[rules]]\nid = 'x' # " + dots +
                   "\nregex = '" + dots + "'\nexamples = [\"\\\"" + dots +
                   "\", '''\n" + dots + "'''', \"\"\"\\\"" + dots +
                   "\\\n\"\"\", 1.5]\n") ==
        "r.toml:7: rule `x`: `examples` must hold strings, not a "
        "floating-point number");
}

// A text loads, or is refused in one line with the place.
void check_refusal(const std::string& text) {
  const std::string message = message_of(text);
  CAPTURE(text);
  REQUIRE((message.empty() || message.starts_with("r.toml:")));
  REQUIRE(message.find('\n') == std::string::npos);
}

TEST_CASE("loader: any change to a file") {
  std::mt19937 random(test::seed(99));
  for (int i = 0; i < 4000; ++i) {
    std::string text(kFullFile);
    for (auto edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 20);
          break;
        case 1:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 2:
          text.insert(at, text.substr(random() % text.size(), 30));
          break;
        default:
          text.resize(at + 1);
          break;
      }
    }
    check_refusal(text);
  }
}

TEST_CASE("loader: any sequence of tokens") {
  const std::string_view tokens[] = {"[",
                                     "]",
                                     "[[",
                                     "]]",
                                     "{",
                                     "}",
                                     "=",
                                     ".",
                                     ",",
                                     "\n",
                                     "\r\n",
                                     " ",
                                     "\t",
                                     "#",
                                     "'",
                                     "\"",
                                     "'''",
                                     "\"\"\"",
                                     "\\",
                                     "\\u00",
                                     "1",
                                     "-",
                                     "+",
                                     "0x",
                                     "1e",
                                     "_",
                                     "nan",
                                     "true",
                                     "1979-05",
                                     "T07:32",
                                     "a",
                                     "rules",
                                     "regex",
                                     "id",
                                     "\xff",
                                     "\xc3\xa9",
                                     "\xe3\x80\x81",
                                     "\xef\xb1\xa6",
                                     "\xe2\x80\x8b",
                                     "\xc2\x85",
                                     "\xef\xbb\xbf",
                                     "\x7f",
                                     ":"};
  std::mt19937 random(test::seed(7));
  for (int i = 0; i < 40000; ++i) {
    std::string text;
    for (auto length = random() % 14; length > 0; --length) {
      text += tokens[random() % std::size(tokens)];
    }
    check_refusal(text);
  }
}

}  // namespace sluice::loader_test

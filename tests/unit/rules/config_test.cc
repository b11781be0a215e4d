#include "rules/config.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/effort.h"
#include "unit/rules/config_sample.h"

namespace sluice::config_test {

using test::config;
using test::describe;
using test::refusal;

using Strings = std::vector<std::string>;

Strings list(std::span<const std::string_view> strings) {
  return {strings.begin(), strings.end()};
}

// A text after a valid beginning, and the reason why it is refused.
struct Row {
  std::string_view text, message;
};

const std::string kRule = "[[rules]]\nid = 'x'\nregex = 'a'\n";

// The only rule of `kRule` with more keys.
struct One {
  explicit One(std::string_view keys)
      : loaded(config(kRule + std::string(keys) + "\n")) {}
  const Rule& operator*() const { return loaded.rules.rules()[0]; }
  const Rule* operator->() const { return &loaded.rules.rules()[0]; }
  LoadedConfig loaded;
};

TEST_CASE("a configuration that is read already is not read again") {
  const Result<TomlValue> toml =
      read_toml("c.toml", "[[rules]]\nid = 'a'\nregex = 'a1'\n");
  REQUIRE(toml.has_value());
  ConfigSurroundings surroundings = test::surroundings({}, "");
  surroundings.toml = &*toml;
  const Result<LoadedConfig> loaded =
      load_config({"c.toml", "this is no TOML"}, surroundings);
  REQUIRE(loaded.has_value());
  REQUIRE(loaded->rules.size() == 1);
  CHECK(loaded->rules.rules()[0].id == "a");
}

TEST_CASE("config: defaults are gitleaks'") {
  const One rule("");
  CHECK_FALSE(rule->plausible);
  CHECK_FALSE(rule->skip_report);
  CHECK(rule->confidence == Confidence::kMedium);
  CHECK(rule->secret_group == 0);
  CHECK(rule->entropy == 0);
  CHECK(rule->max_width == 1);
  CHECK(rule.loaded.warnings.empty());
  CHECK(rule.loaded.rules.origin(0) == "c.toml:1");
}

TEST_CASE("config: lists written otherwise") {
  CHECK(list(One("keywords = 'zz, TOKEN,'")->keywords) ==
        Strings{"zz", " TOKEN"});
  CHECK(list(One("tags = 'a,,b'")->tags) == Strings{"a", "", "b"});
  CHECK(list(One("tags = ','")->tags) == Strings{"", ""});
  CHECK(One("tags = ''")->tags.empty());
  CHECK(list(One("tags = 5")->tags) == Strings{"5"});
  CHECK(list(One("tags = ['a', 5, true, false, 1.5]")->tags) ==
        Strings{"a", "5", "1", "0", "1.5"});
  CHECK(One("tags = {}")->tags.empty());
  CHECK(One("[rules.allowlists]\npaths = 'p'")->allowlists.size() == 1);
  CHECK(One("[rules.allowlists]")->allowlists.empty());
  CHECK(One("[rules.allowlist]\npaths = 'p'")->allowlists.size() == 1);
  CHECK(One("[rules.required]\nid = 'x'")->required.size() == 1);
  CHECK(config("[rules]\nid = 'x'\nregex = 'a'").rules.rules().size() == 1);
  CHECK(config("rules = [{id = 'x', regex = 'a'}]").rules.rules().size() == 1);
  CHECK(refusal(kRule + "tags = {a = 1}") ==
        "c.toml:4: rule `x`: `tags` must be an array of strings, not a table");
  CHECK(refusal(kRule + "tags = ['a', ['b']]") ==
        "c.toml:4: rule `x`: `tags` must hold strings, not an array");
}

TEST_CASE("config: scalars written otherwise") {
  CHECK(One("secretGroup = ''")->secret_group == 0);
  CHECK(One("description = 5")->description == "5");
  CHECK(One("description = true")->description == "1");
  CHECK(One("description = 1e21")->description == "1000000000000000000000");
  CHECK(One("entropy = '9.5'")->entropy == 9.5);
  CHECK(One("entropy = true")->entropy == 1);
  CHECK(One("entropy = 3")->entropy == 3);
  CHECK(One("entropy = -1")->entropy == 0);
  CHECK(One("entropy = nan")->entropy == 0);
  CHECK(One("skipReport = '1'")->skip_report);
  CHECK(One("skipReport = 2")->skip_report);
  CHECK_FALSE(One("skipReport = 'F'")->skip_report);
  CHECK_FALSE(One("skipReport = ''")->skip_report);
  const std::string head = "[[rules]]\nid = 5\nregex = 'a(b)(c)'\n";
  const auto group = [&](std::string_view value) {
    return config(head + "secretGroup = " + std::string(value))
        .rules.rules()[0]
        .secret_group;
  };
  CHECK(config(head).rules.rules()[0].id == "5");
  CHECK(group("'2'") == 2);
  CHECK(group("2.7") == 2);
  CHECK(group("true") == 1);
  CHECK(group("-3") == 0);

  const Row errors[] = {
      {"skipReport = 'yes'", "`skipReport` must be a boolean, not a string"},
      {"entropy = 'high'", "`entropy` must be a number, not a string"},
      {"entropy = []", "`entropy` must be a number, not an array"},
      {"secretGroup = '1x'", "`secretGroup` must be an integer, not a string"},
      {"secretGroup = '01'", "`secretGroup` must be an integer, not a string"},
      {"secretGroup = 1e300",
       "`secretGroup` must be an integer, not a floating-point number"},
      {"secretGroup = 99999999999", "`secretGroup` is too large"},
      {"description = []", "`description` must be a string, not an array"},
      {"description = 1979-05-27",
       "`description` must be a string, not a date or time"},
  };
  for (const Row& row : errors) {
    CAPTURE(row.text);
    CHECK(refusal(kRule + std::string(row.text)) ==
          "c.toml:4: rule `x`: " + std::string(row.message));
  }
}

TEST_CASE("config: allowlists") {
  const One rule(
      "[[rules.allowlists]]\ncondition = '&&'\nregexTarget = 'line'\n"
      "regexes = ['(?i)a', 'b|c']\npaths = ['p']\ncommits = 'AA, bB '\n"
      "stopwords = ['', 'W']\n"
      "[[rules.allowlists]]\nstopwords = ''\npaths = ['p']\n"
      "[[rules.allowlists]]\nregexes = ['']\n"
      "[[rules.allowlists]]\nstopwords = ['']\n"
      "[[rules.allowlists]]\ncondition = 'and'\nstopwords = ['']\n"
      "paths = ['p']\n");
  REQUIRE(rule->allowlists.size() == 3);
  const Allowlist& all = rule->allowlists[0];
  CHECK(all.all);
  CHECK(all.target == AllowTarget::kLine);
  // They are joined as in gitleaks: the flag of the first holds for the second.
  CHECK(list(all.regexes) == Strings{"(?:(?i)a|b|c)"});
  CHECK(list(all.paths) == Strings{"p"});
  CHECK(list(all.commits) == Strings{"aa", "bb"});
  CHECK(list(all.stopwords) == Strings{"W"});
  CHECK(list(rule->allowlists[1].paths) == Strings{"p"});
  CHECK(rule->allowlists[1].stopwords.empty());
  CHECK(list(rule->allowlists[2].regexes) == Strings{""});
  CHECK(rule.loaded.warnings ==
        Strings{
            "c.toml:9: an allowlist of rule `x`: `commits` is a string, and is "
            "read as an array of strings",
            "c.toml:10: an allowlist of rule `x`: an empty stopword has no "
            "effect",
            "c.toml:12: an allowlist of rule `x`: `stopwords` is a string, and "
            "is read as an array of strings",
            "c.toml:15: an allowlist of rule `x`: `regexes` holds an empty "
            "pattern, which fits anything",
            "c.toml:17: an allowlist of rule `x`: an empty stopword has no "
            "effect",
            "c.toml:20: an allowlist of rule `x`: an empty stopword has no "
            "effect",
        });
}

TEST_CASE("config: global allowlists stand apart from the rules'") {
  const LoadedConfig loaded = config(
      kRule +
      "[[rules]]\nid = 'y'\nregex = 'b'\n[[rules.allowlists]]\npaths = ['1']\n"
      "[[allowlists]]\npaths = ['2']\n"
      "[[allowlists]]\npaths = ['3']\ntargetRules = 'y,x'\n"
      "[[allowlists]]\npaths = ['4']\ntargetRules = ['y']\n");
  const RuleSet& set = loaded.rules;
  REQUIRE(set.global_allowlists().size() == 1);
  CHECK(list(set.global_allowlists()[0].paths) == Strings{"2"});
  REQUIRE(set.rules()[0].allowlists.size() == 1);
  REQUIRE(set.rules()[1].allowlists.size() == 3);
  CHECK(list(set.rules()[1].allowlists[0].paths) == Strings{"1"});
  CHECK(list(set.rules()[1].allowlists[1].paths) == Strings{"3"});
  CHECK(list(set.rules()[1].allowlists[2].paths) == Strings{"4"});
  const LoadedConfig old = config("[allowlist]\npaths = ['2']\n" + kRule);
  CHECK(old.rules.global_allowlists().size() == 1);
  CHECK(old.rules.rules()[0].allowlists.empty());
  const LoadedConfig empty = config("[allowlist]\n" + kRule);
  CHECK(empty.rules.global_allowlists().empty());
  CHECK(empty.warnings == Strings{"c.toml:1: a global allowlist: it is empty"});
}

TEST_CASE("config: required rules") {
  const LoadedConfig loaded = config(
      "[[rules]]\nid = 'x'\nregex = 'a'\n"
      "[[rules.required]]\nid = 'y'\nwithinLines = 2\nwithinColumns = '40'\n"
      "[[rules.required]]\nid = 'x'\n"
      "[[rules]]\nid = 'y'\npath = 'b'\nskipReport = true\n");
  const RuleSet& set = loaded.rules;
  REQUIRE(set.rules()[0].required.size() == 2);
  CHECK(set.rules()[0].required[0].rule == 1);
  CHECK(set.rules()[0].required[0].within_lines == 2);
  CHECK(set.rules()[0].required[0].within_columns == 40);
  CHECK(set.rules()[0].required[1].rule == 0);
  CHECK(set.rules()[0].required[1].within_lines == kAnyDistance);
  CHECK(set.rules()[1].skip_report);
  CHECK_FALSE(set.rules()[0].skip_report);

  const One never("[[rules.required]]\nid = 'x'\nwithinLines = -1\n");
  CHECK(never->skip_report);
  CHECK(never.loaded.warnings ==
        Strings{"c.toml:6: `required` of rule `x`: `withinLines` is negative, "
                "which nothing can be"});
  const One once(
      "[[rules.required]]\nid = 'x'\nwithinLines = -1\n"
      "[[rules.required]]\nid = 'x'\nwithinColumns = 3\n");
  CHECK_FALSE(once->skip_report);
  REQUIRE(once->required.size() == 1);
  CHECK(once->required[0].within_columns == 3);
  CHECK(refusal(kRule + "[[rules.required]]\nid = 'z'\n") ==
        "c.toml:4: rule `x`: it requires `z`, which is no rule");
  CHECK(refusal(kRule + "[[rules.required]]\nid = ''\n") ==
        "c.toml:4: `required` of rule `x`: `id` is missing");
}

TEST_CASE("config: betterleaks' components") {
  const One rule(
      "[[rules.required]]\nid = 'nobody'\n"
      "[[rules.components]]\nid = 'x'\nwithin = '5L'\n"
      "[[rules.components]]\nid = 'x'\nwithin = '0'\n"
      "[[rules.components]]\nid = 'x'\noptional = true\n");
  REQUIRE(rule->required.size() == 3);
  CHECK(rule->required[0].window.shape == Window::Shape::kLines);
  CHECK(rule->required[0].window.lines_before == 4);
  CHECK(rule->required[1].window.shape == Window::Shape::kFile);
  CHECK(rule->required[2].optional);
  CHECK(rule.loaded.rules.dialect() == Dialect::kBetterleaks);
  CHECK(refusal(kRule + "[[rules.components]]\nid = 'x'\nwithin = '5LL'\n") ==
        "c.toml:6: `components` of rule `x`: `within` `5LL`: it is no distance "
        "(\"5L\", \"100C\", \"-2L,+4L\")");
}

TEST_CASE("config: betterleaks' keys") {
  const One rule(
      "specificity = -5\ntokenEfficiency = true\nconfidence = 'high'\n"
      "plausible = true\nnote = 1\nvalueGroup = 0\n"
      "filter = 'entropy(finding.secret) < 2'\n");
  CHECK(rule->confidence == Confidence::kHigh);
  CHECK(rule->plausible);
  CHECK(rule->specificity == -5);
  CHECK(rule->filters.size() == 2);
  CHECK(rule.loaded.warnings ==
        Strings{"c.toml:8: unknown key `note` in rule `x`"});
  const One other("entropy = 3\n");
  CHECK(other.loaded.rules.dialect() == Dialect::kGitleaks);
}

TEST_CASE("config: expressions") {
  const LoadedConfig loaded =
      config("prefilter = 'one'\nfilter = 'two'\n" + kRule);
  REQUIRE(loaded.rules.prefilters().size() == 1);
  CHECK(loaded.rules.prefilters()[0]->source() == "one");
  CHECK(sources_of(loaded.rules.filters()) ==
        std::vector<std::string_view>{"two"});
  CHECK(refusal("filter = 'bad'\n" + kRule) ==
        "c.toml:1: `filter` 1:1: it is bad");
  CHECK(refusal(kRule + "filter = 'bad'\n") ==
        "c.toml:4: rule `x`: `filter` 1:1: it is bad");
  CHECK(config("prefilter = 'odd'\n" + kRule).warnings ==
        Strings{"c.toml:1: `prefilter` asks for the attribute `odd`, which is "
                "always empty here: `path` and `resource` are known"});
  // No provider is asked; one line says so for all rules.
  const One asks("validate = 'http.get()'\nanalyze = 'x'\n");
  CHECK(asks.loaded.warnings.size() == 1);
}

TEST_CASE("config: without a language, an expression is an error") {
  const auto why = [](const std::string& text) {
    ConfigSurroundings around = test::surroundings({}, "");
    around.expressions = nullptr;
    const auto loaded = load_config({"c.toml", text}, around);
    REQUIRE_FALSE(loaded);
    return loaded.error().message;
  };
  const std::string is =
      "is an expression of betterleaks, for which this "
      "program was not built";
  CHECK(why("filter = 'x'\n" + kRule) == "c.toml:1: `filter` " + is);
  CHECK(why(kRule + "tokenEfficiency = true\n") ==
        "c.toml:4: rule `x`: `tokenEfficiency` " + is);
}

TEST_CASE("config: unknown keys are told of, wherever they stand") {
  const LoadedConfig loaded = config(
      "titel = 1\n" + kRule +
      "regx = 1\nallow_list = {}\nDescriptions = ['']\n[rules.allowlists]\n"
      "paths = ['a']\ntargetRules = ['x']\n[[rules.required]]\nid = 'x'\n"
      "within_lines = 2\n[extend]\nuse_default = true\n[[allowlists]]\n"
      "paths = ['b']\nstop_words = []\n");
  CHECK(loaded.warnings ==
        Strings{
            "c.toml:1: unknown key `titel` (did you mean `title`?)",
            "c.toml:5: unknown key `regx` in rule `x` (did you mean `regex`?)",
            "c.toml:6: unknown key `allow_list` in rule `x` (did you mean "
            "`allowlist`?)",
            "c.toml:7: unknown key `Descriptions` in rule `x` (did you mean "
            "`description`?)",
            "c.toml:13: unknown key `within_lines` in `required` of rule `x` "
            "(did you mean `withinLines`?)",
            "c.toml:10: unknown key `targetRules` in an allowlist of rule `x`",
            "c.toml:15: unknown key `use_default` in [extend] (did you mean "
            "`useDefault`?)",
            "c.toml:18: unknown key `stop_words` in a global allowlist (did "
            "you mean `stopwords`?)",
        });
}

TEST_CASE("config: the last of the rules with one id counts") {
  const LoadedConfig loaded =
      config(kRule + "entropy = 3\n[[rules]]\nid = 'y'\nregex = 'b'\n" +
             "[[rules]]\nid = 'x'\nregex = 'c'\n");
  REQUIRE(loaded.rules.rules().size() == 2);
  CHECK(loaded.rules.rules()[0].regex == "c");
  CHECK(loaded.rules.rules()[0].entropy == 0);
  CHECK(loaded.warnings ==
        Strings{"c.toml:8: rule `x`: replaces the rule of the same id at "
                "c.toml:1"});
}

TEST_CASE("config: keywords that are empty") {
  const One some("keywords = ['', 'B']");
  CHECK(list(some->keywords) == Strings{"B"});
  CHECK_FALSE(some->skip_report);
  CHECK(some.loaded.warnings.empty());
  const One none("keywords = ['']");
  CHECK(none->keywords.empty());
  CHECK(none->skip_report);
  CHECK(none.loaded.warnings.size() == 1);
}

TEST_CASE("config: versions") {
  const auto warnings = [](const std::string& key, const std::string& value) {
    return config(key + " = '" + value + "'\n" + kRule).warnings;
  };
  for (const std::string value : {"", "v8.25.0", "8.25", "8.30.1", "v8", "0.1"})
    CHECK(warnings("minVersion", value).empty());
  CHECK(warnings("minVersion", "v8.30.2") ==
        Strings{"c.toml:1: `minVersion` asks for gitleaks `v8.30.2`; "
                "configurations are read as gitleaks 8.30.1 does"});
  CHECK(warnings("minVersion", "9").size() == 1);
  CHECK(warnings("minVersion", "8.31.0-rc1").size() == 1);
  CHECK(warnings("MinVersion", "soon") ==
        Strings{"c.toml:1: `minVersion` `soon` is no version"});
  CHECK(warnings("betterleaksMinVersion", "2.0.0-rc.1").empty());
  CHECK(warnings("betterleaksMinVersion", "2.1").size() == 1);
  // betterleaks 2 has it for itself.
  CHECK(config("minVersion = 'v2.0.0-rc.1'\nfilter = 'false'\n" + kRule)
            .warnings.empty());
  CHECK(config("minVersion = '2.1'\nfilter = 'false'\n" + kRule).warnings ==
        Strings{"c.toml:1: `minVersion` asks for betterleaks `2.1`; "
                "configurations are read as betterleaks 2.0.0 does"});
}

TEST_CASE("config: patterns are Go's, and are put to RE2 with their line") {
  const LoadedConfig loaded = config(
      "[[rules]]\nid = 'x'\nregex = '(?<a>\\p{letter})'\npath = '(?<b>p)'\n"
      "[[rules.allowlists]]\npaths = ['(?<c>q)']\nregexes = ['(?<d>r)']\n");
  const Rule& rule = loaded.rules.rules()[0];
  CHECK(rule.regex == "(?P<a>\\p{L})");
  CHECK(rule.path == "(?P<b>p)");
  CHECK(rule.allowlists[0].paths[0] == "(?P<c>q)");
  CHECK(rule.allowlists[0].regexes[0] == "(?P<d>r)");

  const Row errors[] = {
      {"\nregex = 'a(b'",
       "c.toml:4: rule `y`: bad `regex` `a(b`: missing ): a(b"},
      {"regex = 'a'\npath = '*'",
       "c.toml:4: rule `y`: bad `path` `*`: no argument for repetition "
       "operator: *"},
      {"regex = 'a\\Cb'",
       "c.toml:3: rule `y`: bad `regex` `a\\Cb`: invalid escape sequence: \\C"},
      {"regex = 'a'\n[[rules.allowlists]]\nregexes = [\n'b',\n'(?=c)']",
       "c.toml:7: an allowlist of rule `y`: bad `regexes` `(?=c)`: invalid "
       "perl operator: (?="},
      {"regex = 'a'\n[allowlist]\npaths = ['[']",
       "c.toml:5: a global allowlist: bad `paths` `[`: missing ]: ["},
      {"regex = 'a'\n[allowlist]\npaths = ['\\Qa', 'b']",
       "c.toml:5: a global allowlist: the patterns of `paths`, each of which "
       "is valid, cannot be joined to one as gitleaks does: missing ): "
       "(?:\\Qa|b)"},
      {"regex = 'a(b)'\nsecretGroup = 2",
       "c.toml:4: rule `y`: bad `secretGroup`: there is no group 2"},
      {"description = 'd'",
       "c.toml:1: rule `y`: none of `regex`, `assignment`, `file` and "
       "`path` is given"},
      {"regex = ''\npath = ''",
       "c.toml:1: rule `y`: none of `regex`, `assignment`, `file` and "
       "`path` is given"},
  };
  for (const Row& row : errors) {
    CAPTURE(row.text);
    CHECK(refusal("[[rules]]\nid = 'y'\n" + std::string(row.text) + "\n") ==
          row.message);
  }
}

TEST_CASE("config: errors of the file") {
  const Row errors[] = {
      {"[rules]", "c.toml: no rules"},
      {"[[rules]]", "c.toml:1: a rule: `id` is missing"},
      {"[[rules]]\nid = ' '\nregex = 'a'", "c.toml:1: a rule: `id` is missing"},
      {"[[rules]]\nid = 'x'\nID = 'y'\nregex = 'a'",
       "c.toml:3: rule `x`: `ID` is given twice"},
      {"[[allowlist]]\npaths = ['a']",
       "c.toml:1: `allowlist` must be a table, not an array"},
      {"[[extend]]\npath = 'a'",
       "c.toml:1: `extend` must be a table, not an array"},
      {"[[allowlists]]",
       "c.toml:1: a global allowlist: none of `paths`, `regexes`, `stopwords` "
       "and `commits` is given"},
      {"[allowlist]\ndescription = 'a'",
       "c.toml:1: a global allowlist: none of `paths`, `regexes`, `stopwords` "
       "and `commits` is given"},
      {"[allowlist]\npaths = 'a'\n[[allowlists]]\npaths = 'a'",
       "c.toml:1: `allowlist`, the older spelling, and `allowlists` are both "
       "given"},
      {"[allowlist]\npaths = 'a'\ncondition = 'xor'",
       "c.toml:3: a global allowlist: unknown condition `xor` (OR or AND)"},
      {"[allowlist]\npaths = 'a'\nregexTarget = 'Match'",
       "c.toml:3: a global allowlist: unknown regexTarget `Match` (secret, "
       "match or line)"},
      {"[[rules]]\nid = 'x'\nregex = 'a'\n[[allowlists]]\npaths = 'a'\n"
       "targetRules = ['x', 'y']",
       "c.toml:6: a global allowlist: there is no rule `y`"},
  };
  for (const Row& row : errors) {
    CAPTURE(row.text);
    CHECK(refusal(std::string(row.text) + "\n") == row.message);
  }
  CHECK(refusal("[[rules]\n").starts_with("c.toml:1: not valid TOML"));
  CHECK(refusal("\n# \xff\n").starts_with("c.toml:2: not valid TOML"));
}

// A configuration as data, to be written in many ways that mean the same.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string file() {
    std::string out;
    // Spelt alike in all of the file: to TOML itself, case matters.
    const std::string rules = cased("rules");
    for (int i = 0; i < 3; ++i) {
      out += "[[" + rules + "]]\n";
      out += keys({"id = 'r" + std::to_string(i) + "'", "regex = 'a(b)(c)'",
                   "description = 'd" + std::to_string(i) + "'",
                   "secretGroup = " + one_of({"2", "'2'", "2.5"}),
                   "entropy = " + one_of({"3.5", "'3.5'"}),
                   "keywords = " + one_of({"['k', 'l']", "'k,l'"}),
                   "tags = " + one_of({"['5']", "5", "'5'", "[5]"}),
                   "skipReport = " + one_of({"true", "1", "'t'", "'True'"}),
                   "confidence = 'low'", "min_digits = 1"});
      std::string parts[] = {
          allowlist(rules + "." + cased(one_of({"allowlist", "allowlists"}))),
          "[" + rules + "." + cased("required") + "]\n" +
              keys({"id = 'r1'", "withinLines = " + one_of({"1", "'1'"})})};
      std::shuffle(std::begin(parts), std::end(parts), random_);
      out += parts[0] + parts[1];
    }
    std::string global = allowlist(cased(one_of({"allowlist", "allowlists"})));
    return one_of({out + global, global + out});
  }

 private:
  std::string allowlist(std::string_view name) {
    return fmt::format("[{}]\n", name) +
           keys({"condition = " + one_of({"'AND'", "'and'", "'&&'"}),
                 "regexes = " + one_of({"['x', 'y']", "'x,y'"}),
                 "paths = " + one_of({"['p']", "'p'"}),
                 "stopWords = " + one_of({"['s']", "'s'"}),
                 "commits = " + one_of({"['c0']", "'C0'"}),
                 "regexTarget = 'line'"});
  }
  std::string keys(std::vector<std::string> lines) {
    std::shuffle(lines.begin(), lines.end(), random_);
    std::string out;
    for (const std::string& line : lines) {
      const auto equals = line.find(" = ");
      out += cased(line.substr(0, equals)) + line.substr(equals) + "\n";
    }
    return out;
  }
  std::string cased(std::string_view key) {
    std::string out;
    for (const char c : key) {
      out += static_cast<char>(
          random_() % 2 == 0 ? std::toupper(static_cast<unsigned char>(c))
                             : std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
  }
  std::string one_of(const std::vector<std::string>& choices) {
    return choices[random_() % choices.size()];
  }
  std::mt19937 random_;
};

TEST_CASE("config: the order and case of keys, and how values are written") {
  const std::string first = describe(config(Writer(0).file()).rules);
  REQUIRE(first.find("group 2") != std::string::npos);
  for (const std::uint32_t seed : test::seeds(399, 3990, 1)) {
    const std::string text = Writer(seed).file();
    CAPTURE(text);
    const LoadedConfig loaded = config(text);
    for (const std::string& warning : loaded.warnings)
      CHECK(warning.find(", and is read as ") != std::string::npos);
    REQUIRE(describe(loaded.rules) == first);
  }
}

TEST_CASE("config: a value of another type is told, and is an error of ours") {
  const std::string text =
      "[[rules]]\nid = 3\nregex = 'a'\ntags = 'x,y'\nentropy = '2'\n";
  CHECK(config(text).warnings ==
        std::vector<std::string>{
            "c.toml:2: a rule: `id` is an integer, and is read as a string",
            "c.toml:5: rule `3`: `entropy` is a string, and is read as a "
            "number",
            "c.toml:4: rule `3`: `tags` is a string, and is read as an array "
            "of strings"});
  const auto result =
      load_config({"t/.sluice.toml", text}, test::surroundings({}, ""));
  REQUIRE_FALSE(result);
  CHECK(result.error().message ==
        "t/.sluice.toml:2: a rule: `id` must be a string, not an integer");
  const std::string list =
      "[[rules]]\nid = 'x'\nregex = 'abc'\ntags = ['a', 1]\n";
  CHECK(config(list).warnings.empty());
  const auto mixed =
      load_config({"t/.sluice.toml", list}, test::surroundings({}, ""));
  REQUIRE_FALSE(mixed);
  CHECK(mixed.error().message ==
        "t/.sluice.toml:4: rule `x`: `tags` must hold strings, not an integer");
}

TEST_CASE("config: any change to a file loads or is refused in one line") {
  const std::string text = Writer(1).file() + "[extend]\nuseDefault = true\n";
  std::mt19937 random(test::seed(3));
  int loaded = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string changed = text;
    for (auto edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % changed.size();
      switch (random() % 3) {
        case 0:
          changed.erase(at, 1 + random() % 20);
          break;
        case 1:
          changed[at] = static_cast<char>(random() % 128);
          break;
        default:
          changed.insert(at, text.substr(random() % text.size(), 30));
          break;
      }
      changed += '\n';
    }
    const test::Files files{{"c.toml", changed}};
    const auto result =
        test::load_from(files, "[[rules]]\nid = 'z'\nregex = 'z'\n");
    CAPTURE(changed);
    if (result) {
      ++loaded;
      for (const std::string& warning : result->warnings)
        REQUIRE(warning.starts_with("c.toml:"));
      continue;
    }
    const std::string& message = result.error().message;
    CAPTURE(message);
    REQUIRE(message.starts_with("c.toml:"));
    REQUIRE(message.find('\n') == std::string::npos);
  }
  CHECK(loaded > 100);
}

}  // namespace sluice::config_test

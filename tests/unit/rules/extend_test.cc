#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/rules/config_sample.h"

namespace sluice::extend_test {

using test::describe;
using test::Files;
using test::load_from;
using test::refusal;

using Strings = std::vector<std::string>;

LoadedConfig loaded(const Files& files, std::string_view default_rules = "") {
  auto result = load_from(files, default_rules);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
  return *std::move(result);
}

Strings list(std::span<const std::string_view> strings) {
  return {strings.begin(), strings.end()};
}

Strings ids(const RuleSet& set) {
  Strings all;
  for (const Rule& rule : set.rules()) all.emplace_back(rule.id);
  return all;
}

const std::string kExtendBase = "[extend]\npath = 'base.toml'\n";

const std::string kBase = R"(
[[rules]]
id = "m"
description = "base"
regex = 'b(a)se'
path = 'bp'
secretGroup = 1
entropy = 2
keywords = ["bk"]
tags = ["bt"]
skipReport = true
[[rules.required]]
id = "m"
withinLines = 4
[[rules.allowlists]]
paths = ["bl"]
[[rules]]
id = "base-only"
regex = 'bo'
[[allowlists]]
description = "bg"
paths = ["bg"]
)";

TEST_CASE("extend: what is said over what") {
  const LoadedConfig config =
      loaded({{"base.toml", kBase}, {"c.toml", kExtendBase + R"(
[[rules]]
id = "z"
regex = 'zz'
[[rules]]
id = "m"
description = "over"
regex = 'o(v)(e)r'
path = 'op'
secretGroup = 2
entropy = 3
keywords = ["ok"]
tags = ["ot"]
skipReport = false
[[rules.required]]
id = "z"
[[rules.allowlists]]
paths = ["ol"]
[[allowlists]]
description = "og"
paths = ["og"]
)"}});
  CHECK(config.warnings.empty());
  // In the order of the ids, as in gitleaks after an extension.
  CHECK(ids(config.rules) == Strings{"base-only", "m", "z"});
  const Rule& rule = config.rules.rules()[1];
  CHECK(rule.description == "over");
  CHECK(rule.regex == "o(v)(e)r");
  CHECK(rule.path == "op");
  CHECK(rule.secret_group == 2);
  CHECK(rule.entropy == 3);
  CHECK(list(rule.keywords) == Strings{"bk", "ok"});
  CHECK(list(rule.tags) == Strings{"bt", "ot"});
  CHECK(rule.skip_report);
  REQUIRE(rule.required.size() == 1);
  CHECK(rule.required[0].rule == 1);
  CHECK(rule.required[0].within_lines == 4);
  REQUIRE(rule.allowlists.size() == 2);
  CHECK(list(rule.allowlists[0].paths) == Strings{"bl"});
  CHECK(list(rule.allowlists[1].paths) == Strings{"ol"});
  CHECK(rule.max_width == 4);
  REQUIRE(config.rules.global_allowlists().size() == 2);
  CHECK(config.rules.global_allowlists()[0].description == "og");
  CHECK(config.rules.global_allowlists()[1].description == "bg");
  CHECK(config.rules.origin(0) == "base.toml:17");
  CHECK(config.rules.origin(1) == "c.toml:7");
}

TEST_CASE("extend: names, more of them or a pattern instead") {
  const std::string base =
      "[[rules]]\nid = 'n'\nassignment = 'bare'\nkeywords = ['pwd']\n"
      "[[rules]]\nid = 'p'\nassignment = 'bare'\nkeywords = ['pwd']\n"
      "[[rules]]\nid = 'r'\nregex = 'a'\n";
  const LoadedConfig config =
      loaded({{"base.toml", base}, {"c.toml", kExtendBase + R"(
[[rules]]
id = "n"
secretGroup = 3
keywords = ["MyPin"]
[[rules]]
id = "p"
regex = 'pattern'
[[rules]]
id = "r"
assignment = "quoted"
keywords = ["pin"]
)"}});
  CHECK(ids(config.rules) == Strings{"n", "p", "r"});
  const auto rules = config.rules.rules();
  CHECK(rules[0].assignment == Assignment::kBare);
  CHECK(list(rules[0].keywords) == Strings{"pwd", "mypin"});
  CHECK(rules[0].anchors.size() == 2);
  CHECK(rules[0].secret_group == 0);
  CHECK(rules[1].assignment == Assignment::kNone);
  CHECK(rules[1].regex == "pattern");
  CHECK(rules[2].assignment == Assignment::kQuoted);
  CHECK(rules[2].regex.empty());
}

TEST_CASE("extend: what is not said stays") {
  const LoadedConfig config =
      loaded({{"base.toml", kBase},
              {"c.toml", kExtendBase + "[[rules]]\nid = 'm'\nentropy = 0\n"}});
  const LoadedConfig base = loaded({{"c.toml", kBase}});
  // The base's rules in the order of their ids.
  CHECK(describe(config.rules.rules()[0], config.rules) ==
        describe(base.rules.rules()[1], base.rules));
  CHECK(describe(config.rules.rules()[1], config.rules) ==
        describe(base.rules.rules()[0], base.rules));
}

TEST_CASE("extend: what cannot be set over the base") {
  const LoadedConfig config =
      loaded({{"base.toml", kBase},
              {"c.toml", kExtendBase +
                             "[[rules]]\nid = 'base-only'\nskipReport = true\n"
                             "[[rules.required]]\nid = 'base-only'\n"}});
  CHECK_FALSE(config.rules.rules()[0].skip_report);
  CHECK(config.rules.rules()[0].required.empty());
}

TEST_CASE("extend: rules that are disabled") {
  const LoadedConfig config =
      loaded({{"base.toml", kBase},
              {"c.toml",
               "[extend]\npath = 'base.toml'\ndisabledRules = ['m', 'nobody']\n"
               "[[rules]]\nid = 'm'\nregex = 'own'\n"}});
  CHECK(ids(config.rules) == Strings{"base-only", "m"});
  CHECK(config.rules.rules()[1].regex == "own");
  CHECK(config.rules.rules()[1].tags.empty());
  CHECK(config.warnings ==
        Strings{"c.toml:3: [extend]: `disabledRules` names `nobody`, which is "
                "no rule of base.toml"});
  CHECK(refusal({{"base.toml", kBase},
                 {"c.toml",
                  "[extend]\npath = 'base.toml'\n"
                  "disabledRules = 'm,base-only'\n"}}) == "c.toml: no rules");
  const LoadedConfig nothing =
      loaded({{"c.toml",
               "[extend]\ndisabledRules = ['m']\n[[rules]]\n"
               "id = 'x'\nregex = 'x'\n"}});
  CHECK(nothing.warnings == Strings{"c.toml:2: [extend]: `disabledRules` has "
                                    "no effect: nothing is extended"});
}

TEST_CASE("extend: a rule whose required rule is disabled reports nothing") {
  const Files files = {
      {"base.toml",
       "[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'\n"
       "[[rules]]\nid = 'b'\nregex = 'b'\n"},
      {"c.toml", "[extend]\npath = 'base.toml'\ndisabledRules = ['b']\n"}};
  const LoadedConfig config = loaded(files);
  CHECK(config.rules.rules()[0].skip_report);
  CHECK(config.warnings ==
        Strings{"base.toml:4: rule `a`: it requires `b`, which is no rule: it "
                "reports nothing"});
}

TEST_CASE("extend: allowlists that name their rules") {
  const Files files = {
      {"base.toml", kBase + "[[allowlists]]\ntargetRules = ['m']\n"
                            "paths = ['lost']\n"},
      {"c.toml", kExtendBase + "[[allowlists]]\ntargetRules = ['base-only']\n"
                               "paths = ['kept']\n"}};
  const LoadedConfig config = loaded(files);
  REQUIRE(config.rules.rules()[0].allowlists.size() == 1);
  CHECK(list(config.rules.rules()[0].allowlists[0].paths) == Strings{"kept"});
  CHECK(config.rules.rules()[1].allowlists.size() == 1);
  CHECK(config.warnings ==
        Strings{"c.toml:2: [extend]: the allowlist with `targetRules` at "
                "base.toml:24 has no effect in a file that is extended, as in "
                "gitleaks"});
}

TEST_CASE("extend: two files deep, and no deeper") {
  const auto file = [](const std::string& id, const std::string& next) {
    return (next.empty() ? "" : "[extend]\npath = '" + next + "'\n") +
           "[[rules]]\nid = '" + id + "'\nregex = '" + id +
           "'\n[[rules]]\nid = 'all'\nregex = 'all'\ntags = ['" + id + "']\n";
  };
  Files files = {{"c.toml", file("a", "b.toml")},
                 {"b.toml", file("b", "d.toml")},
                 {"d.toml", file("d", "e.toml")},
                 {"e.toml", file("e", "")}};
  LoadedConfig config = loaded(files);
  CHECK(ids(config.rules) == Strings{"a", "all", "b", "d"});
  CHECK(list(config.rules.rules()[1].tags) == Strings{"d", "b", "a"});
  CHECK(config.warnings ==
        Strings{"d.toml:2: [extend]: `e.toml` is ignored: 2 files are extended "
                "already, no more than gitleaks does"});
  // An ignored file need not exist.
  files.erase("e.toml");
  CHECK(loaded(files).warnings.size() == 1);
  files["d.toml"] = "[extend]\nuseDefault = true\n" + file("d", "");
  CHECK(loaded(files).warnings ==
        Strings{"d.toml:2: [extend]: ignored: 2 files are extended already, no "
                "more than gitleaks does"});
  files["d.toml"] = file("d", "");
  CHECK(loaded(files).warnings.empty());
}

TEST_CASE("extend: files that go round in circles") {
  const std::string rule = "[[rules]]\nid = 'x'\nregex = 'x'\n";
  CHECK(refusal({{"c.toml", "[extend]\npath = 'c.toml'\n" + rule}}) ==
        "c.toml:2: [extend]: `c.toml` leads back to `c.toml`: files extend "
        "each other in a circle");
  // Under another name.
  const std::string self = "[extend]\npath = './c.toml'\n" + rule;
  CHECK(refusal({{"c.toml", self}, {"./c.toml", self}}) ==
        "c.toml:2: [extend]: `./c.toml` leads back to `c.toml`: files extend "
        "each other in a circle");
  CHECK(refusal({{"c.toml", "[extend]\npath = 'b.toml'\n" + rule},
                 {"b.toml", "\n[extend]\npath = 'c.toml'\n" + rule}}) ==
        "b.toml:3: [extend]: `c.toml` leads back to `c.toml`: files extend "
        "each other in a circle");
  // gitleaks would have stopped reading there.
  CHECK(refusal({{"c.toml", "[extend]\npath = 'b.toml'\n" + rule},
                 {"b.toml", "\n[extend]\npath = 'd.toml'\n" + rule},
                 {"d.toml", "\n\n[extend]\npath = 'b.toml'\n" + rule}}) ==
        "d.toml:4: [extend]: `b.toml` leads back to `b.toml`: files extend "
        "each other in a circle");
}

TEST_CASE("extend: errors") {
  CHECK(refusal({{"c.toml", "\n" + kExtendBase}}) ==
        "c.toml:3: [extend]: `base.toml` cannot be read: No such file or "
        "directory");
  CHECK(refusal({{"c.toml", kExtendBase + "useDefault = true\n"}}) ==
        "c.toml:2: [extend]: `path` and `useDefault` are both given");
  CHECK(refusal({{"base.toml", "\n[[rules]\n"}, {"c.toml", kExtendBase}})
            .starts_with("base.toml:2: not valid TOML"));
  CHECK(refusal({{"base.toml", "[[rules]]\nid = 'x'\nregex = '('\n"},
                 {"c.toml", kExtendBase}}) ==
        "base.toml:3: rule `x`: bad `regex` `(`: missing ): (");
  CHECK(refusal({{"base.toml", kBase},
                 {"c.toml", kExtendBase + "[[rules]]\nid = 'nobody'\n"}}) ==
        "c.toml:3: rule `nobody`: none of `regex`, `assignment`, `file` and "
        "`path` is "
        "given");
  // The extending file asks for a group of the base's pattern.
  CHECK(refusal({{"base.toml", kBase},
                 {"c.toml",
                  kExtendBase + "[[rules]]\nid = 'm'\nsecretGroup = 2\n"}}) ==
        "c.toml:5: rule `m`: bad `secretGroup`: there is no group 2");
  CHECK(loaded({{"c.toml",
                 "[extend]\nurl = 'u'\n[[rules]]\nid = 'x'\n"
                 "regex = 'x'\n"}})
            .warnings == Strings{"c.toml:2: [extend]: `url` is ignored, as in "
                                 "gitleaks: nothing is fetched"});
}

constexpr std::string_view kDefaults = R"(
[[rules]]
id = "d-one"
regex = 'done_[0-9]{20}'
provider = "p"
confidence = "high"
entropy = 2.5
min_digits = 3
keywords = ["done_"]
examples = ["e"]
[[rules]]
id = "d-two"
regex = 'dtwo_[0-9]{20}'
[allowlist]
paths = ["dp"]
)";

TEST_CASE("extend: the default rules are ours") {
  const std::string use = "[extend]\nuseDefault = true\n";
  const LoadedConfig config = loaded({{"c.toml", use + R"(
disabledRules = ["d-two", "gitleaks-rule"]
[[rules]]
id = "d-one"
tags = ["t"]
[[rules.allowlists]]
stopwords = ["w"]
[[rules]]
id = "own"
regex = 'own'
[[rules]]
id = "gitleaks-rule"
entropy = 4
[[allowlists]]
targetRules = ["gitleaks-rule", "d-one"]
paths = ["q"]
)"}},
                                     kDefaults);
  CHECK(ids(config.rules) == Strings{"d-one", "own"});
  const Rule& rule = config.rules.rules()[0];
  CHECK(rule.regex == "done_[0-9]{20}");
  CHECK(rule.plausible);
  CHECK(rule.provider == "p");
  CHECK(rule.confidence == Confidence::kHigh);
  CHECK(rule.min_digits == 3);
  CHECK(rule.max_width == 25);
  REQUIRE(rule.anchors.size() == 1);
  CHECK(rule.anchors[0].text == "done_");
  CHECK(list(rule.tags) == Strings{"t"});
  REQUIRE(rule.allowlists.size() == 3);
  CHECK(list(rule.allowlists[0].paths) == Strings{"dp"});
  CHECK(list(rule.allowlists[1].stopwords) == Strings{"w"});
  CHECK(list(rule.allowlists[2].paths) == Strings{"q"});
  CHECK_FALSE(config.rules.rules()[1].plausible);
  CHECK(config.warnings ==
        Strings{
            "c.toml:4: [extend]: `disabledRules` names `gitleaks-rule`, which "
            "is no rule of the default rules",
            "c.toml:13: rule `gitleaks-rule`: left out: it has no `regex`, "
            "`assignment`, `file` or `path`, and the default rules of sluice, "
            "which "
            "are not those "
            "of gitleaks, have no rule of that id to change",
            "c.toml:17: a global allowlist: there is no rule `gitleaks-rule`",
        });

  const LoadedConfig alone = loaded({{"c.toml", use}}, kDefaults);
  CHECK(alone.rules.rules().size() == 2);
  CHECK(alone.rules.origin(0) == "built-in");
  // A default rule with another pattern: its shape is that pattern's.
  const LoadedConfig other = loaded(
      {{"c.toml", use + "[[rules]]\nid = 'd-one'\nregex = 'other_[0-9]'\n"
                        "min_digits = 1\nconfidence = 'low'\n"
                        "plausible = false\n"}},
      kDefaults);
  const Rule& changed = other.rules.rules()[0];
  CHECK(changed.max_width == 7);
  CHECK(changed.anchors[0].text == "other_");
  CHECK(changed.min_digits == 1);
  CHECK(changed.confidence == Confidence::kLow);
  CHECK_FALSE(changed.plausible);
}

TEST_CASE("extend: the digest is that of everything that was read") {
  const std::string use = "[extend]\nuseDefault = true\n";
  const Files files{{"c.toml", kExtendBase}, {"base.toml", kBase}};
  Files changed = files;
  changed["base.toml"] += "#";
  CHECK(loaded(files).rules.sha256() == loaded(files).rules.sha256());
  CHECK(loaded(files).rules.sha256() != loaded(changed).rules.sha256());
  CHECK(loaded({{"c.toml", use}}, kDefaults).rules.sha256() !=
        loaded({{"c.toml", use}}, std::string(kDefaults) + "#").rules.sha256());
  CHECK(loaded(files).rules.sha256().size() == 64);
}

TEST_CASE("extend: a file without rules is about the default ones") {
  for (const char* text : {"", "# nothing\n", "title = 'x'\n", "[scan]\n"}) {
    CAPTURE(text);
    const LoadedConfig config = loaded({{"c.toml", text}}, kDefaults);
    CHECK(config.rules.size() != 0);
    CHECK(config.warnings.empty());
  }
  const LoadedConfig mistyped =
      loaded({{"c.toml", "[scam]\nexclude = ['x']\n"}}, kDefaults);
  CHECK(mistyped.rules.size() != 0);
  CHECK(mistyped.warnings ==
        Strings{"c.toml:1: unknown key `scam` (did you mean `scan`?)"});
}

}  // namespace sluice::extend_test

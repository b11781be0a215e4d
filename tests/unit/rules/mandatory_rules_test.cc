// Rules that stay as the default ones are, whatever a configuration says.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rules/config.h"
#include "unit/rules/config_sample.h"

namespace sluice::mandatory_rules_test {

using test::Files;
using Strings = std::vector<std::string>;

constexpr const char* kDefaults =
    "[[rules]]\nid = 'a'\ndescription = 'A'\nregex = 'a1'\n"
    "confidence = 'high'\nexamples = ['a1']\nnegative_examples = ['b']\n"
    "[[rules]]\nid = 'b'\ndescription = 'B'\nregex = 'b1'\n"
    "confidence = 'high'\nexamples = ['b1']\nnegative_examples = ['a']\n"
    "[[rules]]\nid = 'c'\ndescription = 'C'\nregex = 'c1'\n"
    "confidence = 'high'\nexamples = ['c1']\nnegative_examples = ['a']\n";

LoadedConfig loaded(const std::string& text, const Strings& mandatory) {
  const Files files;
  ConfigSurroundings around = test::surroundings(files, kDefaults);
  around.mandatory = mandatory;
  Result<LoadedConfig> result = load_config({"c.toml", text}, around);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
  return *std::move(result);
}

// "a: a1 1; b: b1 0": the ids, patterns and numbers of allowlists and filters.
std::string rules_of(const LoadedConfig& config) {
  std::string text;
  for (const Rule& rule : config.rules.rules())
    text +=
        fmt::format("{}{}: {} {}", text.empty() ? "" : "; ", rule.id,
                    rule.regex, rule.allowlists.size() + rule.filters.size());
  return text;
}

const std::string kExtend = "[extend]\nuseDefault = true\n";

TEST_CASE("mandatory: a configuration without the rule gets it back") {
  const LoadedConfig own =
      loaded("[[rules]]\nid = 'x'\nregex = 'x1'\n", {"a", "c"});
  CHECK(rules_of(own) == "a: a1 0; c: c1 0; x: x1 0");
  CHECK(own.refused == Strings{"c.toml leaves out the rules a, c"});
  const LoadedConfig disabled =
      loaded(kExtend + "disabledRules = ['a', 'b']\n", {"a"});
  CHECK(rules_of(disabled) == "a: a1 0; c: c1 0");
  CHECK(disabled.refused == Strings{"c.toml leaves out the rule a"});
}

TEST_CASE("mandatory: a rule that is written anew stays as it was") {
  const std::string text = kExtend +
                           "[[rules]]\nid = 'a'\nregex = 'zz'\n"
                           "[[rules.allowlists]]\npaths = ['.*']\n"
                           "[[rules]]\nid = 'b'\nconfidence = 'low'\n";
  CHECK(rules_of(loaded(text, {"c"})) == "a: zz 1; b: b1 0; c: c1 0");
  const LoadedConfig kept = loaded(text, {"a", "b"});
  CHECK(rules_of(kept) == "a: a1 0; b: b1 0; c: c1 0");
  CHECK(kept.refused == Strings{"c.toml changes the rules a, b"});
  for (const Rule& rule : kept.rules.rules())
    CHECK(rule.confidence == Confidence::kHigh);
}

TEST_CASE("mandatory: allowlists are for the other rules") {
  const std::string lists =
      "[[allowlists]]\npaths = ['.*']\n"
      "[[allowlists]]\ntargetRules = ['a', 'b']\npaths = ['p']\n"
      "[[allowlists]]\ntargetRules = ['a']\npaths = ['q']\n"
      "[[allowlists]]\ntargetRules = ['c']\npaths = ['r']\n";
  const LoadedConfig free = loaded(kExtend + lists, {});
  CHECK(free.rules.global_allowlists().size() == 1);
  CHECK(rules_of(free) == "a: a1 2; b: b1 1; c: c1 1");
  CHECK(free.refused.empty());
  const LoadedConfig kept = loaded(kExtend + lists, {"a"});
  CHECK(kept.rules.global_allowlists().empty());
  CHECK(rules_of(kept) == "a: a1 0; b: b1 2; c: c1 2");
  CHECK(kept.refused ==
        Strings{"c.toml has 3 allowlists for rules that stay on"});
  // A list that loses all its rules must not become one for all.
  const LoadedConfig all = loaded(kExtend + lists, {"a", "b", "c"});
  CHECK(all.rules.global_allowlists().empty());
  CHECK(rules_of(all) == "a: a1 0; b: b1 0; c: c1 0");
}

TEST_CASE("mandatory: filters are for the other rules, prefilters for none") {
  const std::string text = "filter = 'f'\nprefilter = 'p'\n" + kExtend;
  CHECK(loaded(text, {}).rules.filters().size() == 1);
  const LoadedConfig kept = loaded(text, {"b"});
  CHECK(kept.rules.filters().empty());
  CHECK(kept.rules.prefilters().empty());
  CHECK(rules_of(kept) == "a: a1 1; b: b1 0; c: c1 1");
  CHECK(kept.refused == Strings{"c.toml has a filter for rules that stay on"});
}

TEST_CASE("mandatory: many rules are counted") {
  const LoadedConfig own =
      loaded("[[rules]]\nid = 'x'\nregex = 'x1'\n", {"a", "b", "c", "unknown"});
  CHECK(own.refused == Strings{"c.toml leaves out the rules a, b, c"});
  CHECK(loaded(kExtend, {"a"}).refused.empty());
}

}  // namespace sluice::mandatory_rules_test

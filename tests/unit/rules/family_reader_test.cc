#include <doctest/doctest.h>

#include <string>

#include "rules/config.h"
#include "rules/family.h"
#include "rules/loader.h"

namespace sluice::family_reader_test {

const std::string kGood =
    "[[families]]\nid = 'a-key'\ndescription = 'A key'\nprovider = 'a'\n"
    "names = ['acme cloud']\nvalues = [{alphabet = 'hex', lengths = [32]}]\n";

// `kGood` with the line that begins with `key` replaced by `line`.
std::string with(std::string_view key, std::string_view line) {
  std::string text = kGood;
  const std::size_t at = text.find("\n" + std::string(key)) + 1;
  if (at == 0) return text + std::string(line) + "\n";
  const std::size_t end = text.find('\n', at);
  return text.replace(at, end - at, line);
}

Result<RuleSet> load(const std::string& text) {
  const RuleSource source{"f.toml", text};
  return load_rules({&source, 1});
}

std::string error_of(const std::string& text) {
  const auto rules = load(text);
  return rules ? "none" : rules.error().message;
}

bool fails_with(const std::string& text, std::string_view why) {
  return error_of(text).find(why) != std::string::npos;
}

TEST_CASE("families: what a table says") {
  const auto rules = load(
      with("values",
           "values = [{alphabet = 'uuid'}, {alphabet = 'token', min = 8, max = "
           "9}, {alphabet = 'digits', lengths = [4, 6]}]") +
      "near = 'line'\nwords = ['secret']\nconfidence = 'high'\n"
      "references = ['https://a.example']\n");
  REQUIRE(rules.has_value());
  CHECK(rules->rules().empty());
  REQUIRE(rules->families().size() == 1);
  const Rule& rule = rules->families()[0];
  CHECK(rule.id == "a-key");
  CHECK(rule.description == "A key");
  CHECK(rule.provider == "a");
  CHECK(rule.confidence == Confidence::kHigh);
  CHECK(rule.references.size() == 1);
  REQUIRE(rule.family != nullptr);
  CHECK(rule.family->names[0] == "acme cloud");
  CHECK(rule.family->words[0] == "secret");
  CHECK(rule.family->near == Near::kLine);
  const auto values = rule.family->values;
  REQUIRE(values.size() == 3);
  CHECK(values[0].alphabet == Alphabet::kUuid);
  CHECK(values[0].min == 36);
  CHECK((values[1].min == 8 && values[1].max == 9));
  CHECK(values[1].lengths.empty());
  CHECK(values[2].lengths.size() == 2);
  CHECK((values[2].min == 4 && values[2].max == 6));
  CHECK(load(kGood)->families()[0].confidence == Confidence::kMedium);
  CHECK(load(kGood)->families()[0].family->near == Near::kLines);
}

TEST_CASE("families: mistakes are named with their place") {
  CHECK(error_of(with("nmaes", "nmaes = ['x']")).starts_with("f.toml:7: "));
  CHECK(fails_with(with("nmaes", "nmaes = ['x']"), "did you mean `names`"));
  CHECK(fails_with(with("names", ""), "`names` is missing"));
  CHECK(fails_with(with("provider", ""), "`provider` is missing"));
  CHECK(fails_with(with("provider", "provider = ''"), "`provider` is empty"));
  CHECK(fails_with(with("names", "names = []"), "`names` is empty"));
  for (const char* name : {"Acme", "ab", "a b", "acme  cloud", " acme", "acme ",
                           "acme-cloud", "acm\xC3\xA9"}) {
    CAPTURE(name);
    CHECK(fails_with(with("names", "names = ['" + std::string(name) + "']"),
                     "is no name"));
  }
  CHECK(fails_with(with("words", "words = ['a b']"), "is no word"));
  CHECK(fails_with(with("near", "near = 'far'"), "unknown `near` `far`"));
  CHECK(fails_with(with("confidence", "confidence = 'sure'"),
                   "unknown confidence"));
  const auto bad_value = [](std::string_view value, std::string_view why) {
    return fails_with(with("values", "values = [" + std::string(value) + "]"),
                      why);
  };
  CHECK(bad_value("", "`values` is empty"));
  CHECK(bad_value("{alphabet = 'hexa', lengths = [1]}", "unknown alphabet"));
  CHECK(bad_value("{alphabet = 'hex'}", "are wanted"));
  CHECK(bad_value("{alphabet = 'hex', min = 1}", "are wanted"));
  CHECK(bad_value("{alphabet = 'hex', lengths = [4], max = 5}", "are wanted"));
  CHECK(bad_value("{alphabet = 'hex', min = 3, max = 2}", "1 to `max`"));
  CHECK(bad_value("{alphabet = 'hex', min = 0, max = 2}", "1 to `max`"));
  CHECK(bad_value("{alphabet = 'hex', lengths = [4, 4]}", "that rise"));
  CHECK(bad_value("{alphabet = 'hex', lengths = ['4']}", "that rise"));
  CHECK(bad_value("{alphabet = 'hex', lengths = []}", "list of integers"));
  CHECK(bad_value("{alphabet = 'uuid', min = 36, max = 36}", "no length"));
  CHECK(bad_value("{alphabet = 'hex', lengths = [4], len = 1}", "unknown key"));
  CHECK(fails_with(kGood + kGood, "taken already"));
  CHECK(fails_with(kGood + "[[rules]]\nid = 'a-key'\nregex = 'x'\n",
                   "taken already"));
}

TEST_CASE("families: in a configuration they are read as strictly") {
  ConfigSurroundings around;
  const std::string rule =
      "[[rules]]\nid = 'r'\nregex = 'x'\nfamilies = true\n";
  const auto good = load_config({"c.toml", rule + kGood}, around);
  REQUIRE(good.has_value());
  CHECK(good->warnings.empty());
  CHECK(good->rules.rules()[0].families);
  CHECK(good->rules.families().size() == 1);
  const auto bad =
      load_config({"c.toml", rule + with("x", "nmaes = 1")}, around);
  REQUIRE_FALSE(bad.has_value());
  CHECK(bad.error().message.find("unknown key") != std::string::npos);
}

TEST_CASE("families: those of the default rules are extended") {
  const auto defaults = load("[[rules]]\nid = 'r'\nregex = 'x'\n" + kGood);
  REQUIRE(defaults.has_value());
  ConfigSurroundings around;
  around.default_rules = *defaults;
  const auto families = [&](const std::string& text) {
    const auto loaded = load_config(
        {"c.toml", "[[rules]]\nid = 's'\nregex = 'y'\n" + text}, around);
    REQUIRE(loaded.has_value());
    CHECK(loaded->warnings.empty());
    std::string ids;
    for (const Rule& rule : loaded->rules.families())
      ids += std::string(rule.description) + ";";
    return ids;
  };
  const std::string extend = "[extend]\nuseDefault = true\n";
  CHECK(families(extend) == "A key;");
  CHECK(families(extend + "disabledRules = ['a-key']\n") == "");
  CHECK(families(extend + with("description", "description = 'mine'")) ==
        "mine;");
}

}  // namespace sluice::family_reader_test

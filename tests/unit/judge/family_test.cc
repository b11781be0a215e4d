#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "judge/context/assigned_name.h"
#include "judge/context/name_words.h"
#include "judge/family_finder.h"
#include "judge/judge.h"
#include "support/load.h"

namespace sluice::family_test {

// Drawn by lot; no text holds it but the one under test.
const std::string kValue = "4e1b0a95c7d82f63" + std::string("9d07b6e8f15a3c24");

RuleSet sample() {
  return rules_from(R"(
[[families]]
id = "nr-any"
description = "d"
provider = "nr"
names = ["new relic"]
values = [{ alphabet = "hex", lengths = [32] }]
[[families]]
id = "nr-token"
description = "d"
provider = "nr"
names = ["new relic"]
words = ["token"]
near = "name"
values = [{ alphabet = "hex", lengths = [32] }]
[[families]]
id = "relic-any"
description = "d"
provider = "relic"
names = ["relic"]
near = "line"
values = [{ alphabet = "lowerhex", lengths = [32] }]
[[families]]
id = "ml-any"
description = "d"
provider = "ml"
names = ["monkey learn"]
values = [{ alphabet = "hex", lengths = [32] }]
[[rules]]
id = "assignment"
regex = '''[a-z_]+ *[=:] *"?([0-9a-f]{10,40})'''
entropy = 7.5
min_digits = 40
families = true
)");
}

// Returns the family of kValue, which replaces V in `text`; "-" if none, "?" if
// no name is found before it.
std::string family_in(std::string text) {
  static const RuleSet rules = sample();
  static const FamilyFinder finder(rules);
  const std::size_t at = text.find('V');
  REQUIRE(at != std::string::npos);
  text.replace(at, 1, kValue);
  const auto name = assigned_name(text, at);
  if (!name) return "?";
  const Rule* rule =
      finder.find(text, {at, at + kValue.size()}, *name, ValueTraits(kValue));
  return rule == nullptr ? "-" : std::string(rule->id);
}

std::string name_in(std::string_view text) {
  const auto name = assigned_name(text, text.find('V'));
  return name ? std::string(text.substr(name->begin, name->end - name->begin))
              : "-";
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (TextSpan word = next_word(text, 0); word.begin < word.end;
       word = next_word(text, word.end))
    words.emplace_back(text.substr(word.begin, word.end - word.begin));
  return words;
}

TEST_CASE("words of a name") {
  using Words = std::vector<std::string>;
  CHECK(words_in("my_api-key.v2") == Words{"my", "api", "key", "v2"});
  CHECK(words_in("newRelicAPIKey") == Words{"new", "Relic", "API", "Key"});
  CHECK(words_in("APIKEY2") == Words{"APIKEY2"});
  CHECK(words_in("a1B") == Words{"a1", "B"});
  CHECK(words_in("..\xC3\xA9x") == Words{"x"});
  CHECK(words_in("--").empty());
}

TEST_CASE("words that are glued together") {
  CHECK(is_secret_word("APIKEYS2"));
  CHECK(is_secret_word("clientsecret"));
  CHECK_FALSE(is_secret_word("monkey"));
  CHECK_FALSE(is_secret_word("keyapi"));
  CHECK_FALSE(is_secret_word(""));
  CHECK(is_general_word("apikeysv2"));
  CHECK(is_general_word("42"));
  CHECK_FALSE(is_general_word("pingdomkey"));
  CHECK_FALSE(is_general_word(""));
  CHECK(may_follow_provider("apikeys2"));
  CHECK(may_follow_provider("7"));
  CHECK_FALSE(may_follow_provider("s"));
  CHECK_FALSE(may_follow_provider("keysx"));
  CHECK(holds_glued("mytokenkeys1", "token"));
  CHECK_FALSE(holds_glued("mytokenizer", "token"));
  // Beyond kLongestWord nothing is known.
  std::string keys;
  while (keys.size() + 3 <= kLongestWord) keys += "key";
  CHECK(is_secret_word(keys));
  CHECK_FALSE(is_secret_word(keys + "key"));
}

TEST_CASE("the name that a value is assigned to") {
  CHECK(name_in("A_KEY=V") == "A_KEY");
  CHECK(name_in("  \"a-key\" : 'V'") == "a-key");
  CHECK(name_in("x['a.key'] = \"V\"") == "a.key");
  CHECK(name_in("'a' => ['V']") == "a");
  CHECK(name_in("put(\"a\", \"V\")") == "a");
  CHECK(name_in("$o->aKey = 'V'") == "aKey");
  CHECK(name_in("<aKey>V</aKey>") == "aKey");
  CHECK(name_in("<add key=\"aKey\" value=\"V\"/>") == "aKey");
  CHECK(name_in("-H 'Authorization: Bearer V'") == "Authorization");
  CHECK(name_in("--a-key=V") == "a-key");
  CHECK(name_in("u?x=1&key=V") == "key");
  CHECK(name_in("V") == "-");
  CHECK(name_in("a V") == "a");
  CHECK(name_in("a(\"V\")") == "a");
  CHECK(name_in("aACCESS=V") == "aACCESS");
  CHECK(name_in("a ACCESS V") == "a ACCESS");
  CHECK(name_in("a TOKEN V") == "TOKEN");
  CHECK(name_in("a_api: OAuth V") == "a_api");
  CHECK(name_in("a  ACCESS V") == "ACCESS");
  CHECK(name_in("| a_key |V|") == "a_key");
  CHECK(name_in("aACCESS-V") == "aACCESS");
  CHECK(name_in("a-access-TOKEN-V") == "a-access-TOKEN");
  CHECK(name_in("a key - 'V'") == "key");
  CHECK(name_in("a thing - 'V'") == "-");
  CHECK(name_in("a-thing-V") == "-");
  CHECK(name_in("a-key- V") == "-");
  CHECK(name_in("- V") == "-");
  CHECK(name_in("a\n=V") == "-");
  CHECK(name_in("-.=V") == "-");
}

TEST_CASE("lines above a name") {
  const auto lines = [](std::string_view text) {
    const LinesAbove above = lines_above(text, text.find("KEY"));
    std::string found;
    for (std::size_t i = 0; i < above.count; ++i)
      found +=
          std::to_string(above.distance[i]) + std::string(above.lines[i]) + "|";
    return found;
  };
  CHECK(lines("KEY") == "");
  CHECK(lines("a\nb\nc\nd\nKEY") == "1d|2c|3b|");
  CHECK(lines("a\n\nb\r\nKEY") == "1b|3a|");
  CHECK(lines("a:\n  b:\n    c: 1\n  KEY") == "2  b:|3a:|");
  CHECK(lines("z\na:\n  KEY") == "1a:|");
  CHECK(lines("# z\na:\n  KEY") == "1a:|2# z|");
  CHECK(lines("a\n[b]\nKEY") == "1[b]|");
  const std::string longest(kLineReach, 'x');
  CHECK(lines(longest + "\nKEY") == "1" + longest + "|");
  CHECK(lines("a\n" + longest + "x\nKEY") == "2a|");
  // Nothing beyond the reach, wherever the text begins.
  const std::string far(kNameReach, 'x');
  CHECK(lines("a\nb\n" + far.substr(3) + "\nKEY") == "2b|");
  CHECK(lines("a\n" + far + "\nKEY") == "");
  CHECK(lines("a\nb\n" + std::string(kNameReach + 1, ' ') + "KEY") == "");
}

TEST_CASE("families: spellings of a provider's name") {
  for (const char* text :
       {"newRelicKey=V", "NEW_RELIC_KEY=V", "new-relic.key: V",
        "newrelickey = V", "NEWRELIC_API_KEY=V", "NewRelicAPIKey=V",
        "mynewrelickeys=V", "newrelic2_key=V"}) {
    CAPTURE(text);
    CHECK(family_in(text) == "nr-any");
  }
  CHECK(family_in("NEW_RELIC_TOKEN=V") == "nr-token");
  CHECK(family_in("newRelicAuthtoken=V") == "nr-token");
  CHECK(family_in("new__relic_key=V") == "relic-any");
  for (const char* text :
       {"renewrelic_key=V", "newrelics_key=V", "NEW_RELIC_ID=V",
        "newRelicKeyId=V", "new_relic_public_key=V", "new_relic_hash=V",
        "newRelicMonkey=V", "new_relic_commit = V", "new relic blog V"}) {
    CAPTURE(text);
    CHECK(family_in(text) == "-");
  }
}

TEST_CASE("families: a name that says nothing of a secret") {
  for (const char* text :
       {"monkeylearn=V", "monkeylearn: 'V'", "monkeylearn V",
        "monkey_learn ACCESS V", "monkeylearnACCESS=V",
        "monkeylearn_api: OAuth V", "monkeylearn key V", "monkeylearnACCESS-V",
        "monkeylearn key - 'V'", "| monkeylearn | V |"}) {
    CAPTURE(text);
    CHECK(family_in(text) == "ml-any");
  }
  for (const char* text : {"monkeylearn_user=V", "monkeylearn project V",
                           "monkeylearn_host=V", "the monkeylearn thing V"}) {
    CAPTURE(text);
    CHECK(family_in(text) == "-");
  }
}

TEST_CASE("families: names beside the assigned name, and above it") {
  CHECK(family_in("relic: {key: V}") == "relic-any");
  CHECK(family_in("relic:\n  key: V") == "-");
  CHECK(family_in("monkeylearn:\n  a: 1\n  b: 2\n  key: V") == "ml-any");
  CHECK(family_in("monkeylearn:\n  a: 1\n  b: 2\n  c: 3\n  key: V") == "-");
  CHECK(family_in("newrelic:\n  a: 1\nother:\n  key: V") == "-");
  CHECK(family_in("[newrelic]\n[other]\nkey = V") == "-");
  CHECK(family_in("# New Relic\nother:\n  api_key: V") == "nr-any");
  CHECK(family_in("newrelic:\n  session_key: V") == "-");
  CHECK(family_in("newrelic: x\nmonkeylearn:\n  key: V") == "ml-any");
  CHECK(family_in("relic:\nnewrelic: {key: V}") == "nr-any");
  CHECK(family_in("monkeylearn: {a: 1}, relic: {key: V}") == "relic-any");
  CHECK(family_in("relic: 1, monkeylearn: {key: V}") == "ml-any");
  CHECK(family_in("curl api.newrelic.com -H 'Authorization: Bearer V'") ==
        "nr-any");
}

TEST_CASE("judge: a family's value is judged by its forms") {
  const RuleSet rules = sample();
  const Judge judge(rules);
  const Pattern pattern(rules.rules()[0].regex);
  const auto verdict = [&](const std::string& text) {
    Pattern::Match match;
    REQUIRE(pattern.find(text, 0, text.size(), Pattern::Start::kAnywhere, 0,
                         &match));
    return judge.judge(0, "f", text, match);
  };
  const Verdict claimed = verdict("newrelic_key = " + kValue);
  CHECK(claimed.drop == Drop::kNone);
  CHECK(claimed.rule->id == "nr-any");
  CHECK(claimed.entropy > 3);
  // Too short for the family: the rule's own bounds hold.
  CHECK(verdict("newrelic_key = " + kValue.substr(1)).drop == Drop::kDigits);
  CHECK(verdict("other_key = " + kValue).drop == Drop::kDigits);
  CHECK(verdict("newrelic_key = " + kValue + " # sluice:allow").drop ==
        Drop::kDirective);
  CHECK(verdict("newrelic_key = " + std::string(32, 'a')).drop ==
        Drop::kPlaceholder);
}

TEST_CASE("judge: a rule for families alone drops all else") {
  const RuleSet rules = rules_from(
      "[[rules]]\nid = 'r'\nregex = 'key=([0-9a-f]+)'\nskipReport = true\n"
      "families = true\n");
  const std::string text = "newrelic_key=" + kValue;
  Pattern::Match match;
  REQUIRE(
      Pattern(rules.rules()[0].regex)
          .find(text, 0, text.size(), Pattern::Start::kAnywhere, 0, &match));
  CHECK(Judge(rules).judge(0, "f", text, match).drop == Drop::kNoFamily);
}

}  // namespace sluice::family_test

#include "judge/allowlists.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

#include "match/pattern.h"
#include "rules/rule_set.h"
#include "support/effort.h"
#include "support/load.h"
#include "text/ascii.h"
#include "text/caseless.h"

namespace sluice::allowlists_test {

using Random = std::mt19937;

// Patterns and words that fit often, alone and side by side; some with flags,
// anchors and a quote that has no end.
constexpr std::array<std::string_view, 10> kPatterns = {
    "^q7", "(?i)KEY", "7$",  "\\bab\\b", "a|b7",
    "^$",  "[^q]{3}", "x.y", "\\Qa.",    "\\."};
constexpr std::array<std::string_view, 4> kStops = {"ab", "a.b", "Q7", "+"};
constexpr std::array<std::string_view, 3> kPaths = {"\\.md$", "^doc/", "t"};

template <std::size_t kCount>
std::string array_of(Random& random,
                     const std::array<std::string_view, kCount>& from,
                     std::size_t least = 0) {
  std::string text;
  for (std::size_t n = least + random() % 3; n > 0; --n)
    text += (text.empty() ? "'" : ", '") +
            std::string(from[random() % kCount]) + "'";
  return "[" + text + "]";
}

std::string list_of(Random& random) {
  std::string text = "[[rules.allowlists]]\n";
  const std::size_t kind = random() % 3;  // of entry, of which there is one
  if (random() % 3 == 0) text += "condition = 'AND'\n";
  constexpr std::array<std::string_view, 3> kTargets = {"secret", "match",
                                                        "line"};
  text += "regexTarget = '" + std::string(kTargets[random() % 3]) + "'\n";
  text += "regexes = " + array_of(random, kPatterns, kind == 0) + "\n";
  text += "stopwords = " + array_of(random, kStops, kind == 1) + "\n";
  text += "paths = " + array_of(random, kPaths, kind == 2) + "\n";
  text += "commits = " + std::string(random() % 4 == 0 ? "['c0ffee']" : "[]") +
          "\n";
  return text;
}

std::string text_of(Random& random) {
  constexpr std::string_view kLetters = "abq7.K xkey+";
  std::string text;
  for (std::size_t n = random() % 9; n > 0; --n)
    text += kLetters[random() % kLetters.size()];
  return text;
}

bool any_of(std::span<const std::string_view> patterns, std::string_view text) {
  return std::ranges::any_of(patterns, [&](std::string_view regex) {
    return Pattern(regex).found_in(text);
  });
}

// The answer of docs/RULES.md, pattern by pattern.
bool fits(const Allowlist& list, const AllowSubject& subject) {
  const std::string_view target =
      list.target == AllowTarget::kSecret  ? subject.secret
      : list.target == AllowTarget::kMatch ? subject.match
                                           : subject.line;
  const bool path = any_of(list.paths, subject.path);
  const bool regex = any_of(list.regexes, target);
  const bool stop =
      std::ranges::any_of(list.stopwords, [&](std::string_view word) {
        return lower_case(subject.secret).find(lower_case(word)) !=
               std::string::npos;
      });
  const bool commit = std::ranges::count(list.commits, subject.commit) != 0;
  if (!list.all) return path || regex || stop || commit;
  return (list.paths.empty() || path) && (list.regexes.empty() || regex) &&
         (list.stopwords.empty() || stop) && (list.commits.empty() || commit);
}

TEST_CASE("allowlists: the sieve changes no answer") {
  Random random(test::seed(11));
  std::size_t fitting = 0;
  std::size_t asked = 0;
  for (int round = 0; round < test::times(150, 1500); ++round) {
    std::string toml = "[[rules]]\nid = \"r\"\nregex = 'tok=([^ ]+)'\n";
    for (std::size_t n = 1 + random() % 4; n > 0; --n) toml += list_of(random);
    const RuleSet rules = rules_from(toml);
    const Allowlists lists(rules);
    for (int i = 0; i < 40; ++i) {
      const std::string path =
          std::array{"a.md", "doc/a.c", "t", ""}[random() % 4];
      const std::string text = text_of(random) + text_of(random);
      const std::size_t begin = random() % (text.size() + 1);
      const std::size_t end = begin + random() % (text.size() - begin + 1);
      const std::string_view view = text;
      AllowlistFacts facts;
      AllowSubject subject{.path = path,
                           .commit = random() % 2 == 0 ? "c0ffee" : "",
                           .secret = view.substr(begin, end - begin),
                           .match = view.substr(begin / 2, end - begin / 2),
                           .text = view,
                           .line = view};
      const auto& all = rules.rules()[0].allowlists;
      const auto wanted = std::ranges::find_if(
          all, [&](const Allowlist& list) { return fits(list, subject); });
      const Allowlist* const first = wanted == all.end() ? nullptr : &*wanted;
      CAPTURE(toml);
      CAPTURE(text);
      REQUIRE(lists.fitting(0, subject) == first);
      subject.facts = &facts;
      REQUIRE(lists.fitting(0, subject) == first);
      REQUIRE(lists.fitting(0, subject) == first);  // from the facts
      fitting += first != nullptr;
      ++asked;
    }
  }
  CHECK(fitting > asked / 10);
  CHECK(fitting < asked * 9 / 10);
}

}  // namespace sluice::allowlists_test

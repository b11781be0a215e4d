#include "match/plan/known_literals.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "match/engine.h"
#include "match/plan/block_marks.h"
#include "match/plan/plan_search.h"
#include "support/effort.h"
#include "support/load.h"

namespace sluice::known_literals_test {

// Several share a literal, with other bytes after it or for other paths.
constexpr std::string_view kRules[] = {
    "regex = '''ghp_[0-9a-z]{6}'''",
    "regex = '''ghp_[A-Z]{6}'''",
    "regex = '''(?i)corp-[0-9]{4}'''",
    "regex = '''tok_[0-9]{4}'''\npath = '''\\.ya?ml$'''",
    "regex = '''tok_[a-f]{4}'''",
    "regex = '''key_[a-f]{4}'''\npath = '''\\.tsx$'''",
    "regex = '''key_[0-9]{4}'''\nkeywords = [\"needed\"]",
    "regex = '''[0-9]{3}-needed'''",
    "regex = '''zzz_[0-9]{3}'''\npath = '''\\.tsx$'''",
};

struct Chosen {
  int id;
  std::string_view rule;
};

Chosen any_rule(std::mt19937& random, int id) {
  return {id, kRules[random() % std::size(kRules)]};
}

RuleSet rules_of(const std::vector<Chosen>& chosen) {
  std::string toml;
  for (const auto& [id, rule] : chosen)
    toml += "[[rules]]\nid = \"r" + std::to_string(id) + "\"\n" +
            std::string(rule) + "\n";
  return rules_from(toml);
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {
      "ghp_", "0a1b2c", "ABCDEF",  "corp-", "CORP-", "1234",  "tok_",
      "abcd", "key_",   " needed", "zzz_",  "987",   "\n",    " ",
      "x",    "\xC3",   "-needed", "ghp_q", "_",     "sluice"};
  std::string text;
  for (auto n = random() % 60; n > 0; --n)
    text += kPieces[random() % std::size(kPieces)];
  return text;
}

using Found = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;

std::vector<Found> found_by(const Engine& engine, std::string_view text,
                            std::string_view path) {
  MatchScratch scratch;
  FileMatch file;
  file.begin(path, false);
  View view;
  view.text = text;
  view.owned_end = text.size();
  std::vector<Candidate> candidates;
  engine.scan(view, file, scratch, &candidates);
  std::vector<Found> found;
  for (const auto& [rule, match] : candidates)
    if (engine.keyword_seen(rule, file))
      found.emplace_back(rule, match.begin, match.end);
  return found;
}

TEST_CASE("known literals: what a configuration adds is looked for besides") {
  const RuleSet known =
      rules_of({{0, kRules[0]}, {2, kRules[2]}, {3, kRules[3]}});
  const RuleSet rules =
      rules_of({{9, kRules[4]}, {0, kRules[0]}, {3, kRules[3]}});
  const MatchPlan plan = make_plan(rules.rules(), kBlockMarks);
  const KnownLiterals literals =
      KnownLiterals::make(rules.rules(), plan, known.rules(),
                          make_plan(known.rules(), kBlockMarks));
  CHECK(literals.pays);
  CHECK(literals.rules ==
        std::vector<std::uint32_t>{KnownLiterals::kNone, 0, 2});
  REQUIRE(literals.others.size() == 1);
  CHECK(plan.literals[literals.others[0]].text == "tok_");
}

TEST_CASE("known literals: the same is found as by literals of one's own") {
  std::mt19937 random(test::seed(11));
  int found_some = 0;
  int paid = 0;
  const int rounds = test::times(20, 3000);
  for (int round = 0; round < rounds; ++round) {
    std::vector<Chosen> built;
    for (auto n = 2 + random() % 6; n > 0; --n)
      built.push_back(any_rule(random, static_cast<int>(built.size())));
    std::vector<Chosen> own;
    for (const Chosen& one : built) {
      const auto fate = random() % 10;
      if (fate == 0) own.push_back(any_rule(random, one.id));
      if (fate > 1) own.push_back(one);
    }
    for (auto n = random() % 3; n > 0; --n)
      own.insert(own.begin() +
                     static_cast<std::ptrdiff_t>(random() % (own.size() + 1)),
                 any_rule(random, static_cast<int>(50 + n)));
    if (own.empty()) continue;
    const RuleSet default_rules = rules_of(built);
    const RuleSet rules = rules_of(own);
    const auto bytes = serialize_literals(default_rules);
    REQUIRE(bytes);
    const auto plain = Engine::create(rules, std::string_view());
    const auto extended = Engine::create_extended(
        rules, BuiltLiterals{default_rules.rules(), *bytes});
    REQUIRE(plain);
    REQUIRE(extended);
    paid += KnownLiterals::make(rules.rules(),
                                make_plan(rules.rules(), kBlockMarks),
                                default_rules.rules(),
                                make_plan(default_rules.rules(), kBlockMarks))
                .pays;
    for (const std::string_view path : {"a.c", "a.yaml", "b.tsx", "Makefile"}) {
      const std::string text = random_text(random);
      const auto expected = found_by(**plain, text, path);
      CHECK(found_by(**extended, text, path) == expected);
      found_some += expected.empty() ? 0 : 1;
    }
  }
  CHECK(found_some > rounds);
  CHECK(paid > rounds / 4);
}

}  // namespace sluice::known_literals_test

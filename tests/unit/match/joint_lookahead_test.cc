// The oracle is each lookahead on its own.
#include "match/filters/joint_lookahead.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/effort.h"

namespace sluice::joint_lookahead_test {

constexpr std::string_view kKey = "key";

// The lookaheads of rules that share the literal "key".
class Rules {
 public:
  Rules() {
    for (const std::string_view regex :
         {"key[\\w ]{0,50}[:=]", "key[a-z]*(?:key[ ]+|=[a-z ]*)x",
          "key\\w{20,}-[a-z-]{0,9}=", "key[^\n]*;",
          "key[\"' ]{0,3}=", "key-[0-9]{4}", "key(?:s|word)? is [a-z]+ x"})
      lookaheads_.emplace_back(tables_.emplace_back(
          Lookahead::make_table(regex, Lookahead::States::kMany)));
    lookaheads_.emplace_back();  // everything passes
  }

  std::vector<JointLookahead::Anchor> anchors() const {
    std::vector<JointLookahead::Anchor> all;
    for (const Lookahead& one : lookaheads_) all.push_back({&one, 0});
    return all;
  }

  // Those that pass where the literal ends at text[end].
  std::vector<std::uint16_t> passing(std::string_view text,
                                     std::size_t end) const {
    std::vector<std::uint16_t> numbers;
    for (std::size_t i = 0; i < lookaheads_.size(); ++i)
      if (lookaheads_[i].may_pass(0, text, end))
        numbers.push_back(static_cast<std::uint16_t>(i));
    return numbers;
  }

 private:
  std::deque<std::string> tables_;
  std::deque<Lookahead> lookaheads_;
};

// A text in which "key" is often near another, or far.
std::string make_text(std::mt19937& random) {
  constexpr std::array<std::string_view, 9> kOthers = {
      "=", " x", "-", "\n", "\xc3\xa9", "-1234", "s is ab x", ";", "\" = "};
  std::string text;
  while (text.size() < 2000) {
    const auto chance = random() % 40;
    text += chance < kOthers.size() ? kOthers[chance] : kKey;
    if (chance % 4 == 3) text.append(random() % 150, 'a');
  }
  return text;
}

// The places in `text` where the literal ends, nearly in order.
std::vector<std::size_t> ends_in(std::string_view text, std::mt19937& random) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find(kKey); at != text.npos;
       at = text.find(kKey, at + 1))
    ends.push_back(at + kKey.size());
  for (std::size_t i = 1; i < ends.size(); ++i)
    if (random() % 10 == 0) std::swap(ends[i], ends[i - 1]);
  return ends;
}

TEST_CASE("joint lookahead: the same as each lookahead on its own") {
  const Rules rules;
  std::mt19937 random(test::seed(5));
  // With few states, they are forgotten again.
  for (const std::size_t states :
       {Lookahead::kReach + 80, JointLookahead::kMostStates}) {
    CAPTURE(states);
    JointLookahead joint(states);
    std::size_t joined = 0, alone = 0, dropped = 0;
    for (int round = 0; round < test::times(200, 2000); ++round) {
      const std::string text = make_text(random);
      joint.begin_text(&rules, 2);
      for (const std::size_t end : ends_in(text, random)) {
        const std::vector<std::uint16_t> expected = rules.passing(text, end);
        const auto literal = static_cast<std::uint32_t>(random() % 2);
        const auto passing =
            joint.passing(literal, text, end, [&] { return rules.anchors(); });
        if (!passing) {
          ++alone;
          continue;
        }
        ++joined;
        dropped += rules.anchors().size() - expected.size();
        REQUIRE(std::vector<std::uint16_t>(passing->begin(), passing->end()) ==
                expected);
      }
    }
    CHECK(joined > 50);
    CHECK(dropped > joined);
    if (states == JointLookahead::kMostStates)
      CHECK(alone == 2 * JointLookahead::kRare);
    else
      CHECK(alone > 2 * JointLookahead::kRare);
  }
}

TEST_CASE("joint lookahead: the literals of another owner are others") {
  const Rules rules;
  const std::string table = Lookahead::make_table("key[0-9]{4}");
  const Lookahead digits(table);
  const auto of_digits = [&] {
    return std::vector<JointLookahead::Anchor>{{&digits, 0}};
  };
  const auto of_rules = [&] { return rules.anchors(); };
  const std::string_view text = "key = abcdefgh";
  JointLookahead joint;
  joint.begin_text(&rules, 1);
  for (int i = 0; i <= JointLookahead::kRare; ++i)
    (void)joint.passing(0, text, kKey.size(), of_rules);
  CHECK(joint.passing(0, text, kKey.size(), of_rules)->size() > 1);
  joint.begin_text(&digits, 1);
  for (int i = 0; i < JointLookahead::kRare; ++i)
    CHECK_FALSE(joint.passing(0, text, kKey.size(), of_digits));
  CHECK(joint.passing(0, text, kKey.size(), of_digits)->empty());
}

TEST_CASE("joint lookahead: a literal of very many rules is not joined") {
  const Lookahead any;
  JointLookahead joint;
  joint.begin_text(&any, 2);
  for (const std::size_t count :
       {JointLookahead::kMostAnchors, JointLookahead::kMostAnchors + 1}) {
    const bool few = count == JointLookahead::kMostAnchors;
    std::size_t joined = 0;
    std::size_t asked = 0;
    for (int i = 0; i < JointLookahead::kRare + 10; ++i) {
      const auto passing = joint.passing(few ? 0 : 1, "key = x", 3, [&] {
        ++asked;
        return std::vector<JointLookahead::Anchor>(count, {&any, 0});
      });
      if (!passing) continue;
      ++joined;
      CHECK(passing->size() == count);
    }
    CHECK(joined == (few ? 10 : 0));
    CHECK(asked == 1);
  }
}

}  // namespace sluice::joint_lookahead_test

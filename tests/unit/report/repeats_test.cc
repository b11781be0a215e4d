#include "report/shown/repeats.h"

#include <doctest/doctest.h>

namespace sluice {
namespace {

Finding finding_of(const Rule& rule, std::string secret) {
  Finding finding;
  finding.rule = &rule;
  finding.secret = std::move(secret);
  return finding;
}

TEST_CASE("a group is a rule and a secret") {
  Rule one;
  one.id = "one";
  Rule other;
  other.id = "other";
  Repeats repeats;
  Repeats::Group* const first = repeats.meet(finding_of(one, "a"));
  REQUIRE(first->places == 1);
  first->place = "f:1:1";
  CHECK(repeats.meet(finding_of(one, "b"))->places == 1);
  CHECK(repeats.meet(finding_of(other, "a"))->places == 1);
  const Repeats::Group* again = repeats.meet(finding_of(one, "a"));
  CHECK(again->places == 2);
  CHECK(again->place == "f:1:1");
  CHECK(again->rule == "one");
  // A file that is reported for its path has no secret.
  CHECK(repeats.meet(finding_of(one, "")) == nullptr);
  CHECK(repeats.groups().size() == 3);
  CHECK(repeats.complete());
}

TEST_CASE("rule and secret are kept apart") {
  Rule one;
  one.id = "ab";
  Rule other;
  other.id = "a";
  Repeats repeats;
  repeats.meet(finding_of(one, "c"));
  CHECK(repeats.meet(finding_of(other, "bc"))->places == 1);
}

TEST_CASE("a full table knows what it knew") {
  const Rule rule;
  Repeats repeats;
  for (std::size_t i = 0; i < Repeats::kMaxGroups; ++i)
    REQUIRE(repeats.meet(finding_of(rule, "s" + std::to_string(i))));
  CHECK(repeats.complete());
  CHECK(repeats.meet(finding_of(rule, "new")) == nullptr);
  CHECK(repeats.meet(finding_of(rule, "new")) == nullptr);
  CHECK_FALSE(repeats.complete());
  CHECK(repeats.meet(finding_of(rule, "s0"))->places == 2);
  CHECK(repeats.groups().size() == Repeats::kMaxGroups);
}

}  // namespace
}  // namespace sluice

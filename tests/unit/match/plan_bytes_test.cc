#include "match/plan/plan_bytes.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "match/plan/plan.h"
#include "support/load.h"

namespace sluice::plan_bytes_test {

void check_comes_back(const RuleSet& rules) {
  const MatchPlan plan = make_plan(rules.rules());
  const std::optional<MatchPlan> again =
      deserialize_plan(serialize_plan(plan), rules.rules().size());
  REQUIRE(again.has_value());
  CHECK((*again == plan));
}

TEST_CASE("plan bytes: a plan comes back as it was") {
  check_comes_back(default_rules());
  check_comes_back(rules_from(R"(
[[rules]]
id = "anchored"
regex = '''\b(?i)tok_[0-9]{4}'''
keywords = ["other"]
[[rules]]
id = "plain"
regex = '''[0-9]{20}'''
[[rules]]
id = "rows"
path = '''\.csv$'''
assignment = "column"
keywords = ["password"]
[[rules]]
id = "path"
path = '''\.p12$'''
)"));
}

TEST_CASE("plan bytes: damage is seen") {
  const RuleSet rules = rules_from(R"(
[[rules]]
id = "one"
regex = '''tok_[0-9]{4}'''
[[rules]]
id = "two"
regex = '''key_[0-9]{4}'''
)");
  const std::string bytes = serialize_plan(make_plan(rules.rules()));
  CHECK(deserialize_plan(bytes, 2).has_value());
  CHECK_FALSE(deserialize_plan(bytes, 1).has_value());
  CHECK_FALSE(deserialize_plan(bytes + 'x', 2).has_value());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    REQUIRE_FALSE(deserialize_plan(bytes.substr(0, size), 2).has_value());
  }
}

}  // namespace sluice::plan_bytes_test

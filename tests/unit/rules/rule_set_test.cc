#include "rules/rule_set.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::rule_set_test {

TEST_CASE("rule storage: what is kept does not move") {
  RuleStorage storage;
  std::vector<std::string_view> kept;
  std::vector<std::string> expected;
  for (int i = 0; i < 5000; ++i) {
    expected.push_back(std::string(static_cast<std::size_t>(i % 97), 'x') +
                       std::to_string(i));
    std::string text = expected.back();
    kept.push_back(storage.keep(text));
    text.assign(text.size(), '?');
  }
  CHECK(std::equal(kept.begin(), kept.end(), expected.begin(), expected.end()));
  CHECK(storage.keep("").empty());
  CHECK(storage.keep(std::vector<double>{}).empty());
  const std::span<const double> numbers =
      storage.keep(std::vector<double>{1.5, 2.5});
  CHECK(numbers[1] == 2.5);
}

TEST_CASE("rule set: static data is used in place") {
  static constexpr std::array<Rule, 2> kRules = [] {
    std::array<Rule, 2> rules;
    rules[0].id = "a";
    rules[1].id = "b";
    return rules;
  }();
  RuleSet set = RuleSet::from_static(kRules, "00ff");
  const RuleSet moved = std::move(set);
  CHECK(moved.rules().data() == kRules.data());
  CHECK(moved.rules().size() == 2);
  CHECK(moved.sha256() == "00ff");
  CHECK(moved.origin(1) == "built-in");
}

TEST_CASE("rule set: copies share the storage") {
  auto storage = std::make_shared<RuleStorage>();
  Rule rule;
  rule.id = storage->keep(std::string("kept-rule"));
  storage->rules = {rule};
  storage->origins = {{0, 12}};
  storage->source_names = {"a.toml"};
  storage->sha256 = "abcd";
  RuleSet last;
  {
    RuleSet set(std::move(storage));
    const RuleSet copy = set;
    last = std::move(set);
    CHECK(copy.rules().data() == last.rules().data());
  }
  CHECK(last.rules()[0].id == "kept-rule");
  CHECK(last.origin(0) == "a.toml:12");
  CHECK(last.sha256() == "abcd");
}

TEST_CASE("rule set: empty by default") {
  const RuleSet set;
  CHECK(set.rules().empty());
  CHECK(set.sha256().empty());
}

}  // namespace sluice::rule_set_test

#include "rulecheck/cost.h"

#include <doctest/doctest.h>

#include <string>

#include "rulecheck/sample.h"
#include "support/load.h"

namespace sluice::cost_test {

RuleCost cost(std::string_view rule, std::string_view sample) {
  const RuleSet rules = rules_from(rule);
  const Result<RuleCost> cost =
      cost_of(rules.rules().front(), rules.families(), sample);
  REQUIRE(cost.has_value());
  return *cost;
}

TEST_CASE("cost: the places of the anchors, counted by hand") {
  const std::string sample = "acme_ ACME_ acme acme_acme_";
  const double per_mb = 1e6 / static_cast<double>(sample.size());
  const RuleCost exact =
      cost("[[rules]]\nid = 'r'\nregex = 'acme_[0-9]{4}'\n", sample);
  CHECK(exact.hits == doctest::Approx(3 * per_mb));
  const RuleCost caseless =
      cost("[[rules]]\nid = 'r'\nregex = '(?i)acme_[0-9]{4}'\n", sample);
  CHECK(caseless.hits == doctest::Approx(4 * per_mb));
  const RuleCost either =
      cost("[[rules]]\nid = 'r'\nregex = '(?:acme_|ACME_)[0-9]{4}'\n", sample);
  CHECK(either.hits == doctest::Approx(4 * per_mb));
}

TEST_CASE("cost: a rule without a pattern costs nothing, nor does no text") {
  const std::string sample = made_up_sample(1000);
  CHECK(cost("[[rules]]\nid = 'r'\npath = '[.]pem$'\n", sample).ms == 0);
  CHECK(cost("[[rules]]\nid = 'r'\nregex = 'acme_[0-9]{4}'\n", "").ms == 0);
}

// By a factor of fifty and more; three leaves room for a busy machine, for
// sanitizers and for an emulated processor.
TEST_CASE("cost: a pattern that is run over every byte is dear") {
  const std::string sample = made_up_sample(400'000);
  const RuleCost rare =
      cost("[[rules]]\nid = 'r'\nregex = 'acmeq_[0-9a-z]{20}'\n", sample);
  const RuleCost everywhere =
      cost("[[rules]]\nid = 'r'\nregex = '([a-z]{1,9}[_.]){1,9}[a-z]{1,9}q'\n",
           sample);
  CHECK(rare.hits == 0);
  CHECK(rare.ms > 0);
  CHECK(everywhere.ms > 3 * rare.ms);
}

}  // namespace sluice::cost_test

#include "judge/drop.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace sluice::drop_test {

Finding finding_of(const Rule& rule, std::string secret = "Quill91",
                   double entropy = 0) {
  Finding finding;
  finding.rule = &rule;
  finding.secret = std::move(secret);
  finding.entropy = entropy;
  return finding;
}

TEST_CASE("drop: each reason has a name and words of its own") {
  const Rule rule{.id = "a-rule"};
  std::set<std::string_view> names;
  std::set<std::string> words;
  for (std::size_t i = 0; i < kDropReasons; ++i) {
    const auto drop = static_cast<Drop>(i);
    names.insert(name_of(drop));
    const std::string text =
        explain(drop, finding_of(rule), {.other = "another"});
    words.insert(text);
    CHECK(text.find("Quill91") == std::string::npos);
    CHECK(name_of(drop).find_first_not_of("abcdefghijklmnopqrstuvwxyz_") ==
          std::string_view::npos);
  }
  CHECK(names.size() == kDropReasons);
  CHECK(words.size() == kDropReasons);
}

TEST_CASE("drop: figures") {
  const Rule rule{.id = "a-rule", .entropy = 3, .min_digits = 4};
  const auto entropy = [&](double bits) {
    return explain(Drop::kEntropy, finding_of(rule, "x", bits), {});
  };
  CHECK(entropy(2.104) == "entropy 2.10, below 3.00");
  CHECK(entropy(2.9999) == "entropy 2.99, below 3.00");
  CHECK(entropy(3) == "entropy 3.00, not above 3.00");
  CHECK(explain(Drop::kDigits, finding_of(rule, "ab1c23"), {}) ==
        "3 digits, fewer than 4");
  CHECK(explain(Drop::kDigits, finding_of(rule, "abc3"), {}) ==
        "1 digit, fewer than 4");
}

TEST_CASE("drop: who and what it depends on") {
  Rule rule{.id = "a-rule", .value = ValueKind::kToken};
  Allowlist allowlist;
  CHECK(explain(Drop::kAllowlist, finding_of(rule),
                {.allowlist = &allowlist}) == "an exception in the rules");
  allowlist.description = "samples";
  CHECK(
      explain(Drop::kAllowlist, finding_of(rule), {.allowlist = &allowlist}) ==
      "an exception in the rules: samples");
  CHECK(explain(Drop::kRequired, finding_of(rule), {.other = "key-id"}) ==
        "no finding of key-id is near");
  CHECK(explain(Drop::kCovered, finding_of(rule), {.other = "npm-token"}) ==
        "npm-token is reported instead");
  CHECK(explain(Drop::kCovered, finding_of(rule), {}) ==
        "another finding is reported instead");
  Finding unsure = finding_of(rule);
  unsure.confidence = Confidence::kLow;
  CHECK(explain(Drop::kConfidence, unsure, {.least = Confidence::kHigh}) ==
        "confidence low, below high");
  std::set<std::string> forms;
  for (std::size_t i = 0; i < kValueKindNames.size(); ++i) {
    rule.value = static_cast<ValueKind>(i);
    forms.insert(explain(Drop::kForm, finding_of(rule), {}));
  }
  CHECK(forms.size() == kValueKindNames.size() - 1);  // any is as named
}

TEST_CASE("drop: a report gets what it shows and no more") {
  const Rule rule{.id = "a-rule"};
  Finding finding = finding_of(rule);
  finding.start.byte = 7;
  finding.match = finding.excerpt = finding.fingerprint = "something";
  const Dropped dropped =
      dropped_for(Drop::kRequired, finding, {.other = "key-id"});
  CHECK(dropped.reason == "required");
  CHECK(dropped.why == "no finding of key-id is near");
  CHECK(dropped.finding.secret == "Quill91");
  CHECK(dropped.finding.start.byte == 7);
  CHECK(dropped.finding.match.empty());
  CHECK(dropped.finding.excerpt.empty());
  CHECK(dropped.finding.fingerprint.empty());
}

}  // namespace sluice::drop_test

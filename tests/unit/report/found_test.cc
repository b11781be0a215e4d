#include "report/shown/found.h"

#include <doctest/doctest.h>

namespace sluice::found_test {

Rule rule_of(std::string_view id, std::string_view provider = "") {
  Rule rule;
  rule.id = id;
  rule.provider = provider;
  return rule;
}

Finding finding_of(const Rule& rule, std::string secret,
                   Confidence confidence = Confidence::kMedium) {
  Finding finding;
  finding.rule = &rule;
  finding.secret = std::move(secret);
  finding.confidence = confidence;
  return finding;
}

FileReport report_of(std::string path, std::vector<Finding> findings) {
  FileReport report;
  report.location = Location(std::move(path));
  report.findings = std::move(findings);
  return report;
}

TEST_CASE("a secret is a text under a rule, numbered where it comes first") {
  const Rule one = rule_of("one");
  const Rule other = rule_of("other");
  FoundTotals found;
  found.add(report_of("a", {finding_of(one, "x"), finding_of(one, "y"),
                            finding_of(other, "x"), finding_of(one, "x")}));
  CHECK(found.secret_of(0) == 1);
  CHECK(found.secret_of(1) == 2);
  CHECK(found.secret_of(2) == 3);
  CHECK(found.secret_of(3) == 1);
  found.add(report_of("b", {finding_of(one, "y")}));
  CHECK(found.secret_of(0) == 2);
  const FoundCounts counts = found.counts({});
  CHECK(counts.secrets == 3);
  CHECK(counts.places == 5);
  CHECK(counts.files == 2);
  CHECK(counts.count == SecretCount::kExact);
}

TEST_CASE("rule and secret are kept apart") {
  const Rule one = rule_of("ab");
  const Rule other = rule_of("a");
  FoundTotals found;
  found.add(report_of("f", {finding_of(one, "c"), finding_of(other, "bc")}));
  CHECK(found.secret_of(1) == 2);
}

TEST_CASE("a file that is found by its path is a secret of its own") {
  const Rule rule = rule_of("path");
  FoundTotals found;
  found.add(report_of("a", {finding_of(rule, "")}));
  found.add(report_of("b", {finding_of(rule, "")}));
  CHECK(found.secret_of(0) == 2);
  CHECK(found.counts({}).secrets == 2);
}

TEST_CASE("a secret of several rules counts for each") {
  const Rule one = rule_of("one");
  const Rule other = rule_of("other");
  const Rule like_one = rule_of("one");
  FoundTotals found;
  found.add(report_of("a", {finding_of(one, "x"), finding_of(other, "x"),
                            finding_of(like_one, "x"), finding_of(one, "y")}));
  CHECK(found.secret_of(0) == 1);
  CHECK(found.secret_of(1) == 2);
  CHECK(found.secret_of(2) == 1);
  CHECK(found.secret_of(3) == 3);
}

TEST_CASE("the parts of a file are one file") {
  const Rule rule = rule_of("r");
  FoundTotals found;
  found.add(report_of("a", {finding_of(rule, "x")}));
  found.add(report_of("a", {finding_of(rule, "y")}));
  found.add(report_of("b", {}));
  CHECK(found.counts({}).files == 1);
}

TEST_CASE("groups add up to all secrets") {
  const Rule one = rule_of("one", "GitHub");
  const Rule other = rule_of("other");
  FoundTotals found;
  found.add(report_of("a/b/c/d", {finding_of(one, "x", Confidence::kLow),
                                  finding_of(other, "y")}));
  found.add(report_of("e", {finding_of(one, "x", Confidence::kHigh)}));
  const auto& level = found.by_confidence();
  CHECK(level[static_cast<int>(Confidence::kLow)].secrets == 0);
  CHECK(level[static_cast<int>(Confidence::kLow)].places == 1);
  CHECK(level[static_cast<int>(Confidence::kMedium)].secrets == 1);
  CHECK(level[static_cast<int>(Confidence::kHigh)].secrets == 1);
  CHECK(found.by_rule().at("one").secrets == 1);
  CHECK(found.by_rule().at("one").places == 2);
  CHECK(found.by_provider().size() == 1);
  CHECK(found.by_provider().at("GitHub").places == 2);
  CHECK(found.by_directory().at("a/b").secrets == 2);
  CHECK(found.by_directory().at("./").secrets == 0);
  CHECK(found.by_directory().at("./").places == 1);
}

TEST_CASE("a masked report tells secrets apart by its own numbers alone") {
  const Rule rule = rule_of("r");
  Finding first = finding_of(rule, "ab****");
  first.secret_id = "7";
  Finding same_look = first;
  same_look.secret_id = "8";
  FoundTotals found(true);
  found.add(report_of("a", {first, same_look, first}));
  CHECK(found.secret_of(1) == 2);
  CHECK(found.secret_of(2) == 1);
  CHECK(found.counts({}).count == SecretCount::kExact);
  Coverage coverage;
  coverage.secrets_apart = true;
  CHECK(found.counts(coverage).count == SecretCount::kAtMost);
  // An older report has no numbers.
  found.add(report_of("b", {finding_of(rule, "ab****")}));
  CHECK(found.secret_of(0) == 0);
  CHECK(found.counts({}).count == SecretCount::kUnknown);
}

TEST_CASE("a full table knows what it knew") {
  const Rule rule = rule_of("r");
  FoundTotals found;
  for (std::size_t i = 0; i < FoundTotals::kMaxSecrets; ++i)
    found.add(report_of("a", {finding_of(rule, "s" + std::to_string(i))}));
  CHECK(found.counts({}).count == SecretCount::kExact);
  found.add(report_of("a", {finding_of(rule, "new"), finding_of(rule, "s0")}));
  CHECK(found.secret_of(0) == 0);
  CHECK(found.secret_of(1) == 1);
  CHECK(found.counts({}).count == SecretCount::kAtLeast);
  CHECK(found.counts({}).secrets == FoundTotals::kMaxSecrets);
}

TEST_CASE("the largest groups come first") {
  FoundTotals::ByName groups = {{"a", {1, 9}}, {"b", {2, 2}}, {"c", {1, 10}}};
  std::string order;
  for (const auto& [name, tally] : largest_first(groups)) order += *name;
  CHECK(order == "bca");
}

TEST_CASE("two directories of a path") {
  CHECK(directory_of("drivers/net/wireless/a.c") == "drivers/net");
  CHECK(directory_of("drivers/a.c") == "drivers");
  CHECK(directory_of("a.c") == "./");
  CHECK(directory_of("/a.c") == "/");
  CHECK(directory_of("/etc/ssl/private/key") == "/etc/ssl");
}

}  // namespace sluice::found_test

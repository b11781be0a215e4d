#include "history/self_allowed.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace sluice::self_allowed_test {

const Rule& rule_of(bool has_pattern) {
  static const auto make = [](const char* id) {
    Rule made;
    made.id = id;
    return made;
  };
  static const Rule text = make("text");
  static const Rule path = make("path");
  return has_pattern ? text : path;
}

Finding finding_of(const std::string& secret) {
  Finding made;
  made.rule = &rule_of(!secret.empty());
  made.secret = secret;
  return made;
}

RepositoryReports reports_of(const std::string& path,
                             const std::vector<std::string>& secrets) {
  RepositoryReports made;
  auto report = std::make_unique<FileReport>();
  report->location = path;
  for (const std::string& secret : secrets)
    report->findings.push_back(finding_of(secret));
  made.files.push_back(std::move(report));
  return made;
}

std::vector<bool> marks(const RepositoryReports& reports) {
  std::vector<bool> all;
  for (const auto& report : reports.files)
    for (const Finding& finding : report->findings)
      all.push_back(finding.self_allowed);
  return all;
}

using Marks = std::vector<bool>;

TEST_CASE("self allowed: what the other policy does not find") {
  RepositoryReports all = reports_of("a", {"s", "t", ""});
  mark_self_allowed(reports_of("a", {"t"}), &all);
  CHECK(marks(all) == Marks{true, false, true});
  CHECK(all.coverage.self_allowed == 2);
}

TEST_CASE("self allowed: nothing, if both find the same") {
  RepositoryReports all = reports_of("a", {"s", ""});
  mark_self_allowed(reports_of("a", {"", "s"}), &all);
  CHECK(marks(all) == Marks{false, false});
  CHECK(all.coverage.self_allowed == 0);
}

TEST_CASE("self allowed: in another file it is another finding") {
  RepositoryReports all = reports_of("a", {"s"});
  mark_self_allowed(reports_of("b", {"s"}), &all);
  CHECK(marks(all) == Marks{true});
}

TEST_CASE("self allowed: what another finding covers is found as well") {
  RepositoryReports own = reports_of("a", {});
  own.files[0]->covered.push_back(finding_of("s"));
  RepositoryReports all = reports_of("a", {"s"});
  mark_self_allowed(own, &all);
  CHECK(marks(all) == Marks{false});
}

}  // namespace sluice::self_allowed_test

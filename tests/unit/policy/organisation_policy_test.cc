#include "policy/organisation_policy.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::organisation_policy_test {

using Strings = std::vector<std::string>;

// Adds the texts as files p1, p2 ...; each is the inside of [policy].
OrganisationPolicy policy_of(const Strings& texts) {
  OrganisationPolicy policy;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Result<void> added = add_policy_file(
        "p" + std::to_string(i + 1), "[policy]\n" + texts[i] + "\n", &policy);
    REQUIRE_MESSAGE(added.has_value(), added.error().message);
  }
  return policy;
}

std::string refusal(std::string_view text) {
  OrganisationPolicy policy;
  const Result<void> added = add_policy_file("p", text, &policy);
  if (added) return "";
  CHECK(added.error().code == ErrorCode::kConfig);
  return added.error().message;
}

Strings texts(const std::vector<OrganisationPolicy::Item>& items) {
  Strings all;
  for (const auto& item : items) all.push_back(item.text + " " + item.place);
  return all;
}

TEST_CASE("organisation policy: lists add up") {
  const OrganisationPolicy policy =
      policy_of({"required-rules = ['a']\nexclude = ['x/', 'y/']",
                 "required-rules = ['b', 'a']\nexclude = ['z/']"});
  CHECK(policy.files == Strings{"p1", "p2"});
  CHECK(texts(policy.required_rules) == Strings{"a p1:2", "b p2:2", "a p2:2"});
  CHECK(texts(policy.exclude) == Strings{"x/ p1:3", "y/ p1:3", "z/ p2:3"});
}

TEST_CASE("organisation policy: the lowest level counts, in any order") {
  const std::string low = "min-confidence = 'low'";
  const std::string high = "min-confidence = 'high'";
  for (const Strings& files : {Strings{low, high}, Strings{high, low}}) {
    const OrganisationPolicy policy = policy_of(files);
    CHECK(policy.min_confidence == Confidence::kLow);
    CHECK(policy.min_confidence_place ==
          (files.front() == low ? "p1:2" : "p2:2"));
  }
  CHECK_FALSE(policy_of({"exclude = []"}).min_confidence.has_value());
}

TEST_CASE("organisation policy: what one file forbids is forbidden") {
  const std::string yes = "allow-exclude = true";
  const std::string no = "allow-exclude = false";
  CHECK(policy_of({yes}).no_exclude.empty());
  CHECK(policy_of({no, yes}).no_exclude == "p1:2");
  CHECK(policy_of({yes, no}).no_exclude == "p2:2");
}

TEST_CASE(
    "organisation policy: a later file cannot exclude what an earlier "
    "one wants scanned") {
  // In one file, the order of the keys means nothing.
  OrganisationPolicy policy =
      policy_of({"allow-exclude = false\nexclude = ['a/']"});
  CHECK(texts(policy.exclude) == Strings{"a/ p1:3"});
  CHECK(add_policy_file("p2", "[policy]\nexclude = []\n", &policy));
  const Result<void> added =
      add_policy_file("p3", "[policy]\nexclude = ['*']\n", &policy);
  REQUIRE_FALSE(added.has_value());
  CHECK(added.error().message ==
        "p3:2: `exclude`: the policy p1:2 does not allow that");
  // An exclusion of an earlier file stays.
  policy = policy_of({"exclude = ['a/']", "allow-exclude = false"});
  CHECK(texts(policy.exclude) == Strings{"a/ p1:2"});
}

TEST_CASE("organisation policy: files to extend") {
  CHECK(forbids_extending(policy_of({""}), "any.toml").empty());
  const OrganisationPolicy none = policy_of({"extend = []"});
  CHECK(forbids_extending(none, "any.toml") == "p1:2");
  const OrganisationPolicy some = policy_of({"extend = ['ci/', './b.toml']"});
  for (const char* path :
       {"ci/a.toml", "./ci//x/a.toml", "b.toml", "x/../b.toml"})
    CHECK_MESSAGE(forbids_extending(some, path).empty(), path);
  for (const char* path : {"cix/a.toml", "a.toml", "ci/../a.toml", "ci",
                           "/ci/a.toml", "x/b.toml", "../b.toml", "b.toml/"})
    CHECK_MESSAGE(forbids_extending(some, path) == "p1:2", path);
  // Each file has to allow it.
  const OrganisationPolicy both =
      policy_of({"extend = ['a.toml', 'b.toml']", "extend = ['b.toml']"});
  CHECK(forbids_extending(both, "b.toml").empty());
  CHECK(forbids_extending(both, "a.toml") == "p2:2");
}

TEST_CASE("organisation policy: the required rules by name") {
  OrganisationPolicy policy =
      policy_of({"required-rules = ['b']", "required-rules = ['*', 'b']"});
  REQUIRE(name_required_rules({"a", "b", "c"}, &policy).has_value());
  CHECK(texts(policy.required_rules) == Strings{"b p1:2", "a p2:2", "c p2:2"});
  policy = policy_of({"required-rules = ['d']"});
  const Result<void> named = name_required_rules({"a"}, &policy);
  REQUIRE_FALSE(named.has_value());
  CHECK(named.error().message ==
        "p1:2: `d` is no default rule of this version of sluice");
}

TEST_CASE("organisation policy: mistakes") {
  struct Row {
    std::string_view text, message;
  };
  for (const Row& row : {
           Row{"[policy", "p:1"},
           Row{"", "p: there is no table [policy]"},
           Row{"# later\n", "p: there is no table [policy]"},
           Row{"[scan]\nexclude = []\n", "p:1: `scan`: a policy has the table"},
           Row{"policy = 1\n", "p:1: `policy`: a policy has the table"},
           Row{"[policy]\n[x]\n", "p:2: `x`: a policy has the table"},
           Row{"[policy]\nrequired = []\n", "p:2: unknown key `required`"},
           Row{"[policy]\nRequired-Rules = []\n", "p:2: unknown key"},
           Row{"[policy]\nrequired-rules = 'a'\n",
               "p:2: `required-rules` must"},
           Row{"[policy]\nexclude = [\n1]\n", "p:3: `exclude` must be a list"},
           Row{"[policy]\nexclude = ['']\n", "p:2: `exclude` must be a list"},
           Row{"[policy]\nextend = true\n", "p:2: `extend` must be a list"},
           Row{"[policy]\nallow-exclude = 0\n", "p:2: `allow-exclude` must be"},
           Row{"[policy]\nmin-confidence = 'top'\n", "must be low, medium or"},
           Row{"[policy]\nmin-confidence = 1\n", "must be low, medium or"},
       }) {
    const std::string message = refusal(row.text);
    CHECK_MESSAGE(message.find(row.message) != message.npos, message, " / ",
                  row.text);
  }
  CHECK(refusal("[policy]\n").empty());
}

}  // namespace sluice::organisation_policy_test

// Each rule file carries its own tests: lines that its rule must find and lines
// in which it must find nothing. Here they are run (rulecheck/example_run.h),
// with all rules loaded, as a scan would.

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "match/engine.h"
#include "rulecheck/example_run.h"
#include "rules/embedded.h"
#include "rules/family.h"
#include "support/load.h"

using namespace sluice;

namespace {

class DefaultRules {
 public:
  std::span<const RuleEntry> entries() const { return entries_; }
  ExampleRun& trial() { return trial_; }

 private:
  std::unique_ptr<Engine> engine_ = engine_of(default_rules());
  Judge judge_{engine_->rules()};
  std::vector<RuleEntry> entries_ = entries_of(engine_->rules());
  ExampleRun trial_{*engine_, judge_};
};

// Examples are named by their rule and number: a secret, even a made-up one,
// has no place in a test's output.
std::string name_of(const Rule& rule, std::string_view kind, std::size_t i) {
  return std::string(rule.id) + ": " + std::string(kind) + " " +
         std::to_string(i);
}

}  // namespace

TEST_CASE("rules: every example is found by its rule, no negative one is") {
  DefaultRules rules;
  ExampleCount count;
  for (const ExampleFailure& failure :
       rules.trial().check(rules.entries(), &count))
    FAIL_CHECK(name_of(*rules.entries()[failure.entry].rule,
                       failure.negative ? "negative example" : "example",
                       failure.number),
               " ", failure.why);
  CHECK(count.without == 0);
  CHECK(count.rules == rules.entries().size());
}

TEST_CASE("rules: no example is claimed by another provider's rule") {
  DefaultRules rules;
  for (const RuleEntry& entry : rules.entries()) {
    const Rule& rule = *entry.rule;
    for (std::size_t i = 0; i < rule.examples.size(); ++i) {
      for (const ExampleHit& hit : rules.trial().run(rule, rule.examples[i])) {
        if (!hit.found()) continue;
        const Rule& found = *hit.verdict.rule;
        CHECK_MESSAGE((found.provider.empty() || rule.provider.empty() ||
                       found.provider == rule.provider),
                      name_of(rule, "example", i + 1), " claimed by ",
                      std::string(found.id));
      }
    }
  }
}

TEST_CASE("rules: each has two examples, two negative ones and an anchor") {
  const RuleSet rules = default_rules();
  for (const Rule& rule : rules.rules()) {
    CAPTURE(std::string(rule.id));
    CHECK(rule.examples.size() >= 2);
    CHECK(rule.negative_examples.size() >= 2);
    CHECK_FALSE(rule.description.empty());
    // Those have neither words nor a text.
    if (rule.file != KeyFileKind::kNone) continue;
    // A path or anchors can replace the keywords.
    if (rule.keywords.empty())
      CHECK((reads_rows(rule.assignment) || !rule.anchors.empty()));
    if (rule.assignment != Assignment::kNone && !wants_text(rule.assignment))
      CHECK(rule.keywords.empty() == !has_names(rule.assignment));
    CHECK(rule.anchors.empty() == (reads_rows(rule.assignment) &&
                                   rule.assignment != Assignment::kLast));
  }
  for (const Rule& rule : rules.families()) {
    CAPTURE(std::string(rule.id));
    CHECK(rule.examples.size() >= 2);
    CHECK(rule.negative_examples.size() >= 2);
    CHECK(rule.id.starts_with(std::string(rule.provider) + "-"));
  }
}

// With such a rule, no finding could be reported before the end of its file: a
// large file would hold them all, and a range of a file could not be scanned.
TEST_CASE("rules: none needs the whole file") {
  const RuleSet rules = default_rules();
  for (const Rule& rule : rules.rules()) {
    CAPTURE(rule.id);
    CHECK(rule.required.empty());
    CHECK((!rule.skip_report || rule.families));
  }
}

// Else it would be chance which of them a finding is of.
TEST_CASE("rules: no name is that of two providers' families") {
  const RuleSet rules = default_rules();
  CHECK(rules.families().size() >= 533);
  std::map<std::string, std::string_view> owners;
  for (const Rule& rule : rules.families()) {
    for (const std::string_view name : rule.family->names) {
      std::string letters(name);
      std::erase(letters, ' ');
      const auto [owner, fresh] = owners.emplace(letters, rule.provider);
      CAPTURE(letters);
      CHECK((fresh || owner->second == rule.provider));
    }
  }
}

TEST_CASE("rules: the 45 providers that every peer covers are there") {
  std::set<std::string_view> providers;
  const RuleSet rules = default_rules();
  bool generic = false;
  bool private_key = false;
  bool jwt = false;
  for (const Rule& rule : rules.rules()) {
    providers.insert(rule.provider);
    generic |= rule.id.starts_with("generic-");
    private_key |= rule.id.starts_with("privatekey-");
    jwt |= rule.id.starts_with("jwt");
  }
  for (const char* provider : {"azure",
                               "gitlab",
                               "google",
                               "github",
                               "slack",
                               "newrelic",
                               "aws",
                               "twitter",
                               "shopify",
                               "doppler",
                               "digitalocean",
                               "grafana",
                               "atlassian",
                               "facebook",
                               "square",
                               "jfrog",
                               "mapbox",
                               "mailgun",
                               "sonar",
                               "adobe",
                               "bitbucket",
                               "dropbox",
                               "stripe",
                               "heroku",
                               "microsoft-teams",
                               "sourcegraph",
                               "anthropic",
                               "databricks",
                               "huggingface",
                               "npm",
                               "twilio",
                               "nuget",
                               "okta",
                               "openai",
                               "twitch",
                               "adafruit",
                               "mailchimp",
                               "postman",
                               "pypi",
                               "rubygems",
                               "sendgrid",
                               "telegram"}) {
    CAPTURE(provider);
    CHECK(providers.contains(provider));
  }
  CHECK(generic);
  CHECK(private_key);
  CHECK(jwt);
}

TEST_CASE("rules: the embedded table is what the files say") {
  const RuleSet files = default_rules();
  const std::span<const Rule> table = embedded_rules();
  REQUIRE(table.size() == files.rules().size());
  CHECK(embedded_rules_sha256() == files.sha256());
  const auto same = [](auto a, auto b) { return std::ranges::equal(a, b); };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Rule& a = table[i];
    const Rule& b = files.rules()[i];
    CAPTURE(std::string(b.id));
    REQUIRE(a.id == b.id);
    CHECK(a.description == b.description);
    CHECK(a.provider == b.provider);
    CHECK(a.confidence == b.confidence);
    CHECK(a.regex == b.regex);
    CHECK(a.path == b.path);
    CHECK(a.secret_group == b.secret_group);
    CHECK(a.entropy == b.entropy);
    CHECK(a.min_digits == b.min_digits);
    CHECK(a.check == b.check);
    CHECK(a.skip_report == b.skip_report);
    CHECK(a.families == b.families);
    CHECK(same(a.keywords, b.keywords));
    CHECK(same(a.tags, b.tags));
    CHECK(same(a.references, b.references));
    CHECK(a.max_width == b.max_width);
    REQUIRE(a.anchors.size() == b.anchors.size());
    for (std::size_t k = 0; k < a.anchors.size(); ++k) {
      CHECK(a.anchors[k].text == b.anchors[k].text);
      CHECK(a.anchors[k].caseless == b.anchors[k].caseless);
      CHECK(a.anchors[k].max_lead == b.anchors[k].max_lead);
    }
    REQUIRE(a.allowlists.size() == b.allowlists.size());
    for (std::size_t k = 0; k < a.allowlists.size(); ++k) {
      CHECK(a.allowlists[k].all == b.allowlists[k].all);
      CHECK(a.allowlists[k].target == b.allowlists[k].target);
      CHECK(same(a.allowlists[k].paths, b.allowlists[k].paths));
      CHECK(same(a.allowlists[k].regexes, b.allowlists[k].regexes));
      CHECK(same(a.allowlists[k].stopwords, b.allowlists[k].stopwords));
    }
  }
}

TEST_CASE("rules: the embedded files are the files") {
  std::vector<RuleSource> sources;
  for (const EmbeddedFile& file : embedded_rule_files()) {
    CHECK(file.name.starts_with("rules/"));
    const std::string path = std::string(SLUICE_RULES_DIR) +
                             std::string(file.name.substr(file.name.find('/')));
    CAPTURE(path);
    const Result<std::string> text = read_whole(posix_file_system(), path);
    REQUIRE(text.has_value());
    const std::optional<std::string> embedded = embedded_text(file.packed);
    REQUIRE(embedded.has_value());
    CHECK((*text == *embedded));
    sources.push_back({std::string(file.name), *text});
  }
  const Result<RuleSet> rules = load_rules(sources);
  REQUIRE(rules.has_value());
  CHECK(rules->sha256() == embedded_rules_sha256());
}

TEST_CASE("rules: the embedded families are what the files say") {
  const RuleSet files = default_rules();
  const std::span<const Rule> table = embedded_families();
  REQUIRE(table.size() == files.families().size());
  const auto same = [](auto a, auto b) { return std::ranges::equal(a, b); };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Rule& a = table[i];
    const Rule& b = files.families()[i];
    CAPTURE(std::string(b.id));
    REQUIRE(a.id == b.id);
    CHECK(a.description == b.description);
    CHECK(a.provider == b.provider);
    CHECK(a.confidence == b.confidence);
    CHECK(same(a.references, b.references));
    CHECK(same(a.family->names, b.family->names));
    CHECK(same(a.family->words, b.family->words));
    CHECK(a.family->near == b.family->near);
    REQUIRE(a.family->values.size() == b.family->values.size());
    for (std::size_t k = 0; k < a.family->values.size(); ++k) {
      CHECK(a.family->values[k].alphabet == b.family->values[k].alphabet);
      CHECK(a.family->values[k].min == b.family->values[k].min);
      CHECK(a.family->values[k].max == b.family->values[k].max);
      CHECK(same(a.family->values[k].lengths, b.family->values[k].lengths));
    }
  }
}

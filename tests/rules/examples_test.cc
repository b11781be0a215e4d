// Each rule file carries its own tests: lines that its rule must find and lines
// in which it must find nothing. Here they are run, through the engine with all
// rules loaded and through the judge, as a scan would.

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "match/engine.h"
#include "match/text_matcher.h"
#include "rules/embedded.h"
#include "rules/family.h"
#include "support/load.h"

using namespace sluice;

namespace {

class Scanner {
 public:
  explicit Scanner(RuleSet rules)
      : engine_(engine_of(std::move(rules))), judge_(engine_->rules()) {}

  struct Hit {
    const Rule* rule;
    Verdict verdict;
  };

  // `text` as the content of the file in which the examples of `rule` stand.
  std::vector<Hit> scan(const Rule& rule, std::string_view text) {
    const std::string_view path =
        rule.example_path.empty() ? "example.txt" : rule.example_path;
    FileMatch file;
    file.begin(path, false);
    std::vector<Candidate> candidates;
    engine_->scan({text, 0, 0, text.size()}, file, scratch_, &candidates);
    std::vector<Hit> hits;
    for (const Candidate& candidate : candidates) {
      const Verdict verdict =
          judge_.judge(candidate.rule, path, text, candidate.match);
      if (verdict.drop == Drop::kNone &&
          engine_->keyword_seen(candidate.rule, file))
        hits.push_back({verdict.rule, verdict});
    }
    return hits;
  }

  std::span<const Rule> rules() const { return engine_->rules().rules(); }
  std::span<const Rule> families() const { return engine_->rules().families(); }

  // Those that report something: rules, then families.
  std::vector<const Rule*> all() const {
    std::vector<const Rule*> all;
    for (const auto set : {rules(), families()})
      for (const Rule& rule : set) all.push_back(&rule);
    return all;
  }

 private:
  std::unique_ptr<Engine> engine_;
  Judge judge_;
  MatchScratch scratch_;
};

// Examples are named by their rule and number: a secret, even a made-up one,
// has no place in a test's output.
std::string name_of(const Rule& rule, std::string_view kind, std::size_t i) {
  return std::string(rule.id) + ": " + std::string(kind) + " " +
         std::to_string(i + 1);
}

}  // namespace

TEST_CASE("rules: every example is found by its rule") {
  Scanner scanner(default_rules());
  for (const Rule* one : scanner.all()) {
    const Rule& rule = *one;
    for (std::size_t i = 0; i < rule.examples.size(); ++i) {
      bool found = false;
      for (const Scanner::Hit& hit : scanner.scan(rule, rule.examples[i])) {
        const bool serves = rule.skip_report && hit.rule->family != nullptr;
        if (hit.rule != &rule && !serves) continue;
        found = true;
        CHECK_MESSAGE(hit.verdict.checksum != ChecksumVerdict::kInvalid,
                      name_of(rule, "checksum of example", i));
      }
      CHECK_MESSAGE(found, name_of(rule, "example", i));
    }
  }
}

TEST_CASE("rules: no negative example is found by its rule") {
  Scanner scanner(default_rules());
  for (const Rule* one : scanner.all()) {
    const Rule& rule = *one;
    for (std::size_t i = 0; i < rule.negative_examples.size(); ++i)
      for (const Scanner::Hit& hit :
           scanner.scan(rule, rule.negative_examples[i]))
        CHECK_MESSAGE(hit.rule != &rule, name_of(rule, "negative example", i));
  }
}

TEST_CASE("rules: no example is claimed by another provider's rule") {
  Scanner scanner(default_rules());
  for (const Rule* one : scanner.all()) {
    const Rule& rule = *one;
    for (std::size_t i = 0; i < rule.examples.size(); ++i)
      for (const Scanner::Hit& hit : scanner.scan(rule, rule.examples[i]))
        CHECK_MESSAGE((hit.rule->provider.empty() || rule.provider.empty() ||
                       hit.rule->provider == rule.provider),
                      name_of(rule, "example", i), " claimed by ",
                      std::string(hit.rule->id));
  }
}

TEST_CASE("rules: each has two examples, two negative ones and an anchor") {
  const RuleSet rules = default_rules();
  for (const Rule& rule : rules.rules()) {
    CAPTURE(std::string(rule.id));
    CHECK(rule.examples.size() >= 2);
    CHECK(rule.negative_examples.size() >= 2);
    CHECK_FALSE(rule.description.empty());
    CHECK_FALSE(rule.keywords.empty());
    CHECK_FALSE(rule.anchors.empty());
  }
  for (const Rule& rule : rules.families()) {
    CAPTURE(std::string(rule.id));
    CHECK(rule.examples.size() >= 2);
    CHECK(rule.negative_examples.size() >= 2);
    CHECK(rule.id.starts_with(std::string(rule.provider) + "-"));
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
    CHECK(a.checksum == b.checksum);
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

// What each was prepared for finds the same with it and without.
TEST_CASE("rules: the embedded literals are those of the rules") {
  const RuleSet rules =
      RuleSet::from_static(embedded_rules(), embedded_rules_sha256());
  const auto prepared = TextMatcher::create(rules, embedded_text_literals());
  const auto lazy = TextMatcher::create(rules);
  REQUIRE(prepared.has_value());
  REQUIRE(lazy.has_value());
  TextScratch prepared_scratch;
  TextScratch lazy_scratch;
  const auto matches_of = [](const TextMatcher& matcher, std::string_view text,
                             TextScratch& scratch) {
    std::vector<TextMatch> matches;
    matcher.begin(text, scratch);
    matcher.find_all([](std::uint32_t) { return true; }, scratch, &matches);
    return matches;
  };
  std::size_t found = 0;
  const RuleSet files = default_rules();
  for (const Rule& rule : files.rules()) {
    for (const std::string_view example : rule.examples) {
      const auto wanted = matches_of(**lazy, example, lazy_scratch);
      const auto given = matches_of(**prepared, example, prepared_scratch);
      CAPTURE(std::string(rule.id));
      REQUIRE(given.size() == wanted.size());
      for (std::size_t i = 0; i < given.size(); ++i) {
        CHECK(given[i].rule == wanted[i].rule);
        CHECK(given[i].begin == wanted[i].begin);
        CHECK(given[i].end == wanted[i].end);
      }
      found += given.size();
    }
  }
  CHECK(found >= files.rules().size());
}

#include "rules/rule_entry.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "rules/loader.h"

namespace sluice::rule_entry_test {

RuleSet set_of(const char* toml) {
  const RuleSource source{"a.toml", toml};
  const Result<RuleSet> rules = load_rules({&source, 1});
  REQUIRE_MESSAGE(rules.has_value(), rules.error().message);
  return *rules;
}

constexpr const char* kRules =
    "[[rules]]\nid = 'acme-key'\nregex = 'x'\n"
    "[[rules]]\nid = 'acme-file'\npath = 'x'\n"
    "[[families]]\nid = 'bolt-key'\ndescription = 'd'\nprovider = 'bolt'\n"
    "names = ['bolt']\nvalues = [{ alphabet = 'uuid' }]\n"
    "confidence = 'low'\nexamples = ['x']\nnegative_examples = ['y']\n"
    "[[rules]]\nid = 'values'\nregex = 'x'\nskipReport = true\n";

TEST_CASE("rule entries: rules, then families, each with its place and kind") {
  const RuleSet rules = set_of(kRules);
  const std::vector<RuleEntry> entries = entries_of(rules);
  REQUIRE(entries.size() == 4);
  const struct {
    std::string_view id, origin;
    RuleKind kind;
  } wanted[] = {{"acme-key", "a.toml:1", RuleKind::kRule},
                {"acme-file", "a.toml:4", RuleKind::kPath},
                {"values", "a.toml:16", RuleKind::kHelper},
                {"bolt-key", "a.toml:7", RuleKind::kFamily}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    CAPTURE(i);
    CHECK(entries[i].rule->id == wanted[i].id);
    CHECK(entries[i].origin() == wanted[i].origin);
    CHECK((entries[i].kind == wanted[i].kind));
  }
  CHECK(rules.origin(2) == "a.toml:16");
  CHECK(rules.family_origin(0) == "a.toml:7");
}

TEST_CASE("rule entries: static data knows no places") {
  const RuleSet rules = set_of(kRules);
  const RuleSet embedded =
      RuleSet::from_static(rules.rules(), rules.sha256(), rules.families());
  const std::vector<RuleEntry> entries = entries_of(embedded);
  REQUIRE(entries.size() == 4);
  for (const RuleEntry& entry : entries) {
    CHECK(entry.file.empty());
    CHECK(entry.origin() == "built-in");
  }
  CHECK(embedded.family_origin(0) == "built-in");
}

TEST_CASE("near ids: a slip, the beginning, or nothing") {
  const RuleSet rules = set_of(kRules);
  const std::vector<RuleEntry> entries = entries_of(rules);
  using Ids = std::vector<std::string_view>;
  CHECK(near_ids(entries, "acme-kye", 5) == Ids{"acme-key"});
  CHECK(near_ids(entries, "ACME", 5) == Ids{"acme-key", "acme-file"});
  CHECK(near_ids(entries, "ACME", 1) == Ids{"acme-key"});
  CHECK(near_ids(entries, "bolt_key", 5) == Ids{"bolt-key"});
  CHECK(near_ids(entries, "stripe", 5).empty());
  CHECK(near_ids(entries, "", 5).empty());
}

}  // namespace sluice::rule_entry_test

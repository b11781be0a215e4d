// One rule file as it is written, before files are merged: drafts of rules, the
// allowlists for all rules, and the file that it extends.
// Thread-safety: plain values; reading is for one thread. Ownership: texts live
// in the storage that the file was read into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "rules/expression.h"
#include "rules/rule.h"
#include "rules/rule_set.h"
#include "rules/rule_storage.h"
#include "rules/table_reader.h"
#include "rules/toml_read.h"

namespace sluice {

struct RequiredDraft {
  std::string_view id;
  RequiredRule limits;      // all but the index
  bool satisfiable = true;  // false if a distance is below zero
  bool in_file = false;     // a rule of this id is in the same file
  std::uint32_t line = 0;
};

// The settings of a rule in one file. Settings that are missing here can come
// from the rule of the same id in the file that is extended.
struct RuleDraft {
  // Without the fields below, `secret_group`, and derived values.
  Rule rule;
  std::optional<Confidence> confidence;
  std::optional<bool> plausible;
  std::int64_t secret_group = 0;
  std::uint32_t secret_group_line = 0;
  std::vector<std::string_view> keywords;
  std::vector<std::string_view> tags;
  std::vector<Allowlist> allowlists;
  std::vector<RequiredDraft> required;
  std::vector<const Expression*> filters;
  RuleOrigin origin;
  // True for the rule of another set, with its anchors, unchanged except for
  // allowlists and similar settings. Its pattern is known to be good.
  bool has_shape = false;
};

// An allowlist of the top level.
struct GlobalAllowlist {
  Allowlist allowlist;
  std::vector<std::string_view> targets;  // rules' ids; empty for every rule
  std::uint32_t line = 0;                 // of `targetRules`
};

// An entry of `[[revoke]]` (rules/revocation.h).
struct RevocationDraft {
  std::string_view provider;            // empty if it names rules
  std::vector<std::string_view> rules;  // their ids
  Revocation facts;
  std::string place;  // "name:line"
};

struct Extension {
  std::string path;
  bool use_default = false;
  std::vector<TableReader::Text> disabled_rules;
  std::uint32_t line = 0;
};

struct RuleFile {
  std::size_t source = RuleOrigin::kBuiltIn;
  ReadContext context;
  std::vector<RuleDraft> rules;  // no two with the same id
  std::vector<RuleDraft> families;
  std::vector<GlobalAllowlist> allowlists;
  std::vector<RevocationDraft> revocations;
  std::optional<Extension> extension;
  std::vector<const Expression*> prefilters;
  std::vector<const Expression*> filters;
  Dialect dialect = Dialect::kGitleaks;
};

// The context in which the parts of a file are read.
struct RuleReading {
  std::size_t source = 0;
  const ReadContext* context = nullptr;
  RuleStorage* storage = nullptr;
  // null if patterns stay unchecked
  const PatternError* pattern_error = nullptr;
  const ExpressionLanguage* expressions = nullptr;  // null: an error for each
};

// Error: kConfig, "name:line: why", naming the rule.
Result<RuleFile> read_rule_file(const TomlValue& file,
                                const RuleReading& reading);

// A text of `key` as a pattern for RE2, kept in the storage.
Result<std::string_view> keep_pattern(const RuleReading& reading,
                                      const TableReader& table,
                                      std::string_view key,
                                      const TableReader::Text& text);

// A table of `[[families]]`, always read strictly (rules/loader.h).
Result<RuleDraft> read_family(const RuleReading& reading,
                              const TomlValue& value);

// Returns nothing, with a warning, if the list can never apply.
Result<std::optional<Allowlist>> read_allowlist(const RuleReading& reading,
                                                const TableReader& table);

// The rules that rule `id` requires, in gitleaks' spelling (`required`) or in
// betterleaks' (`components`).
Result<std::vector<RequiredDraft>> read_required(const RuleReading& reading,
                                                 const TableReader& rule,
                                                 std::string_view id);

// Whether the file is of betterleaks' dialect, by a key that gitleaks has not.
bool is_of_betterleaks(const TableReader& file);

// The expression of `key`, with patterns that RE2 takes; null if there is none.
Result<const Expression*> read_expression(const RuleReading& reading,
                                          const TableReader& table,
                                          std::string_view key,
                                          ExpressionUse use);

// The filter that `tokenEfficiency = true` means.
Result<const Expression*> token_efficiency(const RuleReading& reading,
                                           const TableReader& table);

// The keys of an allowlist; `targetRules` for those of the top level.
Result<void> check_allowlist_keys(const TableReader& table, bool global);

// The tables of `allowlists`, or of the older `allowlist`.
Result<std::vector<const TomlValue*>> allowlist_tables(
    const TableReader& owner);

// Merges `base` into `current`. The result has the rules of `current` first,
// then those that only `base` has, except those that `current` disables. If
// both have a rule, the settings in `current` win; lists are appended to the
// base's. `skip_report` and `required` stay the base's. Allowlists that name
// their rules (targetRules) count only in the outermost file. Settings without
// effect are warned of in `current`'s context.
void extend(RuleFile& current, const RuleFile& base);

// The default rules, which have the part of a file that is extended.
RuleFile file_of(const RuleSet& rules);

}  // namespace sluice

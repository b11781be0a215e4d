#include "rules/rule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

#include "regex/go_syntax.h"
#include "regex/shape.h"
#include "rules/revocation.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kFileKeys[] = {
    "title",     "description", "rules", "families",
    "allowlist", "allowlists",  "revoke"};
constexpr std::string_view kConfigKeys[] = {
    "title",      "description", "rules",      "allowlist",
    "allowlists", "extend",      "minVersion", "betterleaksMinVersion",
    "prefilter",  "filter",      "families",   "scan",
    "revoke"};
constexpr std::string_view kExtendKeys[] = {"path", "useDefault",
                                            "disabledRules", "url"};
constexpr std::string_view kRuleKeys[] = {
    "id",         "description",  "regex",
    "path",       "secretGroup",  "entropy",
    "keywords",   "tags",         "allowlist",
    "allowlists", "required",     "skipReport",
    "provider",   "confidence",   "checksum",
    "min_digits", "value",        "plausible",
    "families",   "examples",     "negative_examples",
    "references", "example_path", "assignment",
    "prose",      "file"};
constexpr std::string_view kConfigRuleKeys[] = {
    "id",         "description",  "regex",
    "path",       "secretGroup",  "entropy",
    "keywords",   "tags",         "allowlist",
    "allowlists", "required",     "skipReport",
    "provider",   "confidence",   "checksum",
    "value",      "min_digits",   "plausible",
    "families",   "examples",     "negative_examples",
    "references", "example_path", "assignment",
    "components", "specificity",  "tokenEfficiency",
    "filter",     "validate",     "prose",
    "valueGroup", "analyze",      "revoke",
    "file"};

// The newest versions whose configurations are read as they read them.
using Version = std::array<int, 3>;
constexpr Version kGitleaks = {8, 30, 1};
constexpr Version kBetterleaks = {2, 0, 0};

// Reads "v8.25.0" or "8.25", with anything after it; returns nothing if there
// is no number.
std::optional<Version> version_of(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Version version = {0, 0, 0};
  for (int& part : version) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
      ++digits;
    }
    if (digits == 0 || digits > 6) return std::nullopt;
    for (const char c : text.substr(0, digits)) part = part * 10 + (c - '0');
    text.remove_prefix(digits);
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return version;
}

class FileReader {
 public:
  explicit FileReader(const RuleReading& reading) : reading_(reading) {}

  Result<RuleFile> read(const TomlValue& value) {
    const TableReader table(context(), "", value);
    if (!is_weak()) SLUICE_TRY(refuse_configuration(table));
    SLUICE_TRY(is_weak() ? table.check_keys(kConfigKeys)
                         : table.check_keys(kFileKeys));
    file_.source = reading_.source;
    file_.context = context();
    SLUICE_TRY(table.string("title"));
    SLUICE_TRY(table.string("description"));
    if (is_weak() && is_of_betterleaks(table))
      file_.dialect = Dialect::kBetterleaks;
    SLUICE_TRY_ASSIGN(const auto rules, table.tables("rules"));
    for (const TomlValue* rule : rules) SLUICE_TRY(read_rule(*rule));
    note_required_here();
    SLUICE_TRY_ASSIGN(const auto families, table.tables("families"));
    for (const TomlValue* family : families) SLUICE_TRY(add_family(*family));
    if (is_weak()) {
      SLUICE_TRY(read_global_expressions(table));
      SLUICE_TRY(check_versions(table));
      SLUICE_TRY(read_extension(table));
      // Settings of the scan, or exceptions, without rules of the file's own
      // apply to the default rules.
      for (const char* key : {"scan", "allowlists", "allowlist", "revoke"})
        if (const TomlEntry* entry = table.find(key);
            entry != nullptr && file_.rules.empty() && !file_.extension)
          file_.extension = Extension{.use_default = true, .line = entry->line};
      // If it has neither, the file that was asked for means the default rules;
      // an extended file adds nothing then.
      if (reading_.source == 0 && !table.find("rules") && !table.find("extend"))
        file_.extension = Extension{.use_default = true, .line = 1};
    }
    SLUICE_TRY(read_global_allowlists(table));
    SLUICE_TRY_ASSIGN(file_.revocations, read_revocations(reading_, table));
    return std::move(file_);
  }

 private:
  const ReadContext& context() const { return *reading_.context; }
  bool is_weak() const { return context().reading == Reading::kWeak; }
  RuleStorage& storage() const { return *reading_.storage; }

  static Result<void> refuse_configuration(const TableReader& table);
  Result<void> read_rule(const TomlValue& value);
  Result<void> read_assignment(const TableReader& table, RuleDraft& draft);
  Result<void> read_file_kind(const TableReader& table, RuleDraft& draft);
  Result<void> check_names(const TableReader& table, const RuleDraft& draft);
  Result<void> read_numbers(const TableReader& table, RuleDraft& draft);
  Result<void> read_lists(const TableReader& table, RuleDraft& draft);
  Result<void> read_judgement(const TableReader& table, RuleDraft& draft);
  Result<void> read_extension(const TableReader& table);
  Result<void> read_global_allowlists(const TableReader& table);
  Result<std::vector<std::string_view>> keep_strings(const TableReader& table,
                                                     std::string_view key,
                                                     EmptyStrings empty);
  Result<void> add(const TableReader& table, RuleDraft draft);
  Result<void> add_family(const TomlValue& value);
  void note_required_here();

  Result<void> read_global_expressions(const TableReader& table);
  Result<void> read_rule_expressions(const TableReader& table,
                                     RuleDraft& draft);
  Result<void> check_versions(const TableReader& table) const;
  static Result<void> check_version(const TableReader& table,
                                    std::string_view key,
                                    std::string_view program,
                                    const Version& known);

  const RuleReading& reading_;
  RuleFile file_;
  std::unordered_map<std::string_view, std::size_t> rule_by_id_;
  bool told_of_requests_ = false;
};

// Refuses the keys that only a configuration may have.
Result<void> FileReader::refuse_configuration(const TableReader& table) {
  for (const std::string_view key : kConfigKeys) {
    const TomlEntry* const entry = table.find(key);
    if (entry != nullptr && std::ranges::count(kFileKeys, key) == 0)
      return table.fail_at(entry->line,
                           "{} is a configuration's; a file that is read "
                           "strictly has rules alone",
                           shown(key));
  }
  return {};
}

Result<void> FileReader::read_rule(const TomlValue& value) {
  const TableReader nameless(context(), "a rule", value);
  SLUICE_TRY_ASSIGN(const std::string id, nameless.string("id"));
  const TableReader table(
      context(), id.empty() ? "a rule without an id" : "rule " + shown(id),
      value);
  SLUICE_TRY(is_weak() ? table.check_keys(kConfigRuleKeys)
                       : table.check_keys(kRuleKeys));
  if (id.find_first_not_of(" \t") == std::string::npos) {
    return nameless.fail_at(value.line, "`id` is missing");
  }
  const bool is_plain = std::all_of(id.begin(), id.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
  });
  if (!is_plain) {
    return table.fail_at(value.line, "`id` holds a control character");
  }

  RuleDraft draft;
  Rule& rule = draft.rule;
  rule.id = storage().keep(id);
  draft.origin = {reading_.source, value.line};
  const std::pair<std::string_view, std::string_view*> texts[] = {
      {"description", &rule.description},
      {"provider", &rule.provider},
      {"example_path", &rule.example_path}};
  for (const auto& [key, field] : texts) {
    SLUICE_TRY_ASSIGN(const std::string text, table.string(key));
    *field = storage().keep(text);
  }
  const std::pair<std::string_view, std::string_view*> patterns[] = {
      {"regex", &rule.regex}, {"path", &rule.path}};
  for (const auto& [key, field] : patterns) {
    SLUICE_TRY_ASSIGN(std::string text, table.string(key));
    if (text.empty()) continue;
    SLUICE_TRY_ASSIGN(*field,
                      keep_pattern(reading_, table, key,
                                   {std::move(text), table.find(key)->line}));
  }
  SLUICE_TRY(read_assignment(table, draft));
  SLUICE_TRY(read_file_kind(table, draft));
  if (!rule.looks_at_text() && rule.file == KeyFileKind::kNone &&
      rule.path.empty() && !is_weak()) {
    return table.fail_at(
        value.line,
        "none of `regex`, `assignment`, `file` and `path` is given");
  }
  SLUICE_TRY(read_numbers(table, draft));
  SLUICE_TRY(read_judgement(table, draft));
  SLUICE_TRY(read_lists(table, draft));
  SLUICE_TRY(check_names(table, draft));
  SLUICE_TRY_ASSIGN(draft.required, read_required(reading_, table, id));
  SLUICE_TRY_ASSIGN(const auto lists, allowlist_tables(table));
  for (const TomlValue* list : lists) {
    const TableReader reader(context(), "an allowlist of rule " + shown(id),
                             *list);
    SLUICE_TRY(check_allowlist_keys(reader, false));
    SLUICE_TRY_ASSIGN(const auto allowlist, read_allowlist(reading_, reader));
    if (allowlist) draft.allowlists.push_back(*allowlist);
  }
  return add(table, std::move(draft));
}

// Names and their form instead of a pattern.
Result<void> FileReader::read_assignment(const TableReader& table,
                                         RuleDraft& draft) {
  const TomlEntry* entry = table.find("assignment");
  if (entry == nullptr) return {};
  SLUICE_TRY_ASSIGN(const std::string form, table.string("assignment"));
  const auto names = std::span(kAssignmentNames).subspan(1);  // without none
  const auto known = std::ranges::find(names, form);
  if (known == names.end()) {
    return table.fail_at(entry->line, "unknown assignment {} ({})", shown(form),
                         fmt::join(names, ", "));
  }
  draft.rule.assignment = Assignment(known - names.begin() + 1);
  if (!draft.rule.regex.empty() && draft.rule.assignment != Assignment::kRun) {
    return table.fail_at(
        entry->line,
        "`assignment` and `regex` exclude each other, but for \"run\"");
  }
  return {};
}

Result<void> FileReader::read_file_kind(const TableReader& table,
                                        RuleDraft& draft) {
  const TomlEntry* entry = table.find("file");
  if (entry == nullptr) return {};
  SLUICE_TRY_ASSIGN(const std::string kind, table.string("file"));
  const auto names = std::span(kKeyFileKindNames).subspan(1);  // without none
  const auto known = std::ranges::find(names, kind);
  if (known == names.end()) {
    return table.fail_at(entry->line, "unknown file {} ({})", shown(kind),
                         fmt::join(names, ", "));
  }
  draft.rule.file = KeyFileKind(known - names.begin() + 1);
  if (draft.rule.looks_at_text()) {
    return table.fail_at(entry->line,
                         "`file` excludes `regex` and `assignment`");
  }
  return {};
}

Result<void> FileReader::check_names(const TableReader& table,
                                     const RuleDraft& draft) {
  if (draft.rule.assignment == Assignment::kNone) return {};
  const std::uint32_t line = table.find("assignment")->line;
  if (!has_names(draft.rule.assignment)) {
    const std::string_view form = name_of(draft.rule.assignment);
    if (!draft.keywords.empty() && !wants_text(draft.rule.assignment))
      return table.fail_at(line, "`assignment = \"{}\"` has no `keywords`",
                           form);
    if (draft.rule.path.empty())
      return table.fail_at(line, "`assignment = \"{}\"` needs a `path`", form);
    return {};
  }
  if (draft.keywords.empty())
    return table.fail_at(line, "`assignment` needs `keywords`, the names");
  for (const std::string_view name : draft.keywords) {
    if (name.size() < kMinAnchor) {
      return table.fail_at(line, "the name {} is shorter than {} bytes",
                           shown(name), kMinAnchor);
    }
    if (std::ranges::any_of(name, is_upper)) {
      return table.fail_at(line, "the name {} is not in lower case",
                           shown(name));
    }
  }
  return {};
}

// In a configuration the last of several rules with one id counts, as in
// gitleaks.
Result<void> FileReader::add(const TableReader& table, RuleDraft draft) {
  const auto [known, is_new] =
      rule_by_id_.emplace(draft.rule.id, file_.rules.size());
  if (is_new) {
    file_.rules.push_back(std::move(draft));
    return {};
  }
  RuleDraft& first = file_.rules[known->second];
  const std::string where =
      fmt::format("{}:{}", context().file, first.origin.line);
  if (!is_weak()) {
    return table.fail_at(table.line(), "already defined at {}", where);
  }
  table.warn_at(table.line(), "replaces the rule of the same id at {}", where);
  first = std::move(draft);
  return {};
}

Result<void> FileReader::add_family(const TomlValue& value) {
  SLUICE_TRY_ASSIGN(RuleDraft draft, read_family(reading_, value));
  const auto [known, is_new] = rule_by_id_.emplace(draft.rule.id, 0);
  if (!is_new) {
    return fail(ErrorCode::kConfig, "{}:{}: family {}: the id is taken already",
                context().file, value.line, shown(draft.rule.id));
  }
  file_.families.push_back(std::move(draft));
  return {};
}

Result<void> FileReader::read_numbers(const TableReader& table,
                                      RuleDraft& draft) {
  Rule& rule = draft.rule;
  SLUICE_TRY_ASSIGN(rule.min_digits, table.count("min_digits"));
  SLUICE_TRY_ASSIGN(rule.entropy, table.number("entropy"));
  for (const std::string_view key : {"secretGroup", "valueGroup"}) {
    const TomlEntry* const entry = table.find(key);
    if (entry == nullptr || (key == "valueGroup" && !is_weak())) continue;
    SLUICE_TRY_ASSIGN(draft.secret_group, table.integer(key));
    draft.secret_group_line = entry->line;
  }
  if (draft.secret_group > std::numeric_limits<std::int32_t>::max()) {
    return table.fail_at(draft.secret_group_line, "`secretGroup` is too large");
  }
  if (is_weak()) return {};
  if (draft.secret_group < 0) {
    return table.fail_at(draft.secret_group_line,
                         "`secretGroup` must not be negative");
  }
  if (rule.entropy < 0) {
    return table.fail_at(table.find("entropy")->line,
                         "`entropy` must not be negative");
  }
  return {};
}

Result<void> FileReader::read_judgement(const TableReader& table,
                                        RuleDraft& draft) {
  SLUICE_TRY_ASSIGN(const std::string confidence, table.string("confidence"));
  if (const TomlEntry* entry = table.find("confidence")) {
    for (const Confidence known :
         {Confidence::kLow, Confidence::kMedium, Confidence::kHigh})
      if (confidence == name_of(known)) draft.confidence = known;
    if (!draft.confidence) {
      return table.fail_at(entry->line,
                           "unknown confidence {} (low, medium or high)",
                           shown(confidence));
    }
  }
  SLUICE_TRY_ASSIGN(const std::string checksum, table.string("checksum"));
  if (const TomlEntry* entry = table.find("checksum")) {
    const auto names = std::span(kCheckNames).subspan(1);  // without none
    const auto known = std::ranges::find(names, checksum);
    if (known == names.end()) {
      return table.fail_at(entry->line, "unknown checksum {} ({})",
                           shown(checksum), fmt::join(names, ", "));
    }
    draft.rule.check = CheckKind(known - names.begin() + 1);
  }
  SLUICE_TRY_ASSIGN(const std::string value, table.string("value"));
  if (const TomlEntry* entry = table.find("value")) {
    const auto* const known = std::ranges::find(kValueKindNames, value);
    if (known == kValueKindNames.end()) {
      return table.fail_at(entry->line, "unknown value {} ({})", shown(value),
                           fmt::join(kValueKindNames, ", "));
    }
    draft.rule.value = ValueKind(known - kValueKindNames.begin());
  }
  SLUICE_TRY_ASSIGN(const bool plausible, table.boolean("plausible"));
  if (table.find("plausible") != nullptr) draft.plausible = plausible;
  SLUICE_TRY_ASSIGN(draft.rule.skip_report, table.boolean("skipReport"));
  SLUICE_TRY_ASSIGN(draft.rule.families, table.boolean("families"));
  SLUICE_TRY_ASSIGN(draft.rule.prose, table.boolean("prose"));
  return is_weak() ? read_rule_expressions(table, draft) : Result<void>();
}

// The keys that only betterleaks has. No provider is asked whether a secret is
// valid.
Result<void> FileReader::read_rule_expressions(const TableReader& table,
                                               RuleDraft& draft) {
  SLUICE_TRY_ASSIGN(
      const Expression* const filter,
      read_expression(reading_, table, "filter", ExpressionUse::kFinding));
  if (filter != nullptr) draft.filters.push_back(filter);
  SLUICE_TRY_ASSIGN(const bool efficiency, table.boolean("tokenEfficiency"));
  if (efficiency) {
    SLUICE_TRY_ASSIGN(const Expression* const fails,
                      token_efficiency(reading_, table));
    draft.filters.push_back(fails);
  }
  SLUICE_TRY_ASSIGN(const std::int64_t specificity,
                    table.integer("specificity"));
  if (specificity != static_cast<std::int32_t>(specificity)) {
    return table.fail_at(table.find("specificity")->line,
                         "`specificity` is too large");
  }
  draft.rule.specificity = static_cast<std::int32_t>(specificity);
  for (const std::string_view key : {"validate", "analyze", "revoke"}) {
    const TomlEntry* const entry = table.find(key);
    if (entry == nullptr || told_of_requests_) continue;
    told_of_requests_ = true;
    context().warnings->push_back(fmt::format(
        "{}:{}: `validate`, `analyze` and `revoke` are left out: no provider "
        "is asked here",
        context().file, entry->line));
  }
  return {};
}

Result<void> FileReader::read_lists(const TableReader& table,
                                    RuleDraft& draft) {
  // Every file contains an empty keyword; in gitleaks, no file does.
  SLUICE_TRY_ASSIGN(
      draft.keywords,
      keep_strings(table, "keywords",
                   is_weak() ? EmptyStrings::kAllow : EmptyStrings::kRefuse));
  SLUICE_TRY_ASSIGN(draft.tags,
                    keep_strings(table, "tags", EmptyStrings::kAllow));
  const std::pair<std::string_view, std::span<const std::string_view>*>
      fields[] = {{"references", &draft.rule.references},
                  {"examples", &draft.rule.examples},
                  {"negative_examples", &draft.rule.negative_examples}};
  for (const auto& [key, field] : fields) {
    SLUICE_TRY_ASSIGN(const auto texts,
                      keep_strings(table, key, EmptyStrings::kAllow));
    *field = storage().keep(texts);
  }
  return {};
}

void FileReader::note_required_here() {
  for (RuleDraft& draft : file_.rules) {
    for (RequiredDraft& required : draft.required) {
      required.in_file = rule_by_id_.contains(required.id);
    }
  }
}

Result<void> FileReader::read_extension(const TableReader& table) {
  SLUICE_TRY_ASSIGN(const TomlValue* const value, table.table("extend"));
  if (value == nullptr) return {};
  const TableReader reader(context(), "[extend]", *value);
  SLUICE_TRY(reader.check_keys(kExtendKeys));
  Extension extension;
  extension.line = value->line;
  SLUICE_TRY_ASSIGN(extension.path, reader.string("path"));
  SLUICE_TRY_ASSIGN(extension.use_default, reader.boolean("useDefault"));
  SLUICE_TRY_ASSIGN(extension.disabled_rules,
                    reader.strings("disabledRules", EmptyStrings::kAllow));
  if (const TomlEntry* url = reader.find("url")) {
    reader.warn_at(url->line,
                   "`url` is ignored, as in gitleaks: nothing is fetched");
  }
  if (!extension.path.empty()) {
    extension.line = reader.find("path")->line;
    if (extension.use_default) {
      return reader.fail_at(extension.line,
                            "`path` and `useDefault` are both given");
    }
  } else if (extension.use_default) {
    extension.line = reader.find("useDefault")->line;
  } else {
    if (!extension.disabled_rules.empty()) {
      reader.warn_at(reader.find("disabledRules")->line,
                     "`disabledRules` has no effect: nothing is extended");
    }
    return {};
  }
  file_.extension = std::move(extension);
  return {};
}

Result<void> FileReader::read_global_allowlists(const TableReader& table) {
  SLUICE_TRY_ASSIGN(const auto tables, allowlist_tables(table));
  for (const TomlValue* value : tables) {
    const TableReader reader(context(), "a global allowlist", *value);
    if (is_weak() && value->entries.empty() && tables.size() == 1 &&
        table.find("allowlist") != nullptr) {
      reader.warn_at(value->line, "it is empty");
      continue;
    }
    SLUICE_TRY(check_allowlist_keys(reader, true));
    SLUICE_TRY_ASSIGN(const auto allowlist, read_allowlist(reading_, reader));
    SLUICE_TRY_ASSIGN(
        auto targets,
        keep_strings(reader, "targetRules",
                     is_weak() ? EmptyStrings::kAllow : EmptyStrings::kRefuse));
    if (!allowlist) continue;
    const TomlEntry* entry = reader.find("targetRules");
    file_.allowlists.push_back(
        {*allowlist, std::move(targets), entry == nullptr ? 0 : entry->line});
  }
  return {};
}

Result<std::vector<std::string_view>> FileReader::keep_strings(
    const TableReader& table, std::string_view key, EmptyStrings empty) {
  SLUICE_TRY_ASSIGN(const auto texts, table.strings(key, empty));
  std::vector<std::string_view> kept;
  kept.reserve(texts.size());
  for (const TableReader::Text& text : texts) {
    kept.push_back(storage().keep(text.text));
  }
  return kept;
}

Result<void> FileReader::read_global_expressions(const TableReader& table) {
  SLUICE_TRY_ASSIGN(
      const Expression* const prefilter,
      read_expression(reading_, table, "prefilter", ExpressionUse::kFile));
  if (prefilter != nullptr) file_.prefilters.push_back(prefilter);
  SLUICE_TRY_ASSIGN(
      const Expression* const filter,
      read_expression(reading_, table, "filter", ExpressionUse::kFinding));
  if (filter != nullptr) file_.filters.push_back(filter);
  return {};
}

// betterleaks 2 took over `minVersion` for itself; before, it was gitleaks'.
Result<void> FileReader::check_versions(const TableReader& table) const {
  const bool of_betterleaks = file_.dialect == Dialect::kBetterleaks &&
                              table.find("betterleaksMinVersion") == nullptr;
  SLUICE_TRY(
      of_betterleaks
          ? check_version(table, "minVersion", "betterleaks", kBetterleaks)
          : check_version(table, "minVersion", "gitleaks", kGitleaks));
  return check_version(table, "betterleaksMinVersion", "betterleaks",
                       kBetterleaks);
}

Result<void> FileReader::check_version(const TableReader& table,
                                       std::string_view key,
                                       std::string_view program,
                                       const Version& known) {
  SLUICE_TRY_ASSIGN(const std::string text, table.string(key));
  if (text.empty()) return {};
  const std::uint32_t line = table.find(key)->line;
  const std::optional<Version> version = version_of(text);
  if (!version) {
    table.warn_at(line, "{} {} is no version", shown(key), shown(text));
  } else if (*version > known) {
    table.warn_at(
        line, "{} asks for {} {}; configurations are read as {} {} does",
        shown(key), program, shown(text), program, fmt::join(known, "."));
  }
  return {};
}

}  // namespace

Result<std::string_view> keep_pattern(const RuleReading& reading,
                                      const TableReader& table,
                                      std::string_view key,
                                      const TableReader::Text& text) {
  const auto bad = [&](std::string_view why) {
    return table.fail_at(text.line, "bad {} {}: {}", shown(key),
                         shown(text.text), why);
  };
  const Result<std::string> pattern = from_go_syntax(text.text);
  if (!pattern) return bad(pattern.error().message);
  if (reading.pattern_error != nullptr) {
    const std::string why = (*reading.pattern_error)(*pattern, 0);
    if (!why.empty()) return bad(why);
  }
  return reading.storage->keep(*pattern);
}

Result<RuleFile> read_rule_file(const TomlValue& file,
                                const RuleReading& reading) {
  return FileReader(reading).read(file);
}

}  // namespace sluice

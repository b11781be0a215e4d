#include "rules/loader.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "rules/regex_shape.h"
#include "rules/rule_storage.h"
#include "rules/table_reader.h"
#include "rules/toml_read.h"

namespace sluice {
namespace {

constexpr std::string_view kFileKeys[] = {"title", "description", "rules",
                                          "allowlist", "allowlists"};
constexpr std::string_view kFileUnsupported[] = {"extend", "minVersion"};

constexpr std::string_view kRuleKeys[] = {
    "id",          "description", "regex",    "path",
    "secretGroup", "entropy",     "keywords", "tags",
    "allowlist",   "allowlists",  "provider", "confidence",
    "checksum",    "min_digits",  "examples", "negative_examples",
    "references",  "example_path"};
constexpr std::string_view kRuleUnsupported[] = {"required", "skipReport"};

constexpr std::string_view kAllowlistKeys[] = {
    "description", "condition", "regexTarget", "regexes", "paths", "stopwords"};
constexpr std::string_view kGlobalAllowlistKeys[] = {
    "description", "condition", "regexTarget", "regexes",
    "paths",       "stopwords", "targetRules"};
constexpr std::string_view kAllowlistUnsupported[] = {"commits"};

class Loader {
 public:
  Result<RuleSet> load(std::span<const RuleSource> sources);

 private:
  // An allowlist of the top level, which reaches the rules once all are read.
  struct GlobalAllowlist {
    Allowlist allowlist;
    std::vector<std::string_view> targets;  // empty: every rule
    TableReader reader;
  };

  Result<void> read_file(const TomlValue& file, std::size_t source);
  Result<void> read_rule(const TomlValue& table, std::size_t source);
  Result<void> read_lists(const TableReader& reader, Rule& rule);
  Result<Confidence> read_confidence(const TableReader& reader) const;
  Result<Checksum> read_checksum(const TableReader& reader) const;
  Result<void> read_allowlists(const TableReader& owner, std::string_view id,
                               std::vector<Allowlist>& allowlists);
  Result<void> read_global_allowlists(const TableReader& file);
  Result<Allowlist> read_allowlist(const TableReader& reader);
  Result<bool> read_condition(const TableReader& reader) const;
  Result<AllowTarget> read_target(const TableReader& reader) const;
  Result<std::span<const std::string_view>> keep_strings(
      const TableReader& reader, std::string_view key, EmptyStrings empty);
  Result<void> spread_global_allowlists();
  void add_shape(Rule& rule);

  std::string origin(std::size_t rule) const {
    const RuleOrigin& at = storage_->origins[rule];
    return fmt::format("{}:{}", storage_->source_names[at.source], at.line);
  }

  std::shared_ptr<RuleStorage> storage_ = std::make_shared<RuleStorage>();
  std::unordered_map<std::string_view, std::size_t> rule_by_id_;
  std::vector<std::vector<Allowlist>> rule_allowlists_;  // of each rule
  std::vector<GlobalAllowlist> global_allowlists_;
};

Result<RuleSet> Loader::load(std::span<const RuleSource> sources) {
  std::vector<std::string_view> texts;
  std::vector<TomlValue> files;  // global allowlists point into them
  files.reserve(sources.size());
  for (const RuleSource& source : sources) {
    texts.emplace_back(source.text);
    storage_->source_names.push_back(source.name);
    SLUICE_TRY_ASSIGN(TomlValue file, read_toml(source.name, source.text));
    files.push_back(std::move(file));
    SLUICE_TRY(read_file(files.back(), files.size() - 1));
  }
  if (storage_->rules.empty()) {
    if (sources.empty()) return fail(ErrorCode::kConfig, "no rules");
    return fail(ErrorCode::kConfig, "{}: no rules",
                fmt::join(storage_->source_names, ", "));
  }
  SLUICE_TRY(spread_global_allowlists());
  for (std::size_t i = 0; i < storage_->rules.size(); ++i) {
    storage_->rules[i].allowlists = storage_->keep(rule_allowlists_[i]);
    add_shape(storage_->rules[i]);
  }
  storage_->sha256 = to_hex(sha256(texts));
  return RuleSet(std::move(storage_));
}

Result<void> Loader::read_file(const TomlValue& file, std::size_t source) {
  const TableReader reader(storage_->source_names[source], "", file);
  SLUICE_TRY(reader.check_keys(kFileKeys, kFileUnsupported));
  SLUICE_TRY(reader.string("title"));
  SLUICE_TRY(reader.string("description"));
  SLUICE_TRY_ASSIGN(const auto rules, reader.tables("rules"));
  for (const TomlValue* rule : rules) SLUICE_TRY(read_rule(*rule, source));
  return read_global_allowlists(reader);
}

Result<void> Loader::read_rule(const TomlValue& table, std::size_t source) {
  const std::string_view file = storage_->source_names[source];
  const TableReader nameless(file, "a rule", table);
  SLUICE_TRY_ASSIGN(const std::string_view id, nameless.string("id"));
  const TableReader reader(
      file, id.empty() ? "a rule without an id" : "rule " + shown(id), table);
  SLUICE_TRY(reader.check_keys(kRuleKeys, kRuleUnsupported));
  if (id.empty()) return nameless.fail_at(table.line, "`id` is missing");
  const bool is_plain = std::all_of(id.begin(), id.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
  });
  if (!is_plain) {
    return reader.fail_at(table.line, "`id` holds a control character");
  }

  Rule rule;
  rule.id = storage_->keep(id);
  const auto [first, is_new] =
      rule_by_id_.emplace(rule.id, storage_->rules.size());
  if (!is_new) {
    return reader.fail_at(table.line, "already defined at {}",
                          origin(first->second));
  }
  const std::pair<std::string_view, std::string_view*> texts[] = {
      {"description", &rule.description},
      {"provider", &rule.provider},
      {"regex", &rule.regex},
      {"path", &rule.path},
      {"example_path", &rule.example_path}};
  for (const auto& [key, field] : texts) {
    SLUICE_TRY_ASSIGN(const std::string_view text, reader.string(key));
    *field = storage_->keep(text);
  }
  if (rule.regex.empty() && rule.path.empty()) {
    return reader.fail_at(table.line, "neither `regex` nor `path` is given");
  }
  SLUICE_TRY_ASSIGN(rule.secret_group, reader.count("secretGroup"));
  SLUICE_TRY_ASSIGN(rule.min_digits, reader.count("min_digits"));
  SLUICE_TRY_ASSIGN(rule.entropy, reader.number("entropy"));
  SLUICE_TRY_ASSIGN(rule.confidence, read_confidence(reader));
  SLUICE_TRY_ASSIGN(rule.checksum, read_checksum(reader));
  SLUICE_TRY(read_lists(reader, rule));
  std::vector<Allowlist> allowlists;
  SLUICE_TRY(read_allowlists(reader, id, allowlists));

  storage_->rules.push_back(rule);
  storage_->origins.push_back({source, table.line});
  rule_allowlists_.push_back(std::move(allowlists));
  return {};
}

Result<void> Loader::read_lists(const TableReader& reader, Rule& rule) {
  struct Field {
    std::string_view key;
    std::span<const std::string_view>* field;
    // An empty keyword stands in every file.
    EmptyStrings empty = EmptyStrings::kAllow;
  };
  const Field fields[] = {{"keywords", &rule.keywords, EmptyStrings::kRefuse},
                          {"tags", &rule.tags},
                          {"references", &rule.references},
                          {"examples", &rule.examples},
                          {"negative_examples", &rule.negative_examples}};
  for (const Field& field : fields) {
    SLUICE_TRY_ASSIGN(*field.field,
                      keep_strings(reader, field.key, field.empty));
  }
  return {};
}

Result<Confidence> Loader::read_confidence(const TableReader& reader) const {
  SLUICE_TRY_ASSIGN(const std::string_view name, reader.string("confidence"));
  const TomlEntry* entry = reader.find("confidence");
  if (entry == nullptr) return Confidence::kMedium;
  for (const Confidence known :
       {Confidence::kLow, Confidence::kMedium, Confidence::kHigh})
    if (name == name_of(known)) return known;
  return reader.fail_at(
      entry->line, "unknown confidence {} (low, medium or high)", shown(name));
}

Result<Checksum> Loader::read_checksum(const TableReader& reader) const {
  SLUICE_TRY_ASSIGN(const std::string_view name, reader.string("checksum"));
  const TomlEntry* entry = reader.find("checksum");
  if (entry == nullptr) return Checksum::kNone;
  if (name == "crc32-base62") return Checksum::kCrc32Base62;
  return reader.fail_at(entry->line, "unknown checksum {} (crc32-base62)",
                        shown(name));
}

Result<void> Loader::read_allowlists(const TableReader& owner,
                                     std::string_view id,
                                     std::vector<Allowlist>& allowlists) {
  for (const std::string_view key : {"allowlist", "allowlists"}) {
    SLUICE_TRY_ASSIGN(const auto tables, owner.tables(key));
    for (const TomlValue* table : tables) {
      const TableReader reader(owner.file(),
                               "an allowlist of rule " + shown(id), *table);
      SLUICE_TRY(reader.check_keys(kAllowlistKeys, kAllowlistUnsupported));
      SLUICE_TRY_ASSIGN(const Allowlist allowlist, read_allowlist(reader));
      allowlists.push_back(allowlist);
    }
  }
  return {};
}

Result<void> Loader::read_global_allowlists(const TableReader& file) {
  for (const std::string_view key : {"allowlist", "allowlists"}) {
    SLUICE_TRY_ASSIGN(const auto tables, file.tables(key));
    for (const TomlValue* table : tables) {
      TableReader reader(file.file(), "a global allowlist", *table);
      SLUICE_TRY(
          reader.check_keys(kGlobalAllowlistKeys, kAllowlistUnsupported));
      SLUICE_TRY_ASSIGN(const Allowlist allowlist, read_allowlist(reader));
      SLUICE_TRY_ASSIGN(auto targets,
                        reader.strings("targetRules", EmptyStrings::kRefuse));
      global_allowlists_.push_back(
          {allowlist, std::move(targets), std::move(reader)});
    }
  }
  return {};
}

Result<Allowlist> Loader::read_allowlist(const TableReader& reader) {
  Allowlist allowlist;
  SLUICE_TRY_ASSIGN(const std::string_view description,
                    reader.string("description"));
  allowlist.description = storage_->keep(description);
  SLUICE_TRY_ASSIGN(allowlist.all, read_condition(reader));
  SLUICE_TRY_ASSIGN(allowlist.target, read_target(reader));
  // Empty strings are refused: such an exception fits everything.
  SLUICE_TRY_ASSIGN(allowlist.paths,
                    keep_strings(reader, "paths", EmptyStrings::kRefuse));
  SLUICE_TRY_ASSIGN(allowlist.regexes,
                    keep_strings(reader, "regexes", EmptyStrings::kRefuse));
  SLUICE_TRY_ASSIGN(allowlist.stopwords,
                    keep_strings(reader, "stopwords", EmptyStrings::kRefuse));
  if (allowlist.paths.empty() && allowlist.regexes.empty() &&
      allowlist.stopwords.empty()) {
    return reader.fail_at(
        reader.line(), "none of `paths`, `regexes` and `stopwords` is given");
  }
  return allowlist;
}

// Whether every kind of exception must fit.
Result<bool> Loader::read_condition(const TableReader& reader) const {
  SLUICE_TRY_ASSIGN(const std::string_view name, reader.string("condition"));
  if (name.empty() || name == "||" || equal_ignoring_case(name, "or")) {
    return false;
  }
  if (name == "&&" || equal_ignoring_case(name, "and")) return true;
  return reader.fail_at(reader.find("condition")->line,
                        "unknown condition {} (OR or AND)", shown(name));
}

Result<AllowTarget> Loader::read_target(const TableReader& reader) const {
  SLUICE_TRY_ASSIGN(const std::string_view name, reader.string("regexTarget"));
  if (name.empty() || name == "secret") return AllowTarget::kSecret;
  if (name == "match") return AllowTarget::kMatch;
  if (name == "line") return AllowTarget::kLine;
  return reader.fail_at(reader.find("regexTarget")->line,
                        "unknown regexTarget {} (secret, match or line)",
                        shown(name));
}

Result<std::span<const std::string_view>> Loader::keep_strings(
    const TableReader& reader, std::string_view key, EmptyStrings empty) {
  SLUICE_TRY_ASSIGN(auto strings, reader.strings(key, empty));
  for (std::string_view& string : strings) string = storage_->keep(string);
  return storage_->keep(strings);
}

Result<void> Loader::spread_global_allowlists() {
  for (const GlobalAllowlist& global : global_allowlists_) {
    if (global.targets.empty()) {
      for (auto& allowlists : rule_allowlists_) {
        allowlists.push_back(global.allowlist);
      }
    }
    for (const std::string_view id : global.targets) {
      const auto found = rule_by_id_.find(id);
      if (found == rule_by_id_.end()) {
        return global.reader.fail_at(global.reader.find("targetRules")->line,
                                     "there is no rule {}", shown(id));
      }
      rule_allowlists_[found->second].push_back(global.allowlist);
    }
  }
  return {};
}

void Loader::add_shape(Rule& rule) {
  if (rule.regex.empty()) return;
  const RegexShape shape = regex_shape(rule.regex);
  rule.max_width = shape.max_width;
  std::vector<Anchor> anchors;
  anchors.reserve(shape.anchors.size());
  for (const ShapeAnchor& anchor : shape.anchors) {
    anchors.push_back(
        {storage_->keep(anchor.text), anchor.caseless, anchor.max_lead});
  }
  rule.anchors = storage_->keep(anchors);
}

}  // namespace

Result<RuleSet> load_rules(std::span<const RuleSource> sources) {
  return Loader().load(sources);
}

}  // namespace sluice

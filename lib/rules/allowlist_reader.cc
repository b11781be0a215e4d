// gitleaks joins the patterns of an allowlist to one, so a flag such as (?i) at
// the head of one also holds for the later ones. Configurations have come to
// rely on that. So a configuration's patterns are joined here, and every user
// of the rules sees what gitleaks sees.
#include <algorithm>

#include "regex/captures.h"
#include "rules/rule_file.h"

namespace sluice {
namespace {

constexpr std::string_view kAllowlistKeys[] = {
    "description", "condition", "regexTarget", "regexes",
    "paths",       "stopwords", "commits"};
constexpr std::string_view kGlobalAllowlistKeys[] = {
    "description", "condition", "regexTarget", "regexes",
    "paths",       "stopwords", "commits",     "targetRules"};

using Text = TableReader::Text;

// Whether every kind of exception must fit.
Result<bool> read_condition(const TableReader& table) {
  SLUICE_TRY_ASSIGN(const std::string name, table.string("condition"));
  if (name.empty() || name == "||" || equal_ignoring_case(name, "or")) {
    return false;
  }
  if (name == "&&" || equal_ignoring_case(name, "and")) return true;
  return table.fail_at(table.find("condition")->line,
                       "unknown condition {} (OR or AND)", shown(name));
}

Result<AllowTarget> read_target(const TableReader& table) {
  SLUICE_TRY_ASSIGN(const std::string name, table.string("regexTarget"));
  if (name.empty() || name == "secret") return AllowTarget::kSecret;
  if (name == "match") return AllowTarget::kMatch;
  if (name == "line") return AllowTarget::kLine;
  return table.fail_at(table.find("regexTarget")->line,
                       "unknown regexTarget {} (secret, match or line)",
                       shown(name));
}

// In our own files an empty text is refused: such an exception fits everything.
EmptyStrings empty_texts(const TableReader& table) {
  return table.is_weak() ? EmptyStrings::kAllow : EmptyStrings::kRefuse;
}

Result<std::span<const std::string_view>> read_patterns(
    const RuleReading& reading, const TableReader& table,
    std::string_view key) {
  SLUICE_TRY_ASSIGN(const std::vector<Text> texts,
                    table.strings(key, empty_texts(table)));
  std::vector<std::string_view> patterns;
  std::string joined;
  for (const Text& text : texts) {
    if (text.text.empty()) {
      table.warn_at(text.line, "{} holds an empty pattern, which fits anything",
                    shown(key));
    }
    SLUICE_TRY_ASSIGN(patterns.emplace_back(),
                      keep_pattern(reading, table, key, text));
    joined += joined.empty() ? "(?:" : "|";
    joined += patterns.back();
  }
  if (!table.is_weak() || patterns.size() < 2) {
    return reading.storage->keep(patterns);
  }
  joined += ')';
  if (reading.pattern_error != nullptr) {
    const std::string why =
        (*reading.pattern_error)(keep_captures(joined, 1, 0), 0);
    if (!why.empty()) {
      return table.fail_at(table.find(key)->line,
                           "the patterns of {}, each of which is valid, cannot "
                           "be joined to one as gitleaks does: {}",
                           shown(key), why);
    }
  }
  patterns = {reading.storage->keep(joined)};
  return reading.storage->keep(patterns);
}

Result<std::vector<std::string_view>> read_words(const RuleReading& reading,
                                                 const TableReader& table,
                                                 std::string_view key) {
  SLUICE_TRY_ASSIGN(const std::vector<Text> texts,
                    table.strings(key, empty_texts(table)));
  std::vector<std::string_view> words;
  words.reserve(texts.size());
  for (const Text& text : texts) {
    words.push_back(reading.storage->keep(text.text));
  }
  return words;
}

// A commit's id, as it is compared.
std::string commit_id(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  text = text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
  std::string id;
  for (const char c : text) {
    id.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return id;
}

}  // namespace

Result<void> check_allowlist_keys(const TableReader& table, bool global) {
  return global ? table.check_keys(kGlobalAllowlistKeys)
                : table.check_keys(kAllowlistKeys);
}

Result<std::vector<const TomlValue*>> allowlist_tables(
    const TableReader& owner) {
  SLUICE_TRY_ASSIGN(auto tables, owner.tables("allowlists"));
  SLUICE_TRY_ASSIGN(const TomlValue* const old, owner.table("allowlist"));
  if (old == nullptr) return tables;
  if (!tables.empty()) {
    return owner.fail_at(old->line,
                         "`allowlist`, the older spelling, and `allowlists` "
                         "are both given");
  }
  tables.push_back(old);
  return tables;
}

Result<std::optional<Allowlist>> read_allowlist(const RuleReading& reading,
                                                const TableReader& table) {
  RuleStorage& storage = *reading.storage;
  Allowlist list;
  list.configured = table.is_weak();
  SLUICE_TRY_ASSIGN(const std::string description, table.string("description"));
  list.description = storage.keep(description);
  SLUICE_TRY_ASSIGN(list.all, read_condition(table));
  SLUICE_TRY_ASSIGN(list.target, read_target(table));
  SLUICE_TRY_ASSIGN(list.paths, read_patterns(reading, table, "paths"));
  SLUICE_TRY_ASSIGN(list.regexes, read_patterns(reading, table, "regexes"));
  SLUICE_TRY_ASSIGN(auto stopwords, read_words(reading, table, "stopwords"));
  SLUICE_TRY_ASSIGN(auto commits, read_words(reading, table, "commits"));
  if (list.paths.empty() && list.regexes.empty() && stopwords.empty() &&
      commits.empty()) {
    return table.fail_at(
        table.line(),
        "none of `paths`, `regexes`, `stopwords` and `commits` is given");
  }

  for (std::string_view& commit : commits) {
    commit = storage.keep(commit_id(commit));
  }
  list.commits = storage.keep(commits);
  if (std::erase(stopwords, "") > 0) {
    table.warn_at(table.find("stopwords")->line,
                  "an empty stopword has no effect");
    const bool others =
        !list.paths.empty() || !list.regexes.empty() || !commits.empty();
    if (stopwords.empty() && (list.all || !others)) return std::nullopt;
  }
  list.stopwords = storage.keep(stopwords);
  return list;
}

}  // namespace sluice

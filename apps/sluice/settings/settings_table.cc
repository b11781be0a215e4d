#include "sluice/settings/settings_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "rules/table_reader.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kTable = "scan";

using Kind = TomlValue::Kind;

// Empty for a value of another kind than a setting has.
std::vector<std::string> texts_of(const TomlValue& value) {
  switch (value.kind) {
    case Kind::kString:
      return {value.text};
    case Kind::kInteger:
      return {fmt::format("{}", value.integer)};
    case Kind::kFloat:
      return {fmt::format("{}", value.number)};
    default:
      return {};
  }
}

Result<SettingValue> read_value(const std::string& file,
                                const TomlEntry& entry) {
  SettingValue setting{.key = entry.key, .line = entry.line};
  if (entry.value.kind == Kind::kBoolean) {
    setting.is_flag = true;
    setting.flag = entry.value.boolean;
    return setting;
  }
  setting.is_list = entry.value.kind == Kind::kArray;
  if (setting.is_list) {
    for (const TomlValue& item : entry.value.items) {
      if (item.kind != Kind::kString)
        return fail(ErrorCode::kConfig,
                    "{}:{}: {} must be a list of texts, but contains {}", file,
                    item.line, shown(entry.key), kind_name(item.kind));
      setting.texts.push_back(item.text);
    }
    return setting;
  }
  setting.is_number = entry.value.kind != Kind::kString;
  setting.texts = texts_of(entry.value);
  if (setting.texts.empty())
    return fail(ErrorCode::kConfig, "{}:{}: {} cannot be {}", file, entry.line,
                shown(entry.key), kind_name(entry.value.kind));
  return setting;
}

// Whether a line begins with the table's name, in any notation. If none does, a
// command that needs only the settings does not parse the file, which may have
// many rules.
bool may_hold_table(std::string_view text) {
  for (std::size_t at = text.find(kTable); at != std::string_view::npos;
       at = text.find(kTable, at + 1)) {
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t[\"'");
    const std::string_view behind = text.substr(at + kTable.size(), 1);
    const bool is_longer = !behind.empty() && (is_alnum(behind.front()) ||
                                               behind == "_" || behind == "-");
    if (is_longer) continue;
    if (before == std::string_view::npos || text[before] == '\n') return true;
  }
  return false;
}

// Whether the text contains only blanks and comments.
bool says_nothing(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line[first] != '#') return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

}  // namespace

Result<SettingsTable> read_settings_table(const RuleSource& file) {
  SettingsTable table;
  table.alone = says_nothing(file.text);
  if (table.alone || !may_hold_table(file.text)) return table;
  SLUICE_TRY_ASSIGN(TomlValue read, read_toml(file.name, file.text));
  table.file = std::make_shared<const TomlValue>(std::move(read));
  const TomlValue& toml = *table.file;
  const auto entry = std::ranges::find(toml.entries, kTable, &TomlEntry::key);
  if (entry == toml.entries.end()) return table;
  if (entry->value.kind != Kind::kTable)
    return fail(ErrorCode::kConfig, "{}:{}: `scan` is not a table", file.name,
                entry->line);
  for (const TomlEntry& one : entry->value.entries) {
    SLUICE_TRY_ASSIGN(SettingValue value, read_value(file.name, one));
    table.values.push_back(std::move(value));
  }
  table.alone = std::ranges::all_of(toml.entries, [](const TomlEntry& one) {
    return one.key == kTable || one.key == "title" || one.key == "description";
  });
  return table;
}

}  // namespace sluice

#include <algorithm>

#include "rules/rule_file.h"
#include "rules/window.h"

namespace sluice {
namespace {

constexpr std::string_view kRequiredKeys[] = {"id", "withinLines",
                                              "withinColumns"};
constexpr std::string_view kComponentKeys[] = {"id", "optional", "within"};

// The keys that both spellings share.
Result<RequiredDraft> read_id(const RuleReading& reading,
                              const TableReader& table) {
  SLUICE_TRY_ASSIGN(const std::string id, table.string("id"));
  if (id.empty()) return table.fail_at(table.line(), "`id` is missing");
  RequiredDraft required;
  required.id = reading.storage->keep(id);
  required.line = table.line();
  return required;
}

// No distance is below zero, so gitleaks never reports such a rule.
Result<void> read_distance(const TableReader& table, std::string_view key,
                           std::uint32_t& limit, RequiredDraft& required) {
  const TomlEntry* entry = table.find(key);
  if (entry == nullptr) return {};
  SLUICE_TRY_ASSIGN(const std::int64_t distance, table.integer(key));
  if (distance >= 0) {
    limit = static_cast<std::uint32_t>(
        std::min<std::int64_t>(distance, kAnyDistance));
    return {};
  }
  if (!table.is_weak()) {
    return table.fail_at(entry->line, "{} must not be negative", shown(key));
  }
  table.warn_at(entry->line, "{} is negative, which nothing can be",
                shown(key));
  required.satisfiable = false;
  return {};
}

Result<void> read_within(const TableReader& table, RequiredDraft& required) {
  SLUICE_TRY_ASSIGN(const std::string within, table.string("within"));
  const Result<Window> window = parse_window(within);
  if (!window) {
    return table.fail_at(table.find("within")->line, "`within` {}: {}",
                         shown(within), window.error().message);
  }
  required.limits.window = *window;
  return {};
}

}  // namespace

Result<std::vector<RequiredDraft>> read_required(const RuleReading& reading,
                                                 const TableReader& rule,
                                                 std::string_view id) {
  const bool components = rule.is_weak() && rule.find("components") != nullptr;
  const std::string_view key = components ? "components" : "required";
  SLUICE_TRY_ASSIGN(const auto tables, rule.tables(key));
  std::vector<RequiredDraft> all;
  for (const TomlValue* value : tables) {
    const TableReader table(rule.context(),
                            fmt::format("{} of rule {}", shown(key), shown(id)),
                            *value);
    SLUICE_TRY(components ? table.check_keys(kComponentKeys)
                          : table.check_keys(kRequiredKeys));
    SLUICE_TRY_ASSIGN(RequiredDraft required, read_id(reading, table));
    if (components) {
      SLUICE_TRY_ASSIGN(required.limits.optional, table.boolean("optional"));
      SLUICE_TRY(read_within(table, required));
    } else {
      SLUICE_TRY(read_distance(table, "withinLines",
                               required.limits.within_lines, required));
      SLUICE_TRY(read_distance(table, "withinColumns",
                               required.limits.within_columns, required));
    }
    all.push_back(required);
  }
  return all;
}

}  // namespace sluice

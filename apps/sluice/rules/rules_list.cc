// `sluice rules list`: one line for each rule, in the order of the ids, so that
// the rules of a provider are together. A terminal gets columns that fit it, a
// pipe gets uncut fields.

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "report/json/rules_json.h"
#include "report/shown/palette.h"
#include "report/shown/snippet.h"
#include "rules/rule_entry.h"
#include "sluice/rules/rules_command.h"
#include "sluice/settings/configuration.h"
#include "sluice/settings/organisation.h"
#include "sluice/terminal.h"
#include "text/ascii.h"
#include "text/caseless.h"
#include "text/escape.h"
#include "text/quantity.h"

namespace sluice {
namespace {

bool has_word(const RuleEntry& entry, const std::string& word) {
  const Rule& rule = *entry.rule;
  if (word == name_of(entry.kind) || word == name_of(rule.confidence))
    return true;
  const auto holds = [&](std::string_view text) {
    return lower_case(text).find(word) != std::string::npos;
  };
  return holds(rule.id) || holds(rule.provider) || holds(rule.description) ||
         std::ranges::any_of(rule.tags, holds);
}

// A tab or a line end in a description would break the fields.
std::string fields_of(const RuleEntry& entry) {
  const Rule& rule = *entry.rule;
  return fmt::format("{}\t{}\t{}\t{}\t{}\n", escape_for_terminal(rule.id),
                     name_of(entry.kind), name_of(rule.confidence),
                     escape_for_terminal(rule.provider),
                     escape_for_terminal(rule.description));
}

// Confidence, id and description. The ids get a column that all but a few of
// them fit, and these push their descriptions to the right.
class Table {
 public:
  Table(std::size_t columns, bool color, const std::vector<RuleEntry>& entries)
      : columns_(columns), color_(color) {
    if (entries.empty()) return;
    std::vector<std::size_t> widths;
    for (const RuleEntry& entry : entries)
      widths.push_back(columns_of(entry.rule->id));
    std::ranges::sort(widths);
    id_ = std::min(widths[(widths.size() - 1) * 19 / 20], columns_ / 2);
  }

  std::string row(const RuleEntry& entry) const {
    const Rule& rule = *entry.rule;
    std::string line = fmt::format("{:<{}}", name_of(rule.confidence), kText);
    line += paint(color_, kRuleColor, rule.id);
    const std::size_t own = columns_of(rule.id);
    const std::size_t text = kText + std::max(id_, own) + kGap;
    const std::string kind = entry.kind == RuleKind::kRule
                                 ? ""
                                 : fmt::format(" ({})", name_of(entry.kind));
    if (text + kind.size() + kMinText <= columns_) {
      line.append(text - kText - own, ' ');
      line += fit_to_columns(rule.description, columns_ - text - kind.size());
    }
    return line + kind + '\n';
  }

 private:
  static constexpr std::size_t kGap = 2;
  static constexpr std::size_t kText = 6 + kGap;
  static constexpr std::size_t kMinText = 16;

  std::size_t columns_;
  bool color_;
  std::size_t id_ = 0;
};

std::string summary(const std::vector<RuleEntry>& shown, std::size_t all,
                    const std::string& config) {
  const auto families = static_cast<std::size_t>(
      std::ranges::count(shown, RuleKind::kFamily, &RuleEntry::kind));
  std::string line = counted(shown.size() - families, "rule", "rules");
  if (families != 0) line += " and " + counted(families, "family", "families");
  if (shown.size() != all) line += fmt::format(" of {}", group_digits(all));
  if (!config.empty())
    line += fmt::format(", from {}", escape_for_terminal(config));
  return line;
}

}  // namespace

Result<int> list_rules(const RulesOptions& options, Output& output) {
  SLUICE_TRY_ASSIGN(const OrganisationPolicy organisation,
                    read_organisation_policy(""));
  SLUICE_TRY_ASSIGN(const Configuration configuration,
                    load_configuration(options.config, ".", organisation));
  tell_warnings(configuration.warnings);
  tell_warnings(configuration.refused);
  std::vector<RuleEntry> entries = entries_of(configuration.rules);
  const std::size_t all = entries.size();
  for (const std::string& word : options.words) {
    const std::string lowered = lower_case(word);
    std::erase_if(entries, [&](const RuleEntry& entry) {
      return !has_word(entry, lowered);
    });
  }
  std::ranges::stable_sort(
      entries, {}, [](const RuleEntry& entry) { return entry.rule->id; });

  if (options.format == Format::kJson) {
    const ToolInfo tool{SLUICE_VERSION, configuration.rules.sha256(),
                        configuration.policy};
    SLUICE_TRY(write_rules_json(output, tool, configuration.rules, entries,
                                RuleDetail::kBrief));
  } else if (const auto columns = terminal_columns()) {
    const bool color = wants_color(options.color);
    const Table table(*columns, color, entries);
    for (const RuleEntry& entry : entries)
      SLUICE_TRY(output.write(table.row(entry)));
    SLUICE_TRY(output.write(
        paint(color, kBold, summary(entries, all, configuration.name)) + "\n"));
  } else {
    for (const RuleEntry& entry : entries)
      SLUICE_TRY(output.write(fields_of(entry)));
  }
  return entries.empty() ? kRulesBad : kRulesGood;
}

}  // namespace sluice

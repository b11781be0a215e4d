#include "rules/rule_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/rule_entry.h"
#include "rules/table_reader.h"

namespace sluice {
namespace {

Result<void> check_known(std::span<const RuleEntry> entries,
                         std::span<const std::string> ids) {
  for (const std::string& id : ids) {
    if (std::ranges::any_of(entries, [&](const RuleEntry& entry) {
          return entry.rule->id == id;
        }))
      continue;
    const auto near = near_ids(entries, id, 3);
    return fail(ErrorCode::kConfig, "there is no rule {}{}", shown(id),
                near.empty()
                    ? std::string()
                    : fmt::format("; did you mean {}?", fmt::join(near, ", ")));
  }
  return {};
}

}  // namespace

Result<RuleChoice> RuleChoice::make(const RuleSet& rules,
                                    std::span<const std::string> enabled,
                                    std::span<const std::string> disabled) {
  RuleChoice choice;
  if (enabled.empty() && disabled.empty()) return choice;
  const std::vector<RuleEntry> entries = entries_of(rules);
  SLUICE_TRY(check_known(entries, enabled));
  SLUICE_TRY(check_known(entries, disabled));
  for (const RuleEntry& entry : entries) {
    const std::string_view id = entry.rule->id;
    const bool on = enabled.empty() || std::ranges::count(enabled, id) != 0;
    if (!on || std::ranges::count(disabled, id) != 0)
      choice.off_.insert(entry.rule);
  }
  return choice;
}

}  // namespace sluice

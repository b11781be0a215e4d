#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "rulecheck/remarks.h"
#include "rules/family.h"
#include "rules/table_reader.h"

namespace sluice {
namespace {

// Returns a provider's name without the separators between its words.
std::string letters_of(std::string_view name) {
  std::string letters(name);
  std::erase(letters, ' ');
  return letters;
}

}  // namespace

void lint_families(const RuleSet& rules, std::span<const RuleEntry> entries,
                   Remarks& remarks) {
  const bool served = std::ranges::any_of(
      rules.rules(), [](const Rule& rule) { return rule.families; });
  struct Owner {
    std::string_view provider;
    std::string_view id;
  };
  std::map<std::string, Owner> owners;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const RuleEntry& entry = entries[i];
    if (entry.kind != RuleKind::kFamily) continue;
    const bool own = !entry.file.empty();
    if (own && !served) {
      remarks.add(i,
                  "nothing is found of it: no rule of the set has `families = "
                  "true`");
    }
    for (const std::string_view name : entry.rule->family->names) {
      const auto [owner, fresh] = owners.emplace(
          letters_of(name), Owner{entry.rule->provider, entry.rule->id});
      if (fresh || owner->second.provider == entry.rule->provider || !own)
        continue;
      remarks.add(i,
                  "its name {} is that of {} as well: which of the two a value "
                  "belongs to is left to chance",
                  shown(name), shown(owner->second.id));
    }
  }
}

}  // namespace sluice

// All rules and families of a set as one list, for the commands that show or
// check them.
// Thread-safety: pure functions and plain values. Ownership: an entry points at
// its Rule and at names in the set's storage, so the set must outlive it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"
#include "rules/rule_set.h"

namespace sluice {

enum class RuleKind : std::uint8_t {
  kRule,    // finds by its pattern
  kPath,    // finds files by their paths
  kFile,    // finds files by their kind
  kHelper,  // reports nothing itself: it serves other rules, or the families
  kFamily,  // finds a value's provider by the words around it
};
inline constexpr std::array<std::string_view, 5> kRuleKindNames = {
    "rule", "path", "file", "helper", "family"};
constexpr std::string_view name_of(RuleKind kind) {
  return kRuleKindNames[static_cast<std::size_t>(kind)];
}

struct RuleEntry {
  const Rule* rule = nullptr;
  RuleKind kind = RuleKind::kRule;
  // The file with the rule; empty for a built-in rule.
  std::string_view file;
  std::uint32_t line = 0;

  // "file:line", or "built-in".
  std::string origin() const;
};

// Rules, then families, each in the order of the set.
std::vector<RuleEntry> entries_of(const RuleSet& rules);

// Ids of `entries` that are similar to `id`, the likeliest first.
std::vector<std::string_view> near_ids(std::span<const RuleEntry> entries,
                                       std::string_view id, std::size_t most);

}  // namespace sluice

// All that a set holds, rules and families, as one list for the commands that
// show or check them.
// Thread-safety: pure functions and plain values. Ownership: an entry points at
// its Rule and at names in the set's storage, so that the set must outlive it.
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
  kPath,    // finds files by their path alone
  kHelper,  // reports nothing itself: it serves other rules, or the families
  kFamily,  // says by the words around whose a value is
};
inline constexpr std::array<std::string_view, 4> kRuleKindNames = {
    "rule", "path", "helper", "family"};
constexpr std::string_view name_of(RuleKind kind) {
  return kRuleKindNames[static_cast<std::size_t>(kind)];
}

struct RuleEntry {
  const Rule* rule = nullptr;
  RuleKind kind = RuleKind::kRule;
  // Where it was read; an empty file: among the rules that are built in.
  std::string_view file;
  std::uint32_t line = 0;

  // "file:line", or "built-in".
  std::string origin() const;
};

// Rules, then families, each in the order of the set.
std::vector<RuleEntry> entries_of(const RuleSet& rules);

// Ids of `entries` that may have been meant by `id`, the likeliest first.
std::vector<std::string_view> near_ids(std::span<const RuleEntry> entries,
                                       std::string_view id, std::size_t most);

}  // namespace sluice

#include "rules/rule_entry.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "rules/table_reader.h"
#include "text/ascii.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

RuleKind kind_of(const Rule& rule) {
  if (rule.family != nullptr) return RuleKind::kFamily;
  if (rule.skip_report) return RuleKind::kHelper;
  if (rule.file != KeyFileKind::kNone) return RuleKind::kFile;
  return rule.looks_at_text() ? RuleKind::kRule : RuleKind::kPath;
}

void append(std::span<const Rule> rules, std::span<const RuleOrigin> origins,
            const RuleStorage* storage, std::vector<RuleEntry>* entries) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    RuleEntry& entry = entries->emplace_back();
    entry.rule = &rules[i];
    entry.kind = kind_of(rules[i]);
    if (storage == nullptr || origins[i].source == RuleOrigin::kBuiltIn)
      continue;
    entry.file = storage->source_names[origins[i].source];
    entry.line = origins[i].line;
  }
}

// The characters of a word, as bits: one edit changes one character, so that a
// word which lacks n of another's is at least n edits away.
std::uint64_t characters_of(std::string_view word) {
  std::uint64_t set = 0;
  for (const char c : word)
    set |= std::uint64_t{1} << (static_cast<unsigned char>(lower(c)) % 64);
  return set;
}

// edit_distance(), or more than `farthest` if it is more.
std::size_t distance_within(std::string_view a, std::string_view b,
                            std::size_t farthest) {
  const std::size_t sizes =
      std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  const std::uint64_t in_a = characters_of(a);
  const std::uint64_t in_b = characters_of(b);
  const auto lacking = static_cast<std::size_t>(
      std::max(std::popcount(in_a & ~in_b), std::popcount(in_b & ~in_a)));
  if (std::max(sizes, lacking) > farthest) return farthest + 1;
  return edit_distance(a, b);
}

}  // namespace

std::string RuleEntry::origin() const {
  if (file.empty()) return "built-in";
  return fmt::format("{}:{}", file, line);
}

std::vector<RuleEntry> entries_of(const RuleSet& rules) {
  std::vector<RuleEntry> entries;
  const RuleStorage* storage = rules.storage().get();
  const auto origins = [&](const std::vector<RuleOrigin> RuleStorage::*which) {
    return storage == nullptr ? std::span<const RuleOrigin>()
                              : std::span<const RuleOrigin>(storage->*which);
  };
  append(rules.rules(), origins(&RuleStorage::origins), storage, &entries);
  append(rules.families(), origins(&RuleStorage::family_origins), storage,
         &entries);
  return entries;
}

// An id that begins with `id` is near, however much longer it is: `aws` is
// similar to all rules of aws.
std::vector<std::string_view> near_ids(std::span<const RuleEntry> entries,
                                       std::string_view id, std::size_t most) {
  constexpr std::size_t kLongestId = 100;
  if (id.empty() || id.size() > kLongestId) return {};
  const std::size_t farthest = std::max<std::size_t>(2, id.size() / 4);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const RuleEntry& entry : entries) {
    const std::string_view known = entry.rule->id;
    std::size_t distance = distance_within(id, known, farthest);
    if (distance > farthest) {
      if (known.size() < id.size() ||
          !equal_ignoring_case(known.substr(0, id.size()), id))
        continue;
      distance = farthest + known.size();
    }
    near.emplace_back(distance, known);
  }
  std::ranges::sort(near);
  if (near.size() > most) near.resize(most);
  std::vector<std::string_view> ids;
  for (const auto& [distance, known] : near) ids.push_back(known);
  return ids;
}

}  // namespace sluice

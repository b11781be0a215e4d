#include "judge/allow/allow_blocks.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "judge/allow/directive.h"
#include "match/plan/block_marks.h"

namespace sluice {

void AllowBlocks::note(std::string_view text, std::size_t begin,
                       std::size_t end, std::uint64_t origin) {
  std::vector<Mark> found;
  for (const std::string_view stem : kBlockMarks) {
    const std::string_view searched =
        text.substr(0, std::min(text.size(), end + stem.size() - 1));
    for (std::size_t at = searched.find(stem, begin);
         at != std::string_view::npos; at = searched.find(stem, at + 1)) {
      // The text before it decides whether a word begins here.
      for (const Directive& one : directives_in(text, at, at + 1)) {
        const bool opens = one.reach == Directive::Reach::kBlockBegin;
        if (!opens && one.reach != Directive::Reach::kBlockEnd) continue;
        found.push_back(
            {origin + at, opens, {one.rules.begin(), one.rules.end()}});
      }
    }
  }
  std::ranges::sort(found, {}, &Mark::at);
  for (Mark& mark : found) add(std::move(mark));
}

std::vector<std::uint64_t> AllowBlocks::open_since() const {
  std::vector<std::uint64_t> since;
  for (const Mark& mark : marks_)
    if (mark.opens || (!mark.rules.empty() && !since.empty()))
      since.push_back(mark.at);
    else if (mark.rules.empty())
      since.clear();
  return since;
}

// A mark with the same meaning as the one before it changes nothing.
void AllowBlocks::add(Mark mark) {
  if (overflowed()) return;
  if (!marks_.empty() && marks_.back().opens == mark.opens &&
      marks_.back().rules == mark.rules)
    return;
  kept_ += 1 + mark.rules.size();
  marks_.push_back(std::move(mark));
  turns_.clear();
}

std::uint64_t AllowBlocks::memory() const {
  std::uint64_t bytes = 0;
  for (const Mark& mark : marks_) {
    bytes += sizeof mark;
    for (const std::string& rule : mark.rules)
      bytes += sizeof rule + rule.size();
  }
  return bytes;
}

void AllowBlocks::append(AllowBlocks&& later) {
  for (Mark& mark : later.marks_) add(std::move(mark));
}

std::vector<AllowBlocks::Turn> AllowBlocks::turns_of(
    std::string_view rule_id) const {
  std::vector<Turn> turns;
  for (const Mark& mark : marks_) {
    if (!mark.rules.empty() && std::ranges::count(mark.rules, rule_id) == 0)
      continue;
    turns.push_back({mark.at, mark.opens});
  }
  if (overflowed()) turns.push_back({marks_.back().at, false});
  return turns;
}

bool AllowBlocks::allows(std::uint64_t at, std::string_view rule_id) {
  if (marks_.empty()) return false;
  auto known = turns_.find(rule_id);
  if (known == turns_.end())
    known = turns_.emplace(rule_id, turns_of(rule_id)).first;
  const auto next = std::ranges::upper_bound(known->second, at, {}, &Turn::at);
  return next != known->second.begin() && std::prev(next)->open;
}

std::vector<std::string_view> AllowBlocks::named_rules() const {
  const std::set<std::string_view> all = [&] {
    std::set<std::string_view> names;
    for (const Mark& mark : marks_)
      names.insert(mark.rules.begin(), mark.rules.end());
    return names;
  }();
  return {all.begin(), all.end()};
}

}  // namespace sluice

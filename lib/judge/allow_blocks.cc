// Marks are looked for by two stems, each with the C library's memmem, which
// skips by the stem's length: a file of several views is read past them at
// several gigabytes a second. A file of one view is searched only if something
// was found in it.
#include "judge/allow_blocks.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <set>
#include <utility>

#include "judge/directive.h"

namespace sluice {
namespace {

constexpr std::string_view kStems[] = {"sluice:allow-", "secretlint-"};
std::size_t find(std::string_view text, std::string_view word,
                 std::size_t from) {
  if (from >= text.size()) return std::string_view::npos;
  const void* found = ::memmem(text.data() + from, text.size() - from,
                               word.data(), word.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(
                                static_cast<const char*>(found) - text.data());
}

}  // namespace

void AllowBlocks::note(std::string_view text, std::size_t begin,
                       std::size_t end, std::uint64_t origin) {
  std::vector<Mark> found;
  for (const std::string_view stem : kStems) {
    for (std::size_t at = find(text, stem, begin); at < end;
         at = find(text, stem, at + 1)) {
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

// One that says what the one before it says changes nothing.
void AllowBlocks::add(Mark mark) {
  if (overflowed()) return;
  if (!marks_.empty() && marks_.back().opens == mark.opens &&
      marks_.back().rules == mark.rules)
    return;
  marks_.push_back(std::move(mark));
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

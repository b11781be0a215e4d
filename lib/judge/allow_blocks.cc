// Every byte of a file of several views is looked at for marks, so that this
// must cost little beside the matching. Each mark's word holds one of two
// stems, and each stem an 'e' among letters that rarely stand beside one. A
// loop that the compiler makes vector code of asks for these, stretch by
// stretch; where they are met, the stems are searched for. That costs too
// little to measure; memmem for each stem made the scan of one large file of C
// sources 10 % slower. A file of one view is searched only if something was
// found in it.
#include "judge/allow_blocks.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "judge/directive.h"

namespace sluice {
namespace {

constexpr std::string_view kStems[] = {"sluice:allow-", "secretlint-"};
// What follows the first byte looked at: "re" and "tl", or ":a".
constexpr std::size_t kLookahead = 3;
// Bytes asked about at once: a stretch that is searched for nothing costs
// little.
constexpr std::size_t kStretch = 512;

// Whether "e:a", of "sluice:allow-", or "retl", of "secretlint-", may begin at
// one of bytes[0, size); kLookahead bytes behind are read.
template <typename Count>
[[gnu::always_inline]] inline bool any_stem(const char* bytes, Count size) {
  unsigned char any = 0;
  for (Count i = 0; i < size; ++i) {
    const char a = bytes[i];
    const char b = bytes[i + 1];
    const char c = bytes[i + 2];
    const char d = bytes[i + 3];
    any |= static_cast<unsigned char>(
        (b == 'e') &
        (((c == ':') & (d == 'a')) | ((a == 'r') & (c == 't') & (d == 'l'))));
  }
  return any != 0;
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] bool any_stem_avx2(const char* bytes,
                                           std::size_t size) {
  return any_stem(bytes, size);
}

bool may_hold_stem(const char* bytes, std::size_t size) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  return has_avx2 ? any_stem_avx2(bytes, size) : any_stem(bytes, size);
}
#else
bool may_hold_stem(const char* bytes, std::size_t size) {
  return any_stem(bytes, size);
}
#endif

// How far into a stem what may_hold_stem() asks for begins, and more.
constexpr std::size_t kInside = 8;

// Whether a stem may begin in text[begin, end).
bool may_begin(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t asked = end + kInside;
  return asked + kLookahead > text.size() ||
         may_hold_stem(text.data() + begin, asked - begin);
}

}  // namespace

void AllowBlocks::note(std::string_view text, std::size_t begin,
                       std::size_t end, std::uint64_t origin) {
  std::vector<Mark> found;
  for (; begin < end; begin += kStretch) {
    const std::size_t last = std::min(end, begin + kStretch);
    if (!may_begin(text, begin, last)) continue;
    for (const std::string_view stem : kStems) {
      const std::string_view searched =
          text.substr(0, std::min(text.size(), last + stem.size() - 1));
      for (std::size_t at = searched.find(stem, begin);
           at != std::string_view::npos; at = searched.find(stem, at + 1)) {
        // What stands before decides whether a word begins here.
        for (const Directive& one : directives_in(text, at, at + 1)) {
          const bool opens = one.reach == Directive::Reach::kBlockBegin;
          if (!opens && one.reach != Directive::Reach::kBlockEnd) continue;
          found.push_back(
              {origin + at, opens, {one.rules.begin(), one.rules.end()}});
        }
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

// With an ordinary character, kEnd, in place of each $, the pattern's tree
// shows which strings it matches, and each of them must end with kEnd
// (with_end_mark()). The tree does not contain other assertions. So RE2 matches
// a pattern with such assertions, and one that matches more strings than can be
// listed.
//
// Exactness: a caseless k or s has forms beyond ASCII, which the tree leaves
// out. So Endings are only used for ASCII.

#include "match/path_pattern.h"

#include <algorithm>
#include <cstddef>

#include "regex/branches.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr char kEnd = '\x01';
constexpr std::size_t kMaxEndings = 512;
// Classes with more characters are not listed.
constexpr std::size_t kMaxOfClass = 8;

using Strings = std::vector<RegexLiteral>;

// Whether `pattern` may have assertions that Endings do not support, or contain
// kEnd.
bool may_assert(std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '^' || pattern[i] == kEnd) return true;
    if (pattern[i] != '\\') continue;
    ++i;
    if (i == pattern.size() || is_alnum(pattern[i])) return true;
  }
  return false;
}

std::optional<Strings> strings_of(const RegexNode& node);

// Each of `heads` followed by each of `tails`.
std::optional<Strings> joined(const Strings& heads, const Strings& tails) {
  if (heads.size() * tails.size() > kMaxEndings) return std::nullopt;
  Strings all;
  for (const RegexLiteral& head : heads) {
    for (const RegexLiteral& tail : tails) {
      const std::size_t size = head.bytes.size();
      if (size + tail.bytes.size() > kMaxLiteral) return std::nullopt;
      const std::uint64_t fold = tail.fold == 0 ? 0 : tail.fold << size;
      all.push_back({head.bytes + tail.bytes, head.fold | fold});
    }
  }
  return all;
}

std::optional<Strings> strings_of_all(const std::vector<RegexNode>& nodes) {
  Strings all = {RegexLiteral{}};
  for (const RegexNode& node : nodes) {
    const std::optional<Strings> strings = strings_of(node);
    if (!strings) return std::nullopt;
    std::optional<Strings> longer = joined(all, *strings);
    if (!longer) return std::nullopt;
    all = *std::move(longer);
  }
  return all;
}

std::optional<Strings> strings_of_any(const std::vector<RegexNode>& nodes) {
  Strings all;
  for (const RegexNode& node : nodes) {
    const std::optional<Strings> strings = strings_of(node);
    if (!strings || all.size() + strings->size() > kMaxEndings)
      return std::nullopt;
    all.insert(all.end(), strings->begin(), strings->end());
  }
  return all;
}

// All strings that it matches; nothing if they cannot be listed.
std::optional<Strings> strings_of(const RegexNode& node) {
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
      return node.strings;
    case RegexNode::Kind::kOpaque:
      return std::nullopt;
    case RegexNode::Kind::kConcat:
      return strings_of_all(node.children);
    case RegexNode::Kind::kAlternate:
      return strings_of_any(node.children);
    case RegexNode::Kind::kRepeat: {
      if (node.max_count > 1) return std::nullopt;
      std::optional<Strings> strings = strings_of(node.children.front());
      if (strings && node.min_count == 0) strings->emplace_back();
      return strings;
    }
  }
  return std::nullopt;
}

char last_of(const RegexLiteral& ending) { return lower(ending.bytes.back()); }

bool ends_with(std::string_view text, const RegexLiteral& ending) {
  const std::size_t size = ending.bytes.size();
  if (text.size() < size) return false;
  text.remove_prefix(text.size() - size);
  for (std::size_t i = 0; i < size; ++i)
    if ((ending.folds(i) ? lower(text[i]) : text[i]) != ending.bytes[i])
      return false;
  return true;
}

}  // namespace

std::optional<Endings> Endings::of(std::string_view pattern) {
  if (may_assert(pattern)) return std::nullopt;
  const auto tree = parse_regex(with_end_mark(pattern, kEnd), kMaxOfClass);
  std::optional<Strings> strings =
      tree ? strings_of(*tree) : std::optional<Strings>();
  if (!strings) return std::nullopt;
  for (RegexLiteral& one : *strings) {
    if (one.bytes.size() < 2 || one.bytes.back() != kEnd ||
        one.bytes.find(kEnd) + 1 != one.bytes.size())
      return std::nullopt;
    one.bytes.pop_back();
  }
  std::ranges::sort(*strings, {}, last_of);
  Endings endings;
  endings.endings_ = *std::move(strings);
  for (const RegexLiteral& one : endings.endings_)
    endings.last_of_ += last_of(one);
  return endings;
}

bool Endings::fit(std::string_view text) const {
  if (text.empty()) return false;
  const auto [from, to] =
      std::equal_range(last_of_.begin(), last_of_.end(), lower(text.back()));
  for (auto at = from; at != to; ++at)
    if (ends_with(text,
                  endings_[static_cast<std::size_t>(at - last_of_.begin())]))
      return true;
  return false;
}

bool PathPattern::found_in(std::string_view path) const {
  std::call_once(once_, [this] { endings_ = Endings::of(regex_); });
  return endings_ && is_ascii(path) ? endings_->fit(path)
                                    : pattern_.found_in(path);
}

}  // namespace sluice

// With ordinary characters, kBegin and kEnd, in place of each ^ and $, the
// pattern's tree shows which strings it matches. Where these can be listed, each must end with kEnd
// (with_marks()), and they are the endings. Other branches match more strings
// than can be listed, such as `Dockerfile[\w.\-]*$`. Then the tree shows a part:
// each of these strings contains it, or ends with it.
//
// A path that has none of the endings and parts does not match: most paths have
// none. If one of the endings fits and the pattern has no other assertions, the
// path matches. RE2 decides what is left.
//
// Exactness: a caseless k or s has forms beyond ASCII, which the tree leaves
// out. So Endings are only used for ASCII. The tree leaves out assertions, too,
// which lets more strings match.

#include "match/path_pattern.h"

#include <algorithm>
#include <cstddef>

#include "regex/branches.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr char kEnd = '\x01';
constexpr char kBegin = '\x02';
constexpr std::size_t kMaxEndings = 512;
// Classes with more characters are not listed.
constexpr std::size_t kMaxOfClass = 8;

using Strings = std::vector<RegexLiteral>;

// Whether `pattern` has one of `signs` or, after a backslash, one of `escapes`.
// The ^ that begins a class is no sign.
bool holds(std::string_view pattern, std::string_view signs,
           std::string_view escapes) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (signs.find(pattern[i]) != signs.npos) return true;
    if (pattern.substr(i).starts_with("[^")) ++i;
    if (pattern[i] != '\\') continue;
    ++i;
    if (i == pattern.size() || escapes.find(pattern[i]) != escapes.npos)
      return true;
  }
  return false;
}

// Whether kBegin or kEnd may be a character of the pattern itself.
bool may_hold_mark(std::string_view pattern) {
  constexpr char kMarks[] = {kBegin, kEnd};
  return holds(pattern, {kMarks, sizeof kMarks}, "x01234567QEpPC");
}

// Whether `pattern` may have assertions that are no marks.
bool may_assert(std::string_view pattern) {
  return holds(pattern, "^$", "bBAz");
}

// A part of a string, perhaps its end.
struct Part {
  RegexLiteral text;
  bool at_end = false;
};
using Parts = std::vector<Part>;

// The strings that a node matches: those that are listed and, unless these are
// all, others, of which each has one of `parts`. Null: nothing is known of them.
struct Matched {
  Strings listed;
  bool all = true;
  std::optional<Parts> parts = Parts();
};

Matched unknown() { return {{}, false, std::nullopt}; }

Parts as_parts(const Strings& strings, bool at_end) {
  Parts parts;
  for (const RegexLiteral& one : strings) parts.push_back({one, at_end});
  return parts;
}

std::optional<RegexLiteral> joined(const RegexLiteral& head,
                                   const RegexLiteral& tail) {
  const std::size_t size = head.bytes.size();
  if (size + tail.bytes.size() > kMaxLiteral) return std::nullopt;
  const std::uint64_t fold = tail.fold == 0 ? 0 : tail.fold << size;
  return RegexLiteral{head.bytes + tail.bytes, head.fold | fold};
}

// Each of `heads` followed by each of `tails`.
std::optional<Strings> joined(const Strings& heads, const Strings& tails) {
  if (heads.size() * tails.size() > kMaxEndings) return std::nullopt;
  Strings all;
  for (const RegexLiteral& head : heads)
    for (const RegexLiteral& tail : tails) {
      auto one = joined(head, tail);
      if (!one) return std::nullopt;
      all.push_back(*std::move(one));
    }
  return all;
}

// The parts of strings that have `parts` and then one of `tails`.
std::optional<Parts> followed(const Parts& parts, const Strings& tails) {
  Parts longer;
  for (const Part& part : parts) {
    if (!part.at_end) {
      longer.push_back(part);
      continue;
    }
    for (const RegexLiteral& tail : tails) {
      auto one = joined(part.text, tail);
      if (!one || longer.size() == kMaxEndings) return std::nullopt;
      longer.push_back({*std::move(one), true});
    }
  }
  return longer;
}

std::optional<Parts> united(std::optional<Parts> some,
                            const std::optional<Parts>& others) {
  if (!some || !others || some->size() + others->size() > kMaxEndings)
    return std::nullopt;
  some->insert(some->end(), others->begin(), others->end());
  return some;
}

// The one whose shortest part is longer: fewer paths have it.
std::optional<Parts> better(std::optional<Parts> one,
                            std::optional<Parts> other) {
  if (!one || !other) return one ? std::move(one) : std::move(other);
  const auto shortest = [](const Parts& parts) {
    std::size_t least = kMaxLiteral + 1;
    for (const Part& part : parts)
      least = std::min(least, part.text.bytes.size());
    return least;
  };
  return shortest(*one) >= shortest(*other) ? std::move(one) : std::move(other);
}

// The strings of `head` followed by those of `tail`.
Matched concatenated(const Matched& head, const Matched& tail) {
  std::optional<Strings> listed = joined(head.listed, tail.listed);
  if (head.all && tail.all && listed) return {*std::move(listed)};
  std::optional<Parts> of_head =
      united(as_parts(head.listed, false), head.parts);
  if (of_head)
    for (Part& part : *of_head) part.at_end = false;
  std::optional<Parts> of_tail =
      united(as_parts(tail.listed, true), tail.parts);
  Matched both{{}, false, better(std::move(of_tail), std::move(of_head))};
  if (!listed) return both;
  both.listed = *std::move(listed);
  // These say more of the strings that are not listed.
  if (head.all)
    both.parts = better(tail.parts, std::move(both.parts));
  else if (tail.all && head.parts)
    both.parts =
        better(followed(*head.parts, tail.listed), std::move(both.parts));
  return both;
}

Matched matched_by(const RegexNode& node) {
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
      return {node.strings};
    case RegexNode::Kind::kOpaque:
      return unknown();
    case RegexNode::Kind::kConcat: {
      Matched row{{RegexLiteral{}}};
      for (const RegexNode& child : node.children)
        row = concatenated(row, matched_by(child));
      return row;
    }
    case RegexNode::Kind::kAlternate: {
      Matched any;
      for (const RegexNode& child : node.children) {
        const Matched one = matched_by(child);
        if (any.listed.size() + one.listed.size() > kMaxEndings)
          return unknown();
        any.listed.insert(any.listed.end(), one.listed.begin(),
                          one.listed.end());
        any.all = any.all && one.all;
        any.parts = united(std::move(any.parts), one.parts);
      }
      return any;
    }
    case RegexNode::Kind::kRepeat: {
      Matched once = matched_by(node.children.front());
      if (node.max_count == 1) {
        if (node.min_count == 0) once.listed.emplace_back();
        return once;
      }
      if (node.min_count == 0) return unknown();
      std::optional<Parts> parts =
          united(as_parts(once.listed, true), once.parts);
      return {{}, false, std::move(parts)};
    }
  }
  return unknown();
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

// Whether a path between kBegin and kEnd can contain it.
bool can_be_in_path(const RegexLiteral& text) {
  const std::string_view bytes = text.bytes;
  const std::size_t begin = bytes.rfind(kBegin);
  const std::size_t end = bytes.find(kEnd);
  return (begin == bytes.npos || begin == 0) &&
         (end == bytes.npos || end + 1 == bytes.size()) &&
         bytes.find_first_not_of(kEnd) != bytes.npos;
}

}  // namespace

std::optional<Endings> Endings::of(std::string_view pattern) {
  if (may_hold_mark(pattern)) return std::nullopt;
  const std::string marked = with_marks(pattern, kBegin, kEnd);
  const auto tree = parse_regex(marked, kMaxOfClass);
  if (!tree) return std::nullopt;
  const Matched matched = matched_by(*tree);
  if (!matched.all && !matched.parts) return std::nullopt;
  Endings endings;
  endings.decide_ = !may_assert(marked);
  for (const RegexLiteral& one : matched.listed) {
    if (!can_be_in_path(one)) return std::nullopt;
    std::vector<RegexLiteral>& known =
        one.bytes.ends_with(kEnd) ? endings.endings_ : endings.parts_;
    known.push_back(one);
  }
  if (!matched.all)
    for (const Part& part : *matched.parts) {
      if (!can_be_in_path(part.text)) return std::nullopt;
      endings.parts_.push_back(part.text);
    }
  for (RegexLiteral& one : endings.endings_) one.bytes.pop_back();
  std::ranges::sort(endings.endings_, {}, last_of);
  for (const RegexLiteral& one : endings.endings_)
    endings.last_of_ += last_of(one);
  return endings;
}

Endings::Answer Endings::ask(std::string_view text) const {
  if (text.empty() || text.find(kBegin) != text.npos) return Answer::kMaybe;
  std::string marked = kBegin + std::string(text);
  const auto [from, to] =
      std::equal_range(last_of_.begin(), last_of_.end(), lower(text.back()));
  for (auto at = from; at != to; ++at)
    if (ends_with(marked,
                  endings_[static_cast<std::size_t>(at - last_of_.begin())]))
      return decide_ ? Answer::kYes : Answer::kMaybe;
  marked += kEnd;
  const auto is_in_path = [&](const RegexLiteral& part) {
    for (std::size_t end = part.bytes.size(); end <= marked.size(); ++end)
      if (ends_with(std::string_view(marked).substr(0, end), part)) return true;
    return false;
  };
  return std::ranges::any_of(parts_, is_in_path) ? Answer::kMaybe : Answer::kNo;
}

bool PathPattern::found_in(std::string_view path) const {
  std::call_once(once_, [this] { endings_ = Endings::of(regex_); });
  const Endings::Answer answer = endings_ && is_ascii(path)
                                     ? endings_->ask(path)
                                     : Endings::Answer::kMaybe;
  return answer == Endings::Answer::kMaybe ? pattern_.found_in(path)
                                           : answer == Endings::Answer::kYes;
}

}  // namespace sluice

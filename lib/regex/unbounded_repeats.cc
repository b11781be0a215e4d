// RE2 writes x{16,512} out as 512 copies of x. Such a program takes long to
// compile, and is too large for the fast ways to find groups (RE2's one-pass
// and bit-state searches). This leaves the slow one: 20 us and more for a
// candidate of 200 bytes, so that a text full of candidates was read at 8 MB/s.
// x{16,} takes 17 copies, and the bound matters for very few texts.
//
// Why it is exact: a backtracking search tries the ways to match in an order of
// preference, and leftmost-first takes the first way that succeeds. Let every
// x{n,m} with m >= kLong become x{n,}, where x is one character of a set, or a
// group that matches at least one byte: (?:\\.|[^"\\]){3,250}.
//
// The ways of the pattern are those ways of the unbounded pattern that repeat
// no x more than m times. They are in the same order, because both patterns
// prefer one x more (or both one less). So if the unbounded pattern fails, the
// pattern fails. Now let the preferred way of the unbounded pattern match no
// more bytes than the least m. Then no x is repeated more than m times, so it
// is a way of the pattern. It is also the preferred one, because every way that
// is preferred to it fails even when unbounded. A longer match is rare and
// decides nothing: then the whole pattern is run.
//
// More bytes than the least m are still safe. If x is repeated k times in a
// match of `size` bytes, then k - n of the repetitions, with at least a byte
// each, come on top of the shortest match of all. So k is at most size -
// shortest + n.
//
// A text for people has long matches, and the whole pattern is slow: RE2 makes a
// state of its automaton for each number of repetitions, at nearly every byte
// (80 us for a match of generic-prose-changed). So for a longer match, the
// unbounded pattern runs once more, with each repetition x{n,} as a group, if x
// is one character. Such a group shows the number of repetitions: it has at most
// as many as it has bytes. A group that is repeated itself shows only its last
// turn, so this does not count in there.
//
// Rejected: to run the whole pattern for the match, and the unbounded one only
// for the groups in it. The preferred way to match the same bytes can differ.

#include "regex/unbounded_repeats.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "regex/pattern_text.h"
#include "regex/shape.h"
#include "regex/width.h"

namespace sluice {
namespace {

// Below this, little is gained.
constexpr unsigned kLong = 16;

// Returns the end of the escape that begins at `at`. Sets `*is_character` if
// the escape is plainly one character of a set.
std::size_t end_of_escape(std::string_view regex, std::size_t at,
                          bool* is_character) {
  *is_character = false;
  if (at + 1 >= regex.size()) return regex.size();
  const char c = regex[at + 1];
  if ((c == 'p' || c == 'P' || c == 'x') && at + 2 < regex.size() &&
      regex[at + 2] == '{') {
    const std::size_t close = regex.find('}', at);
    return close == std::string_view::npos ? regex.size() : close + 1;
  }
  *is_character =
      std::string_view("dDsSwW.-+*/?|$^()[]{}_@:=~!#%&\"'`,;<>").find(c) !=
      std::string_view::npos;
  return at + 2;
}

// Returns the end of the item at `at`: a class, an escape, a byte. Sets
// `*is_character` if the item is plainly one character of a set.
std::size_t end_of_item(std::string_view regex, std::size_t at,
                        bool* is_character) {
  if (regex[at] == '[') {
    *is_character = true;
    return end_of_class(regex, at);
  }
  if (regex[at] == '\\') return end_of_escape(regex, at, is_character);
  // Not a byte of a longer character: the repetition is of the character,
  // which would be as well, but is not worth a thought.
  *is_character =
      static_cast<unsigned char>(regex[at]) < 0x80 &&
      std::string_view("()|*+?{}^$").find(regex[at]) == std::string_view::npos;
  return at + 1;
}

// By byte: whether it is in a group that is repeated, and whether in one that is
// repeated and may be empty. RE2 has a special meaning for repetitions in those.
struct InRepeatedGroup {
  std::vector<bool> any;
  std::vector<bool> maybe_empty;
};

InRepeatedGroup in_repeated_group(std::string_view regex) {
  InRepeatedGroup inside{std::vector<bool>(regex.size()),
                         std::vector<bool>(regex.size())};
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < regex.size();) {
    const std::size_t begin = at;
    bool is_character = false;
    at = end_of_item(regex, at, &is_character);
    if (regex[begin] == '(') open.push_back(begin);
    if (regex[begin] != ')' || open.empty()) continue;
    const std::size_t opened = open.back();
    open.pop_back();
    if (at == regex.size() ||
        std::string_view("*+{").find(regex[at]) == std::string_view::npos)
      continue;
    const auto mark = [&](std::vector<bool>* bytes) {
      std::fill(bytes->begin() + static_cast<std::ptrdiff_t>(opened),
                bytes->begin() + static_cast<std::ptrdiff_t>(at), true);
    };
    mark(&inside.any);
    if (least_width(regex.substr(opened, at - opened)) == 0)
      mark(&inside.maybe_empty);
  }
  return inside;
}

// Returns the end of what opens the group at `at`, if the group captures: "(",
// "(?P<name>". Otherwise returns `at`.
std::size_t end_of_opening(std::string_view regex, std::size_t at) {
  const std::string_view rest = regex.substr(at);
  if (!rest.starts_with("(?")) return at + 1;
  if (!rest.starts_with("(?P<") && !rest.starts_with("(?<")) return at;
  const std::size_t close = rest.find('>');
  return close == rest.npos ? at : at + close + 1;
}

// Whether the bound of this repetition is one to leave out.
bool is_long(const std::optional<CountedRepetition>& counted) {
  return counted && counted->most != kUnboundedWidth &&
         counted->most >= kLong && counted->least < counted->most;
}

// Most patterns have no such repetition. A text that looks like one counts, too.
bool may_have_long(std::string_view regex) {
  for (std::size_t at = regex.find('{'); at != regex.npos;
       at = regex.find('{', at + 1))
    if (is_long(counted_repetition(regex.substr(at)))) return true;
  return false;
}

}  // namespace

UnboundedRepeats with_unbounded_repeats(std::string_view regex) {
  if (!may_have_long(regex)) return {.regex = std::string(regex)};
  constexpr std::size_t kNone = std::numeric_limits<unsigned>::max();
  UnboundedRepeats unbounded;
  unbounded.faithful = unbounded.counting_faithful = kNone;
  const InRepeatedGroup repeated = in_repeated_group(regex);
  std::vector<std::size_t> open;  // groups
  const auto add = [&](std::string_view text) {
    unbounded.regex += text;
    unbounded.counting += text;
  };
  for (std::size_t at = 0; at < regex.size();) {
    std::size_t begin = at;
    bool is_character = false;
    // In \Q...\E nothing has the meaning that it has elsewhere.
    if (regex.substr(at).starts_with("\\Q"))
      return {.regex = std::string(regex)};
    at = end_of_item(regex, at, &is_character);
    const std::size_t piece = unbounded.counting.size();
    if (regex[begin] == '(') {
      open.push_back(begin);
      const std::size_t end = end_of_opening(regex, begin);
      at = std::max(at, end);
      unbounded.counting += end == begin ? "(" : "(?:";
      unbounded.regex += regex.substr(begin, at - begin);
      continue;
    }
    add(regex.substr(begin, at - begin));
    const bool is_group = regex[begin] == ')' && !open.empty();
    if (is_group) {
      begin = open.back();
      open.pop_back();
    }
    if (!is_character && !is_group) continue;
    const auto counted = counted_repetition(regex.substr(at));
    if (!is_long(counted) ||
        (counted->least == 0 && repeated.maybe_empty[begin]) ||
        (is_group && least_width(regex.substr(begin, at - begin)) == 0))
      continue;
    at += counted->size;
    add('{' + std::to_string(counted->least) + ",}");
    if (at < regex.size() && regex[at] == '?') {
      add("?");
      ++at;
    }
    const std::size_t more = counted->most - counted->least;
    unbounded.faithful = std::min(unbounded.faithful, more);
    if (is_group || repeated.any[begin]) {
      unbounded.counting_faithful = std::min(unbounded.counting_faithful, more);
    } else {
      unbounded.counting.insert(piece, 1, '(');
      unbounded.counting += ')';
      unbounded.bounds.push_back(counted->most);
    }
  }
  if (unbounded.faithful == kNone) return {.regex = std::string(regex)};
  if (unbounded.bounds.empty() ||
      unbounded.bounds.size() > UnboundedRepeats::kMaxCounted) {
    unbounded.counting.clear();
    unbounded.bounds.clear();
  }
  const std::size_t least = least_width(regex);
  unbounded.faithful += least;
  unbounded.counting_faithful += least;
  return unbounded;
}

}  // namespace sluice

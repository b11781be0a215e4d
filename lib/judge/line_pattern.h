// A pattern of an allowlist that is matched against the line of a value. A line
// can be as long as its file and contain a value every few bytes. The pattern
// gets the bytes around each value, at most kDirectiveReach on either side. A
// separate search for each value made lines of nothing but passwords cost a
// hundred times their bytes.
//
// So a search in a long line continues after the requested bytes, up to the
// first match, and the searched range is remembered (text/searched.h). A later
// value with its surroundings in this range has no match, with one exception: a
// match may begin or end exactly where the surroundings are cut, because `^`,
// `$` and `\b` match there. Only such matches are then searched for: a search
// with a fixed end runs backwards, and like one with a fixed beginning it mostly
// stops after a few bytes. The result is always that of found_in() on the
// surroundings of the value.
//
// Thread-safety: immutable, except that the pattern is compiled on first use
// (match/pattern.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "match/pattern.h"
#include "text/searched.h"

namespace sluice {

// The facts that are known about a pattern in a text.
struct LineSearched {
  Searched range;  // of long lines: searched without a match
  // The part that was asked about last: several rules find values in it.
  std::size_t begin = 1, end = 0;
  bool found = false;
};

class LinePattern {
 public:
  // `regex` must outlive it, and must be one that pattern_error() accepts.
  explicit LinePattern(std::string_view regex);

  // Returns whether the pattern matches text[begin, end) alone. `searched` is
  // what is known about this pattern in `text`. Null means that nothing is
  // kept.
  bool found_in(std::string_view text, std::size_t begin, std::size_t end,
                LineSearched* searched) const;

 private:
  bool search(std::string_view text, std::size_t begin, std::size_t end,
              Searched* searched) const;

  // Which assertions of a pattern the end of a text can make true.
  enum class AtEnd { kNothing, kWordBoundary, kMore, kUnknown };
  static AtEnd at_end_of(std::string_view regex);

  // Whether text[begin, end) alone has a match, if it has none in `text`: one
  // that begins or ends at the edges.
  bool matches_at_edges(std::string_view text, std::size_t begin,
                        std::size_t end) const;

  Pattern pattern_;
  AtEnd at_end_;
  std::string regex_to_end_;
  Pattern to_end_;  // the same with a fixed end
};

}  // namespace sluice

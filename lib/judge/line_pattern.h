// A pattern of an allowlist that looks at the line of a value. A line can be as
// long as its file and hold a value every few bytes; each sees the bytes around
// it, no more than kDirectiveReach on either side. To search those for each
// value made lines of nothing but passwords cost a hundred times their bytes.
//
// So a search in a long line goes on behind the bytes that were asked for, up
// to the first match, and what it passed is remembered (text/searched.h): a
// later value whose surroundings lie in there has no match, but for one that
// begins or ends right where they are cut, since `^`, `$` and `\b` hold there.
// The answer is that of found_in() on the value's surroundings, always.
//
// Thread-safety: immutable, but for the pattern's compilation on first use
// (match/pattern.h).
#pragma once

#include <cstddef>
#include <string_view>

#include "match/pattern.h"
#include "text/searched.h"

namespace sluice {

class LinePattern {
 public:
  // `regex` must outlive it, and be one that pattern_error() finds no fault in.
  explicit LinePattern(std::string_view regex);

  // Whether the pattern matches in text[begin, end), by itself. `searched` is
  // what is known of this pattern in `text`; null: nothing is kept.
  bool found_in(std::string_view text, std::size_t begin, std::size_t end,
                Searched* searched) const;

 private:
  // What the end of a text can make true in a pattern.
  enum class AtEnd { kNothing, kWordBoundary, kMore };
  static AtEnd at_end_of(std::string_view regex);

  // Whether a match can begin or end at the edges of text[begin, end), which is
  // part of what was searched, that is none in the whole.
  bool may_match_at_edges(std::string_view text, std::size_t begin,
                          std::size_t end, const Searched& searched) const;

  Pattern pattern_;
  AtEnd at_end_;
};

}  // namespace sluice

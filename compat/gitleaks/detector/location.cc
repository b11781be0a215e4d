// gitleaks counts a line from the line end before it. Hence, in its reports:
// - columns are one too large on every line of a fragment but the first, and
//   the line begins with its predecessor's line end;
// - on a last line without a line end, the line is all of the fragment so far,
//   and a match that reaches into it from above has end column 0.
// Reports and baselines contain these figures, so they are kept.
//
// gitleaks goes through all lines for each match. Two binary searches give the
// same result, because the lines are disjoint.
//
// Source: gitleaks 8.30.1 (MIT), detect/location.go.

#include "gitleaks/detector/location.h"

#include <algorithm>

namespace sluice {
namespace {

std::int64_t distance(std::size_t from, std::size_t to) {
  return static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
}

}  // namespace

std::vector<std::size_t> line_ends_of(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1))
    ends.push_back(at);
  return ends;
}

GitleaksLocation locate(std::string_view text,
                        const std::vector<std::size_t>& line_ends,
                        std::size_t begin, std::size_t end) {
  const std::vector<std::size_t> whole = {text.size()};
  const std::vector<std::size_t>& ends = line_ends.empty() ? whole : line_ends;
  GitleaksLocation at;

  const auto start = std::upper_bound(ends.begin(), ends.end(), begin);
  if (start == ends.end()) {
    at.start_line = at.end_line = distance(0, ends.size());
    at.start_column = distance(ends.back(), begin) + 1;
    at.end_column = distance(ends.back(), end);
    at.lines_end = std::min(text.find_first_of("\r\n", end), text.size());
    at.lines_end = std::max(at.lines_end, end);
    return at;
  }
  const auto line_of = [&](auto line) { return line - ends.begin(); };
  const auto begin_of = [&](auto line) {
    return line == ends.begin() ? 0 : *(line - 1);
  };
  at.start_line = at.end_line = line_of(start);
  at.start_column = distance(begin_of(start), begin) + 1;
  at.lines_begin = begin_of(start);
  at.lines_end = *start;
  const auto stop = std::lower_bound(ends.begin(), ends.end(), end);
  if (end > 0 && stop != ends.end()) {
    at.end_column = distance(begin_of(stop), end);
    if (stop >= start) {
      at.end_line = line_of(stop);
      at.lines_end = *stop;
    }
  }
  at.lines_end = std::max(at.lines_end, end);
  return at;
}

}  // namespace sluice

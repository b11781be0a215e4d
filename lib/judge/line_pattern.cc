#include "judge/line_pattern.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

// Shorter surroundings are searched directly.
constexpr std::size_t kLong = 1024;

}  // namespace

LinePattern::LinePattern(std::string_view regex)
    : pattern_(regex), at_end_(at_end_of(regex)) {}

LinePattern::AtEnd LinePattern::at_end_of(std::string_view regex) {
  AtEnd at_end = AtEnd::kNothing;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    if (regex[i] == '$') return AtEnd::kMore;
    if (regex[i] != '\\' || ++i == regex.size()) continue;
    if (regex[i] == 'b') at_end = AtEnd::kWordBoundary;
    if (regex[i] == 'B' || regex[i] == 'z' || regex[i] == 'Q')
      return AtEnd::kMore;
  }
  return at_end;
}

bool LinePattern::may_match_at_edges(std::string_view text, std::size_t begin,
                                     std::size_t end,
                                     const Searched& searched) const {
  if (end != searched.end && at_end_ != AtEnd::kNothing) {
    const bool in_word = end > 0 && end < text.size() &&
                         is_ascii_word(text[end - 1]) &&
                         is_ascii_word(text[end]);
    if (at_end_ == AtEnd::kMore || in_word) return true;
  }
  if (begin == searched.begin) return false;
  const std::string_view line = text.substr(begin, end - begin);
  Pattern::Span span{};
  return pattern_.find(line, 0, line.size(), Pattern::Start::kHere, &span);
}

bool LinePattern::found_in(std::string_view text, std::size_t begin,
                           std::size_t end, LineSearched* searched) const {
  if (searched == nullptr)
    return pattern_.found_in(text.substr(begin, end - begin));
  if (searched->begin != begin || searched->end != end) {
    searched->found = search(text, begin, end, &searched->range);
    searched->begin = begin;
    searched->end = end;
  }
  return searched->found;
}

bool LinePattern::search(std::string_view text, std::size_t begin,
                         std::size_t end, Searched* searched) const {
  const std::string_view line = text.substr(begin, end - begin);
  if (line.size() < kLong) return pattern_.found_in(line);
  if (!searched->covers(begin, end)) {
    const std::string_view ahead =
        text.substr(begin, std::max(line.size(), kSearchAhead));
    Pattern::Span first{};
    const bool found = pattern_.find(ahead, 0, ahead.size(),
                                     Pattern::Start::kAnywhere, &first);
    *searched = {begin, begin + (found ? first.begin : ahead.size())};
    if (!searched->covers(begin, end)) return pattern_.found_in(line);
  }
  return may_match_at_edges(text, begin, end, *searched) &&
         pattern_.found_in(line);
}

}  // namespace sluice

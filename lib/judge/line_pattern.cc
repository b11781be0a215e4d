#include "judge/line_pattern.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

// Shorter surroundings are searched directly.
constexpr std::size_t kLong = 1024;

// The pattern whose matches are those of `regex` that end with the text.
std::string to_end(std::string_view regex) {
  return "(?:" + std::string(regex) + ")\\z";
}

}  // namespace

LinePattern::LinePattern(std::string_view regex)
    : pattern_(regex),
      at_end_(at_end_of(regex)),
      regex_to_end_(to_end(regex)),
      to_end_(regex_to_end_) {}

LinePattern::AtEnd LinePattern::at_end_of(std::string_view regex) {
  AtEnd at_end = AtEnd::kNothing;
  // It would quote the bracket of to_end().
  if (regex.find("\\Q") != regex.npos) return AtEnd::kUnknown;
  for (std::size_t i = 0; i < regex.size(); ++i) {
    if (regex[i] == '$') return AtEnd::kMore;
    if (regex[i] != '\\' || ++i == regex.size()) continue;
    if (regex[i] == 'b') at_end = AtEnd::kWordBoundary;
    if (regex[i] == 'B' || regex[i] == 'z') return AtEnd::kMore;
  }
  return at_end;
}

bool LinePattern::matches_at_edges(std::string_view text, std::size_t begin,
                                   std::size_t end) const {
  const std::string_view line = text.substr(begin, end - begin);
  if (at_end_ == AtEnd::kUnknown) return pattern_.found_in(line);
  if (pattern_.begins(line)) return true;
  if (at_end_ == AtEnd::kNothing) return false;
  const bool in_word = end > 0 && end < text.size() &&
                       is_ascii_word(text[end - 1]) && is_ascii_word(text[end]);
  return (at_end_ == AtEnd::kMore || in_word) && to_end_.found_in(line);
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
  if (searched->covers(begin, end)) return matches_at_edges(text, begin, end);
  if (pattern_.found_in(line)) return true;
  const std::size_t ahead =
      std::min(text.size(), std::max(end, begin + kSearchAhead));
  Pattern::Span first{};
  const bool found =
      pattern_.find(text, begin, ahead, Pattern::Start::kAnywhere, &first);
  *searched = {begin, found ? first.begin : ahead};
  return false;
}

}  // namespace sluice

#include "scan/text/lost_ranges.h"

#include <fmt/core.h>

#include <span>

namespace sluice {
namespace {

// Places that are named one by one.
constexpr std::size_t kNamed = 16;

}  // namespace

void LostRanges::add(Range range, std::string_view why) {
  if (run_to(range.begin) != 0) {
    ranges_.back().end = range.end;
    return;
  }
  if (empty()) why_ = why;
  ranges_.push_back(range);
}

const LostRanges::Range* LostRanges::next(std::uint64_t offset) const {
  const auto found = std::ranges::upper_bound(ranges_, offset, {}, &Range::end);
  return found == ranges_.end() ? nullptr : &*found;
}

std::uint64_t LostRanges::before(std::uint64_t offset) const {
  std::uint64_t bytes = 0;
  for (const Range& range : ranges_) {
    if (range.begin >= offset) break;
    bytes += std::min(range.end, offset) - range.begin;
  }
  return bytes;
}

std::string LostRanges::reason() const {
  if (empty()) return {};
  const std::uint64_t bytes = before(ranges_.back().end);
  std::string text = fmt::format("{}: {} {} could not be read", why_, bytes,
                                 bytes == 1 ? "byte" : "bytes");
  if (ranges_.size() == 1)
    return text + fmt::format(", from byte {} on", ranges_[0].begin);
  std::string_view between = ": ";
  for (const Range& range :
       std::span(ranges_).first(std::min(ranges_.size(), kNamed))) {
    text += fmt::format("{}{} from byte {} on", between,
                        range.end - range.begin, range.begin);
    between = ", ";
  }
  if (ranges_.size() > kNamed)
    text += fmt::format(" and {} more places up to byte {}",
                        ranges_.size() - kNamed, ranges_.back().end);
  return text;
}

}  // namespace sluice

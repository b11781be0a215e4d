#include "scan/report/allowed_spans.h"

#include <algorithm>

namespace sluice {

void AllowedSpans::count_before(std::uint64_t frontier) {
  std::ranges::sort(spans_, {}, &AllowedSpan::begin);
  auto span = spans_.begin();
  for (; span != spans_.end() && span->begin < frontier; ++span) {
    if ((is_first_ || span->begin >= reached_) && !span->is_beside)
      ++(span->by == AllowedSpan::By::kComment ? by_comments_ : by_allowlists_);
    is_first_ = false;
    reached_ = std::max(reached_, span->end);
  }
  spans_.erase(spans_.begin(), span);
  // Sorting again costs as much as there is; so not before there is twice that.
  full_at_ = std::max(kFull, 2 * spans_.size());
}

}  // namespace sluice

#include "scan/overlap.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sluice {

void settle_overlaps(FileReport* report) {
  std::vector<Finding>* const findings = &report->findings;
  std::sort(findings->begin(), findings->end(),
            [](const Finding& a, const Finding& b) {
              if (a.start.byte != b.start.byte)
                return a.start.byte < b.start.byte;
              if (a.end.byte != b.end.byte) return a.end.byte < b.end.byte;
              return a.rule->id < b.rule->id;
            });
  if (findings->size() < 2) return;

  // A generic finding is covered if a specific one that starts before its end
  // reaches beyond its start. Going forward, the furthest end of the specific
  // ones so far decides for those that started before; going backward, the
  // nearest start of those that come after.
  const auto specific = [](const Finding& finding) {
    return !finding.rule->provider.empty();
  };
  std::vector<bool> covered(findings->size());
  std::uint64_t reached = 0;
  for (std::size_t i = 0; i < findings->size(); ++i) {
    const Finding& finding = (*findings)[i];
    if (specific(finding))
      reached = std::max(reached, finding.end.byte);
    else if (reached > finding.start.byte)
      covered[i] = true;
  }
  std::uint64_t next = UINT64_MAX;
  for (std::size_t i = findings->size(); i-- > 0;) {
    const Finding& finding = (*findings)[i];
    if (specific(finding))
      next = finding.start.byte;
    else if (next < finding.end.byte)
      covered[i] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings->size(); ++i) {
    if (covered[i]) {
      report->covered.push_back(std::move((*findings)[i]));
      continue;
    }
    if (kept != i) (*findings)[kept] = std::move((*findings)[i]);
    ++kept;
  }
  findings->resize(kept);
}

}  // namespace sluice

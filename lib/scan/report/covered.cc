// settle_overlaps() decides with sweeps that keep only how far the findings so
// far reach, not which finding does; to keep that would cost every scan. Here
// it is computed again, for the findings that stayed. `reaches_[i]`, the
// greatest end of findings 0 to i, never decreases. So the first place where it
// passes a byte is the finding that covers the byte and begins first. A finding
// may be covered by one that was then covered itself, and share no byte with
// one that stayed. Then the covered ones are searched, those of a provider
// first.

#include "scan/report/covered.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "judge/drop.h"

namespace sluice {
namespace {

// Says which findings share a byte.
class Reaches {
 public:
  explicit Reaches(std::vector<const Finding*> findings)
      : findings_(std::move(findings)) {
    std::ranges::sort(findings_, {}, [](const Finding* finding) {
      return std::tuple(finding->start.byte, finding->end.byte,
                        finding->rule->id);
    });
    std::uint64_t end = 0;
    for (const Finding* finding : findings_)
      reaches_.push_back(end = std::max(end, finding->end.byte));
  }

  // Returns the first finding, except itself, that shares a byte with
  // `covered`, or null.
  const Finding* over(const Finding& covered) const {
    auto at = static_cast<std::size_t>(
        std::ranges::upper_bound(reaches_, covered.start.byte) -
        reaches_.begin());
    for (; at != findings_.size(); ++at) {
      const Finding& finding = *findings_[at];
      if (finding.start.byte >= covered.end.byte) break;
      if (finding.end.byte > covered.start.byte && &finding != &covered)
        return &finding;
    }
    return nullptr;
  }

 private:
  std::vector<const Finding*> findings_;
  std::vector<std::uint64_t> reaches_;
};

}  // namespace

void explain_covered(FileReport* report) {
  if (report->covered.empty()) return;
  std::vector<const Finding*> stayed, telling, others;
  for (const Finding& finding : report->findings) stayed.push_back(&finding);
  for (const Finding& finding : report->covered) {
    others.push_back(&finding);
    if (!finding.rule->provider.empty()) telling.push_back(&finding);
  }
  const std::array<Reaches, 3> coverers{Reaches(std::move(stayed)),
                                        Reaches(std::move(telling)),
                                        Reaches(std::move(others))};
  for (const Finding& finding : report->covered) {
    const Finding* over = nullptr;
    for (const Reaches& reaches : coverers)
      if (over == nullptr) over = reaches.over(finding);
    report->dropped.push_back(dropped_for(
        Drop::kCovered, finding,
        {.other = over != nullptr ? over->rule->id : std::string_view()}));
  }
}

}  // namespace sluice

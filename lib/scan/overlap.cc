#include "scan/overlap.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// What says more comes first.
constexpr std::size_t kRanks = 3;
std::size_t rank_of(const Finding& finding) {
  if (finding.rule->provider.empty()) return 2;
  return finding.rule->family != nullptr ? 1 : 0;
}

// A family's findings that overlap one of it that is kept. They are in order.
void cover_repeated(const std::vector<Finding>& findings,
                    std::vector<bool>* covered) {
  std::unordered_map<const Rule*, std::uint64_t> reached;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.rule->family == nullptr || (*covered)[i]) continue;
    std::uint64_t& end = reached[finding.rule];
    if (finding.start.byte < end) (*covered)[i] = true;
    end = std::max(end, finding.end.byte);
  }
}

}  // namespace

namespace {

// Of several findings of generic rules that share a byte, the surest stays, or
// the first of those that are equally sure.
void settle_generic(FileReport* report) {
  std::vector<Finding>* const findings = &report->findings;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings->size(); ++i) {
    Finding& finding = (*findings)[i];
    if (kept != 0 && finding.rule->provider.empty()) {
      Finding& last = (*findings)[kept - 1];
      if (last.rule->provider.empty() && last.rule != finding.rule &&
          last.end.byte > finding.start.byte) {
        if (finding.confidence > last.confidence) std::swap(finding, last);
        report->covered.push_back(std::move(finding));
        continue;
      }
    }
    if (kept != i) (*findings)[kept] = std::move(finding);
    ++kept;
  }
  findings->resize(kept);
}

}  // namespace

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

  // A finding is covered if one that says more and starts before its end
  // reaches beyond its start. Going forward, the furthest end of such so far
  // decides for those that started before; going backward, the nearest start of
  // those that come after. By rank, the most telling ones first.
  std::vector<bool> covered(findings->size());
  std::array<std::uint64_t, kRanks> reached{};
  for (std::size_t i = 0; i < findings->size(); ++i) {
    const Finding& finding = (*findings)[i];
    const std::size_t rank = rank_of(finding);
    covered[i] = rank > 0 && reached[rank - 1] > finding.start.byte;
    for (std::size_t r = rank; r < kRanks; ++r)
      reached[r] = std::max(reached[r], finding.end.byte);
  }
  std::array<std::uint64_t, kRanks> next;
  next.fill(UINT64_MAX);
  for (std::size_t i = findings->size(); i-- > 0;) {
    const Finding& finding = (*findings)[i];
    const std::size_t rank = rank_of(finding);
    if (rank > 0 && next[rank - 1] < finding.end.byte) covered[i] = true;
    for (std::size_t r = rank; r < kRanks; ++r) next[r] = finding.start.byte;
  }
  cover_repeated(*findings, &covered);
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
  settle_generic(report);
}

}  // namespace sluice

#include "gitleaks/report/results.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace sluice {
namespace {

// Adds the findings of one worker, in no order yet.
void add(GitleaksResults& from, GitleaksResults* to) {
  std::move(from.leaks.begin(), from.leaks.end(),
            std::back_inserter(to->leaks));
  std::move(from.problems.begin(), from.problems.end(),
            std::back_inserter(to->problems));
  to->expired = to->expired || from.expired;
  to->coverage.files += from.coverage.files;
  to->coverage.bytes += from.coverage.bytes;
  for (std::size_t i = 0; i < from.coverage.skipped.size(); ++i)
    to->coverage.skipped[i] += from.coverage.skipped[i];
}

template <typename T>
std::vector<T> in_order(std::vector<std::pair<std::uint64_t, T>> numbered) {
  std::stable_sort(
      numbered.begin(), numbered.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<T> ordered;
  ordered.reserve(numbered.size());
  for (auto& [sequence, item] : numbered) ordered.push_back(std::move(item));
  return ordered;
}

}  // namespace

GitleaksScanOutcome gather(std::vector<GitleaksResults> results) {
  GitleaksResults all;
  for (GitleaksResults& one : results) add(one, &all);
  GitleaksScanOutcome outcome;
  outcome.leaks = in_order(std::move(all.leaks));
  outcome.coverage = std::move(all.coverage);
  outcome.coverage.problems = in_order(std::move(all.problems));
  outcome.expired = all.expired;
  return outcome;
}

std::string skipped_line(const GitleaksCoverage& coverage) {
  std::string line;
  for (std::size_t i = 0; i < kGitleaksSkipNames.size(); ++i) {
    if (coverage.skipped[i] == 0) continue;
    line += line.empty()
                ? fmt::format("{} files scanned; passed over: ", coverage.files)
                : ", ";
    line += fmt::format("{} {}", coverage.skipped[i], kGitleaksSkipNames[i]);
  }
  return line;
}

}  // namespace sluice

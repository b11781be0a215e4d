// The witnesses are the findings of rules that other rules require. They are
// ordered by their lines, so that a binary search finds those in nearby lines.
// So a file of n findings costs n log n. The exception is a rule that is
// bounded only in columns. At worst, each of its findings is compared with each
// witness.

#include "judge/required.h"

#include <algorithm>
#include <unordered_map>

#include "judge/drop.h"

namespace sluice {
namespace {

struct RequiredPlace {
  std::uint64_t line, column;
};

RequiredPlace required_place(const Finding& finding) {
  if (finding.rule->regex.empty()) return {0, 0};
  return {finding.start.line, finding.start.column};
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
  return a < b ? b - a : a - b;
}

class Witnesses {
 public:
  Witnesses(const RuleSet& rules, const std::vector<Finding>& findings)
      : rules_(rules) {
    for (const Rule& rule : rules.rules())
      for (const RequiredRule& required : rule.required)
        places_[&rules.rules()[required.rule]];
    if (places_.empty()) return;
    for (const Finding& finding : findings) {
      const auto wanted = places_.find(finding.rule);
      if (wanted != places_.end())
        wanted->second.push_back(required_place(finding));
    }
    for (auto& [rule, places] : places_)
      std::ranges::sort(places, {}, &RequiredPlace::line);
  }

  // Returns the first rule that `finding` requires and lacks, or null.
  const Rule* missing(const Finding& finding) const {
    if (finding.rule->regex.empty()) return nullptr;
    const RequiredPlace place = required_place(finding);
    const auto required = finding.rule->required;
    for (const RequiredRule& one : required) {
      // A rule that is required twice, with different bounds, counts as found
      // if either one is met.
      if (std::ranges::none_of(required, [&](const RequiredRule& other) {
            return other.rule == one.rule && found(other, place);
          }))
        return &rules_.rules()[one.rule];
    }
    return nullptr;
  }

 private:
  bool found(const RequiredRule& required, const RequiredPlace& place) const {
    const std::vector<RequiredPlace>& places =
        places_.at(&rules_.rules()[required.rule]);
    auto witness = places.begin();
    if (required.within_lines != kAnyDistance) {
      const std::uint64_t least =
          place.line -
          std::min<std::uint64_t>(place.line, required.within_lines);
      witness =
          std::ranges::lower_bound(places, least, {}, &RequiredPlace::line);
    }
    for (; witness != places.end(); ++witness) {
      if (required.within_lines != kAnyDistance &&
          witness->line > place.line + required.within_lines)
        return false;
      if (required.within_columns == kAnyDistance ||
          distance(witness->column, place.column) <= required.within_columns)
        return true;
    }
    return false;
  }

  const RuleSet& rules_;
  std::unordered_map<const Rule*, std::vector<RequiredPlace>> places_;
};

}  // namespace

void settle_required(const RuleSet& rules, std::vector<Finding>* findings,
                     std::vector<Dropped>* dropped) {
  if (findings->empty()) return;
  const Witnesses witnesses(rules, *findings);
  std::erase_if(*findings, [&](const Finding& finding) {
    const bool silent = finding.rule->skip_report;
    const Rule* const missing = silent ? nullptr : witnesses.missing(finding);
    if (!silent && missing == nullptr) return false;
    if (dropped != nullptr)
      dropped->push_back(
          dropped_for(silent ? Drop::kSilent : Drop::kRequired, finding,
                      {.other = silent ? std::string_view() : missing->id}));
    return true;
  });
}

}  // namespace sluice

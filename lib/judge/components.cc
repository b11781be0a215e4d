// Places are those of whole matches, as in betterleaks. Components are ordered
// by their places, so that a binary search finds a window in lines. Findings
// are compared only with those of their line, and only if one of them is of a
// more specific rule, because one line may contain all findings of a file.
#include "judge/components.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "judge/drop.h"

namespace sluice {
namespace {

// The place of a match. If there are no line ends before the secret, the column
// of the match is known. Otherwise the column of the secret replaces it.
struct MatchPlace {
  std::uint64_t begin, end;  // bytes of the text
  std::uint64_t line, last_line;
  std::uint64_t column;
};

MatchPlace match_place(const Finding& finding) {
  MatchPlace place{};
  if (finding.rule->regex.empty()) return place;
  if (finding.encoded) {
    place = {finding.start.byte, finding.end.byte, finding.start.line,
             finding.end.line, finding.start.column};
    return place;
  }
  const std::string_view match = finding.match;
  const std::size_t lead = finding.text_byte() - finding.match_byte;
  const std::string_view before = match.substr(0, lead);
  const auto lines = [](std::string_view text) {
    return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  };
  std::string_view trimmed = match;
  while (trimmed.ends_with('\n')) trimmed.remove_suffix(1);
  place.begin = finding.match_byte;
  place.end = place.begin + trimmed.size();
  place.line = finding.start.line - lines(before);
  place.last_line = place.line + lines(trimmed);
  place.column = finding.start.column;
  if (place.line == finding.start.line) place.column -= lead;
  return place;
}

bool is_within(const RequiredRule& required, const MatchPlace& primary,
               const MatchPlace& component) {
  const auto distance = [](std::uint64_t a, std::uint64_t b) {
    return a < b ? b - a : a - b;
  };
  const Window& window = required.window;
  switch (window.shape) {
    case Window::Shape::kNone:
      return (required.within_lines == kAnyDistance ||
              distance(primary.line, component.line) <=
                  required.within_lines) &&
             (required.within_columns == kAnyDistance ||
              distance(primary.column, component.column) <=
                  required.within_columns);
    case Window::Shape::kFile:
      return true;
    case Window::Shape::kColumns:
      return component.begin + window.columns_before >= primary.begin &&
             component.begin < primary.end + window.columns_after;
    case Window::Shape::kLines:
      break;
  }
  if (component.line + window.lines_before < primary.line ||
      component.line > primary.last_line + window.lines_after)
    return false;
  if (primary.line != primary.last_line ||
      (window.columns_before == 0 && window.columns_after == 0))
    return true;
  return component.column + window.columns_before >= primary.column &&
         component.column < primary.column + (primary.end - primary.begin) +
                                window.columns_after;
}

// A finding that is a component of another one.
struct Component {
  const Finding* finding;
  MatchPlace place;
};

class Settlement {
 public:
  Settlement(const RuleSet& rules, const std::vector<Finding>& components,
             std::vector<Finding>* findings, std::vector<Dropped>* dropped)
      : rules_(rules), findings_(*findings), dropped_(dropped) {
    for (const Finding& finding : components)
      by_rule_[finding.rule].push_back({&finding, match_place(finding)});
    for (auto& [rule, all] : by_rule_)
      std::ranges::sort(all, {},
                        [](const Component& one) { return one.place.line; });
  }

  void run() {
    erase(Drop::kRequired, [&](const Finding& finding) {
      const Rule* const missing = missing_of(finding);
      return missing == nullptr ? std::string_view() : missing->id;
    });
    for (const Finding& finding : findings_)
      lines_[match_place(finding).line].add(
          {finding.rule, finding.rule, finding.secret});
    erase(Drop::kCovered,
          [&](const Finding& finding) { return covered_by(finding); });
  }

 private:
  // A claim on a line: a finding, or the component of one.
  struct Claim {
    const Rule* rule;
    const Rule* owner;  // the rule of the finding
    std::string_view secret;
  };

  struct Line {
    std::vector<Claim> claims;
    std::int32_t most_specific = std::numeric_limits<std::int32_t>::min();

    void add(const Claim& claim) {
      claims.push_back(claim);
      most_specific = std::max(most_specific, claim.rule->specificity);
    }
  };

  // Erases every finding for which `by` returns the id of another rule.
  template <typename By>
  void erase(Drop why, const By& by) {
    std::vector<std::string_view> others;
    others.reserve(findings_.size());
    for (const Finding& finding : findings_) others.push_back(by(finding));
    std::size_t at = 0;
    std::vector<Finding> kept;
    for (Finding& finding : findings_) {
      const std::string_view other = others[at++];
      if (other.empty())
        kept.push_back(std::move(finding));
      else if (dropped_ != nullptr)
        dropped_->push_back(
            dropped_for(why, std::move(finding), {.other = other}));
    }
    findings_ = std::move(kept);
  }

  // Returns the first rule whose component is missing, or null. Notes the
  // components that exist.
  const Rule* missing_of(const Finding& finding) {
    if (finding.rule->required.empty()) return nullptr;
    const MatchPlace place = match_place(finding);
    std::vector<const Component*> found;
    for (const RequiredRule& required : finding.rule->required) {
      const std::size_t before = found.size();
      for (const Component& one : near(required, place))
        if (is_within(required, place, one.place)) found.push_back(&one);
      if (!required.optional && found.size() == before)
        return &rules_.rules()[required.rule];
    }
    for (const Component* one : found) {
      const Finding& part = *one->finding;
      used_.emplace(part.rule, one->place.begin, part.secret);
      lines_[one->place.line].add({part.rule, finding.rule, part.secret});
    }
    return nullptr;
  }

  std::span<const Component> near(const RequiredRule& required,
                                  const MatchPlace& place) const {
    const auto found = by_rule_.find(&rules_.rules()[required.rule]);
    if (found == by_rule_.end()) return {};
    const std::span<const Component> all = found->second;
    if (required.window.shape != Window::Shape::kLines) return all;
    const auto line_of = [](const Component& one) { return one.place.line; };
    const std::uint64_t first =
        place.line -
        std::min<std::uint64_t>(place.line, required.window.lines_before);
    const auto begin = std::ranges::lower_bound(all, first, {}, line_of);
    const auto end = std::ranges::upper_bound(
        all, place.last_line + required.window.lines_after, {}, line_of);
    return {begin, end};
  }

  // Returns the rule that replaces the finding, or an empty string.
  std::string_view covered_by(const Finding& finding) const {
    const MatchPlace place = match_place(finding);
    if (used_.contains({finding.rule, place.begin, finding.secret}))
      return finding.rule->id;
    const auto line = lines_.find(place.line);
    if (line == lines_.end() ||
        line->second.most_specific <= finding.rule->specificity)
      return {};
    for (const Claim& claim : line->second.claims) {
      if (claim.rule != finding.rule && claim.owner != finding.rule &&
          claim.rule->specificity > finding.rule->specificity &&
          claim.secret.find(finding.secret) != std::string_view::npos)
        return claim.rule->id;
    }
    return {};
  }

  const RuleSet& rules_;
  std::vector<Finding>& findings_;
  std::vector<Dropped>* dropped_;
  std::unordered_map<const Rule*, std::vector<Component>> by_rule_;
  std::set<std::tuple<const Rule*, std::uint64_t, std::string_view>> used_;
  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace

void settle_components(const RuleSet& rules,
                       const std::vector<Finding>& components,
                       std::vector<Finding>* findings,
                       std::vector<Dropped>* dropped) {
  Settlement(rules, components, findings, dropped).run();
}

}  // namespace sluice

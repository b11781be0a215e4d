// A prefilter is evaluated once per file, before the file is read.
#include "judge/filter/filters.h"

#include <algorithm>

namespace sluice {

Filters::Filters(const RuleSet& rules, std::string_view resource)
    : rules_(rules), resource_(resource), by_rule_(rules.rules().size()) {
  prefilters_ = compile(rules.prefilters());
  filters_ = compile(rules.filters());
  for (std::size_t i = 0; i < by_rule_.size(); ++i)
    by_rule_[i] = compile(rules.rules()[i].filters);
}

Filters::Conditions Filters::compile(
    std::span<const Expression* const> expressions) {
  Conditions all;
  for (const Expression* const one : expressions) {
    all.push_back(one->compile());
    reach_ = std::max(reach_, all.back()->reach());
  }
  return all;
}

Filters::Answer Filters::ask(const Asked& asked) const {
  const Conditions& own = by_rule_[asked.rule];
  if (filters_.empty() && own.empty()) return {};
  const Rule& rule = rules_.rules()[asked.rule];
  FilterSubject subject{rule,        asked.path,  asked.text,
                        asked.match, asked.facts, resource_};
  const auto holds = [&](const auto& one) { return one->holds(subject); };
  for (const auto* const all : {&filters_, &own})
    if (std::ranges::any_of(*all, holds))
      return {true, all == &filters_ || rule.plausible, subject.failed,
              subject.confidence};
  return {false, false, subject.failed, subject.confidence};
}

Filters::Answer Filters::ask_of_file(std::string_view path) const {
  if (prefilters_.empty()) return {};
  // A prefilter sees no finding, so any rule will do.
  FilterSubject subject{
      .rule = rules_.rules().front(), .path = path, .resource = resource_};
  Answer answer;
  answer.drops = std::ranges::any_of(
      prefilters_, [&](const auto& one) { return one->holds(subject); });
  answer.failed = subject.failed;
  return answer;
}

}  // namespace sluice

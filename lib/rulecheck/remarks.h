// The list to which the parts of lint() add their remarks.
// Thread-safety: a list belongs to one thread.
#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rulecheck/lint.h"

namespace sluice {

class Remarks {
 public:
  template <typename... Args>
  void add(std::size_t entry, fmt::format_string<Args...> format,
           Args&&... args) {
    remarks_.push_back(
        {entry, fmt::format(format, std::forward<Args>(args)...), false});
  }

  template <typename... Args>
  void add_for_file(std::size_t entry, fmt::format_string<Args...> format,
                    Args&&... args) {
    remarks_.push_back(
        {entry, fmt::format(format, std::forward<Args>(args)...), true});
  }

  std::vector<Remark> take() { return std::move(remarks_); }

 private:
  std::vector<Remark> remarks_;
};

// Remarks on a rule's pattern: mistakes in its matches, and its cost.
void lint_pattern(const Rule& rule, std::size_t entry, const RuleCost* cost,
                  Remarks& remarks);

// Remarks on the families among `entries`: on each alone, and on pairs.
void lint_families(const RuleSet& rules, std::span<const RuleEntry> entries,
                   Remarks& remarks);

}  // namespace sluice

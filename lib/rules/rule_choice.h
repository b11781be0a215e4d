// The rules of a set that report: all, only some, or all except some.
// Thread-safety: immutable. Ownership: points at rules of the set, which must
// outlive it.
#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "base/error.h"
#include "rules/rule_set.h"

namespace sluice {

class RuleChoice {
 public:
  RuleChoice() = default;

  // An empty `enabled` enables all rules. Rules in `disabled` are off in any
  // case. Errors: kConfig for an id that does not exist; the message suggests
  // similar ids.
  static Result<RuleChoice> make(const RuleSet& rules,
                                 std::span<const std::string> enabled,
                                 std::span<const std::string> disabled);

  bool all() const { return off_.empty(); }
  bool is_on(const Rule* rule) const { return !off_.contains(rule); }
  std::size_t off() const { return off_.size(); }

 private:
  std::unordered_set<const Rule*> off_;
};

}  // namespace sluice

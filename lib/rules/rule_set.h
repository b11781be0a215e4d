// The rules of a scan with the storage that they point into.
// Thread-safety: immutable; any thread may read. Ownership: a RuleSet shares
// its storage with its copies, so a Rule stays valid as long as one of them
// does; a set from static data owns nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"
#include "rules/rule_storage.h"

namespace sluice {

class RuleSet {
 public:
  RuleSet() = default;
  explicit RuleSet(std::shared_ptr<const RuleStorage> storage);

  // The embedded set: nothing is copied, so both must outlive the process's
  // use of the set.
  static RuleSet from_static(std::span<const Rule> rules,
                             std::string_view sha256,
                             std::span<const Rule> families = {});

  // The rules that match something; every index of a rule is one in here.
  std::span<const Rule> rules() const { return rules_; }

  // The rules without a pattern that have a family.
  std::span<const Rule> families() const { return families_; }

  // The number of rules, families included.
  std::size_t size() const { return rules_.size() + families_.size(); }

  // Allowlists for every rule, in addition to those in the rules. Empty for
  // sets from load_rules() and static data, where each rule holds them.
  std::span<const Allowlist> global_allowlists() const {
    return global_allowlists_;
  }

  // Filters for every rule, in addition to those in the rules. A file for which
  // a prefilter is true is not scanned; a finding for which a filter is true is
  // dropped.
  std::span<const Expression* const> prefilters() const;
  std::span<const Expression* const> filters() const;
  Dialect dialect() const {
    return storage_ == nullptr ? Dialect::kGitleaks : storage_->dialect;
  }

  // SHA-256 of the source texts, joined in their order, in hexadecimal.
  std::string_view sha256() const { return sha256_; }

  // The place of the rule, as "file:line"; "built-in" for static data.
  std::string origin(std::size_t rule_index) const;
  std::string family_origin(std::size_t family_index) const;

  // Null for static data.
  const std::shared_ptr<const RuleStorage>& storage() const { return storage_; }

 private:
  std::string place(const RuleOrigin& origin) const;

  std::shared_ptr<const RuleStorage> storage_;  // null for static data
  std::span<const Rule> rules_;
  std::span<const Rule> families_;
  std::span<const Allowlist> global_allowlists_;
  std::string_view sha256_;
};

// The number of rules in `rules` that `others` has too, by their ids.
std::size_t count_common(const RuleSet& rules, const RuleSet& others);

// The expressions as they are written.
std::vector<std::string_view> sources_of(
    std::span<const Expression* const> expressions);

}  // namespace sluice

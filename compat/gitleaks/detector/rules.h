// The rules of a gitleaks-compatible scan, compiled.
// Thread-safety: immutable once made. Ownership: owns the rules.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gitleaks/detector/exceptions.h"
#include "gitleaks/match/text_matcher.h"
#include "match/pattern.h"
#include "rules/rule_set.h"

namespace sluice {

class GitleaksRules {
 public:
  // The patterns must have been checked (rules/config.h). If `enabled` is not
  // empty, all other rules are left out, even if an enabled rule requires them.
  // `literals` are the rules' as in TextMatcher::create(). Errors: kConfig;
  // kUsage for an id that no rule has.
  static Result<std::unique_ptr<GitleaksRules>> create(
      RuleSet rules, const std::vector<std::string>& enabled,
      std::string_view literals = {});

  const RuleSet& rules() const { return matcher_->rules(); }
  const Rule& rule(std::uint32_t index) const { return rules().rules()[index]; }
  const TextMatcher& matcher() const { return *matcher_; }

  bool enabled(std::uint32_t rule) const { return enabled_[rule]; }
  // The path pattern of a rule that has one.
  bool path_fits(std::uint32_t rule, std::string_view file) const;
  // Whether other rules go before it (its name contains "generic").
  bool is_generic(std::uint32_t rule) const { return generic_[rule]; }
  const std::vector<std::uint32_t>& path_rules() const { return path_rules_; }
  // For a rule without a pattern: returns whether `text` has one of its
  // keywords.
  bool keyword_seen(std::uint32_t rule, std::string_view text) const;

  // Whether the walk passes over a file or directory.
  bool walk_skips(std::string_view path) const;
  // `commit` is empty outside of git.
  bool allows_file(std::string_view file, std::string_view commit = {}) const;
  bool rule_allows_file(std::uint32_t rule, std::string_view file,
                        std::string_view commit) const;
  bool allows(std::uint32_t rule, const GitleaksTexts& texts) const;

 private:
  using List = std::vector<const Exceptions*>;

  GitleaksRules() = default;
  Result<void> compile_allowlists();
  Result<const Exceptions*> compile(const Allowlist& allowlist,
                                    std::string_view owner);

  std::unique_ptr<TextMatcher> matcher_;
  std::deque<Pattern> paths_;  // by rule
  std::vector<bool> enabled_;
  std::vector<bool> generic_;
  std::vector<std::uint32_t> path_rules_;
  std::deque<std::unique_ptr<Exceptions>> compiled_;
  std::vector<std::pair<const Allowlist*, const Exceptions*>> known_;
  List global_;
  std::vector<List> of_rule_;
};

}  // namespace sluice

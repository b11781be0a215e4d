// The expressions of a configuration (rules/config.h), with their patterns.
// They decide whether a finding or a file is dropped.
// Thread-safety: immutable; each pattern is compiled on first use.
// Ownership: keeps a reference to the rules, which must outlive it.
// Errors: if an expression fails for a finding or a file, the finding or file
// stays, as in betterleaks, and the answer says that it failed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "rules/expression.h"
#include "rules/rule_set.h"

namespace sluice {

inline constexpr std::string_view kFileResource = "fs.content";
inline constexpr std::string_view kGitResource = "git.patch_content";

struct TextFacts;  // judge/text_facts.h

// The subject of expressions: a candidate, or a file by its path.
struct FilterSubject {
  const Rule& rule;
  std::string_view path;
  // The text of the match. Empty for a file that is found by its path.
  std::string_view text;
  Pattern::Match match = {};
  // The facts about `text`. Null means that nothing is kept.
  TextFacts* facts = nullptr;
  // betterleaks' attribute of that name.
  std::string_view resource;
  // Written by expressions, in their order, and read by those that follow.
  std::optional<Confidence> confidence{};  // if one set it
  bool failed = false;                     // one had no value
};

// An expression with its patterns, which are compiled on first use.
class Condition {
 public:
  virtual ~Condition() = default;
  virtual bool holds(FilterSubject& subject) const = 0;
  // Bytes on either side of a match that it may use.
  virtual std::size_t reach() const = 0;
};

class Filters {
 public:
  // `resource` is betterleaks' attribute of that name, for everything that is
  // scanned.
  explicit Filters(const RuleSet& rules,
                   std::string_view resource = kFileResource);

  // The input of expressions: a candidate, or a file by its path.
  struct Asked {
    std::uint32_t rule = 0;
    std::string_view path;
    // The text of the match. Empty for a file that is found by its path.
    std::string_view text;
    Pattern::Match match = {};
    // The facts about `text`. Null means that nothing is kept.
    TextFacts* facts = nullptr;
  };
  struct Answer {
    bool drops = false;
    // Only a filter for every rule, or one that a configuration gave to a
    // default rule, keeps it from being a finding.
    bool excepted = false;
    bool failed = false;                   // an expression had no value
    std::optional<Confidence> confidence;  // if an expression set it
  };
  Answer ask(const Asked& asked) const;

  // Whether a prefilter excludes the file with this path.
  Answer ask_of_file(std::string_view path) const;

  // Bytes on either side of a match that the expressions may use.
  std::size_t reach() const { return reach_; }

 private:
  using Conditions = std::vector<std::unique_ptr<const Condition>>;
  Conditions compile(std::span<const Expression* const> expressions);

  const RuleSet& rules_;
  std::string_view resource_;
  Conditions prefilters_;
  Conditions filters_;
  std::vector<Conditions> by_rule_;
  std::size_t reach_ = 0;
};

}  // namespace sluice

// The expressions of a configuration (rules/config.h), with their patterns:
// whether they drop a finding, or a file.
// Thread-safety: immutable; patterns compile themselves on first use.
// Ownership: keeps a reference to the rules, which must outlive it.
// Errors: a finding or a file at which an expression fails stays, as in
// betterleaks, and the answer says that it did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "expr/program.h"
#include "match/pattern.h"
#include "rules/rule_set.h"
#include "text/searched.h"

namespace sluice {

inline constexpr std::string_view kFileResource = "fs.content";
inline constexpr std::string_view kGitResource = "git.patch_content";

// What was found out about a text in which many candidates stand.
struct TextFacts {
  std::optional<std::int64_t> characters;
  Searched directives;                  // judge/allow/directive.h
  std::vector<Searched> line_patterns;  // by LinePatterns::first
};

class Filters {
 public:
  // `resource` is what all that is scanned is to betterleaks, the attribute of
  // that name.
  explicit Filters(const RuleSet& rules,
                   std::string_view resource = kFileResource);

  // What expressions look at: a candidate, or a file by its path.
  struct Asked {
    std::uint32_t rule = 0;
    std::string_view path;
    // The text in which it matched; empty for a file that is found by its path.
    std::string_view text;
    Pattern::Match match = {};
    // Of `text`; null: nothing is kept.
    TextFacts* facts = nullptr;
  };
  struct Answer {
    bool drops = false;
    // It would be a finding but for a filter for every rule, or for one that a
    // configuration gave to a default rule.
    bool excepted = false;
    bool failed = false;                   // an expression came to nothing
    std::optional<Confidence> confidence;  // if an expression set it
  };
  Answer ask(const Asked& asked) const;

  // Whether a prefilter leaves out the file of this path.
  Answer ask_of_file(std::string_view path) const;

  // Bytes that must stand on either side of a match for the expressions to see
  // what they may slice.
  std::size_t reach() const { return reach_; }

 private:
  struct Compiled {
    const expr::Program* program;
    std::deque<Pattern> patterns;
  };
  static std::deque<Compiled> compile(
      std::span<const expr::Program* const> programs);
  class Evaluation;

  const RuleSet& rules_;
  std::string_view resource_;
  std::deque<Compiled> prefilters_;
  std::deque<Compiled> filters_;
  std::vector<std::deque<Compiled>> by_rule_;
  std::size_t reach_ = 0;
};

}  // namespace sluice

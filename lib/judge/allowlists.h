// The allowlists of a rule set: which of them fits a candidate.
//
// A candidate rarely fits one, and a rule has up to thirty patterns to say no
// for. So the patterns of a group of lists (those for all rules, or those of
// one rule) are also joined into one for each text that they are applied to, a
// sieve. The patterns of lists that need a path as well are a sieve of their
// own, for files with such a path. Only what passes meets the lists one by one.
// The exception is a list that fitted a candidate of the text before: lines like
// that one follow.
//
// Thread-safety: immutable; patterns are compiled on first use.
// Ownership: refers to the rules, which must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/line_pattern.h"
#include "match/pattern.h"
#include "rules/rule_set.h"

namespace sluice {

// The facts about one text, kept from one candidate to the next.
struct AllowlistFacts {
  // By the number of the line pattern among those of all lists.
  std::vector<LineSearched> lines;
  // By the number of the list: whether one of its paths fits.
  std::vector<std::optional<bool>> paths;
  // By the number of the group: which of its first lists fitted last, from 1.
  std::vector<std::uint8_t> fitted;
};

// The texts that the lists are matched against. `line` is a part of `text`.
struct AllowSubject {
  std::string_view path, commit, secret, match;
  std::string_view text, line;
  AllowlistFacts* facts = nullptr;  // of `text`; null if none are kept
};

class Allowlists {
 public:
  explicit Allowlists(const RuleSet& rules);

  // Returns the first list for all rules, or of one rule, that fits; or null.
  const Allowlist* fitting_global(const AllowSubject& subject) const {
    return fitting(global_, subject);
  }
  const Allowlist* fitting(std::uint32_t rule,
                           const AllowSubject& subject) const {
    return fitting(*groups_of_[rule], subject);
  }

  // Whether there is any list that a candidate of this rule may fit.
  bool has_any(std::uint32_t rule) const {
    return !global_.lists.empty() || !groups_of_[rule]->lists.empty();
  }

  // Whether the lists for all rules only ask about the value and its line, not
  // about the match of a rule.
  bool global_is_by_value() const { return global_by_value_; }

 private:
  // The patterns of one list. Few lists are ever asked alone.
  struct Patterns {
    std::deque<Pattern> paths;
    std::deque<Pattern> regexes;    // of a secret or a match
    std::deque<LinePattern> lines;  // of a line
  };
  struct Member {
    Member(const Allowlist& allowlist, std::size_t at, std::size_t first_line)
        : list(&allowlist), number(at), first_line_pattern(first_line) {}
    const Allowlist* list;
    std::size_t number;
    std::size_t first_line_pattern;  // its number among those of all lists
    mutable std::once_flag once;
    mutable std::unique_ptr<Patterns> patterns;  // written under `once`
  };

  // If a list of the group fits, one of these patterns matches, or the list is
  // one of `by_place`.
  struct Sieve {
    struct Part {
      std::deque<std::string> regexes;  // of the patterns below
      std::deque<Pattern> secrets, matches;
      std::deque<LinePattern> lines;
      std::size_t first_line = 0;  // its number among the line patterns
    };
    Part part;
    // Those of lists that need a path as well. Most files have none of these.
    Part part_with_path;
    std::vector<const Member*> with_path;
    // The lists that a path or a commit alone may fit.
    std::vector<const Member*> by_place;
  };

  struct Group {
    std::vector<const Member*> lists;
    std::size_t number = 0;  // among the groups; the one for all rules is 0
    std::size_t first_sieve_line = 0;  // its number among the line patterns
    mutable std::once_flag once;
    mutable std::unique_ptr<Sieve> sieve;  // written under `once`
  };

  void number_sieve_lines(Group* group);
  static const Patterns& patterns_of(const Member& one);
  static const Sieve& sieve_of(const Group& group);
  bool passes(const Sieve::Part& part, const AllowSubject& subject) const;
  const Allowlist* fitting(const Group& group,
                           const AllowSubject& subject) const;
  std::uint8_t& fitted_of(const Group& group, AllowlistFacts& facts) const;
  bool passes(const Group& group, const AllowSubject& subject) const;
  bool fits(const Member& one, const AllowSubject& subject) const;
  // Whether one of the list's patterns matches its text.
  bool matches(const Member& one, const AllowSubject& subject) const;
  bool path_fits(const Member& one, const AllowSubject& subject) const;
  bool found_in_line(const LinePattern& pattern, std::size_t number,
                     const AllowSubject& subject) const;

  std::deque<Member> members_;  // each once
  Group global_;
  bool global_by_value_ = true;
  // Most rules have only those for all rules, and so the same.
  std::deque<Group> groups_;
  std::vector<const Group*> groups_of_;  // by rule, in groups_
  std::size_t line_patterns_ = 0;        // of all lists and sieves
};

}  // namespace sluice

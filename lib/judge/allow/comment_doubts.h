// What the allow comments of a file leave in doubt: the rules that they name and
// that there are not, and comments that are misspelt. The same whatever the
// order in which the comments are seen.
// Bound: the first kNamed names, in alphabetical order, and whether there are
// more.
// Thread-safety: a value for one thread at a time.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "judge/allow/directive.h"
#include "rules/rule_entry.h"

namespace sluice {

class CommentDoubts {
 public:
  static constexpr std::size_t kNamed = 5;

  // `known`: the ids of all rules.
  void add(const AllowDoubts& doubts,
           const std::unordered_set<std::string_view>& known);
  void append(const CommentDoubts& more);

  bool empty() const { return unknown_.empty() && !misspelt_; }

  // Half sentences for people. `rules`: those that may be meant. A name is
  // repeated if it is made as those of rules are.
  std::vector<std::string> sentences(std::span<const RuleEntry> rules) const;

 private:
  void add_unknown(std::string_view name);

  // The first kNamed, and one more if there are more.
  std::set<std::string, std::less<>> unknown_;
  bool misspelt_ = false;
};

}  // namespace sluice

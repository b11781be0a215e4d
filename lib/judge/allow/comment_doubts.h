// The doubtful allow comments of a file: names of rules that do not exist, and
// misspelt comments. The result does not depend on the order in which the
// comments are found. Bound: the first kNamed names, in alphabetical order, and
// whether there are more.
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

  // `known` contains the ids of all rules.
  void add(const AllowDoubts& doubts,
           const std::unordered_set<std::string_view>& known);
  void append(const CommentDoubts& more);

  bool empty() const { return unknown_.empty() && !misspelt_; }

  // Returns half sentences for people. `rules` are the rules that may be meant.
  // A name is repeated if it has the form of a rule's name.
  std::vector<std::string> sentences(std::span<const RuleEntry> rules) const;

 private:
  void add_unknown(std::string_view name);

  // The first kNamed, and one more if there are more.
  std::set<std::string, std::less<>> unknown_;
  bool misspelt_ = false;
};

}  // namespace sluice

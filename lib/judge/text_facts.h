// The facts about a text that contains many candidates, which are computed when
// the first candidate needs them.
// Thread-safety: none; they belong to the scan of one text.
// Ownership: refers to the text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "finding/evidence.h"
#include "judge/context/name.h"
#include "judge/family_finder.h"
#include "judge/line_pattern.h"
#include "judge/value/assigned.h"
#include "judge/value/traits.h"
#include "rules/rule.h"
#include "text/searched.h"

namespace sluice {

// The answer of assigned() for a value beside a name.
struct AssignedTo {
  std::string_view name;
  Assigned answer;
};

// The facts about a value at its place that do not depend on the rule.
struct ValueFacts {
  TextSpan span;
  ValueTraits traits;
  std::optional<bool> in_template;  // in_template_action()
  std::optional<ValuePlace> place;  // place_of()
  std::array<std::optional<AssignedTo>, kValueKindNames.size()>
      assigned;  // by ValueKind
  // Whether no allowlist for all rules fits the value and its line.
  bool passes_global = false;
};

// The facts about the last values. Three to five rules find the same value,
// and their candidates follow each other closely.
class RecentValues {
 public:
  // The result is valid until the next call.
  ValueFacts& at(std::string_view text, TextSpan span) {
    for (std::optional<ValueFacts>& one : recent_)
      if (one && one->span == span) return *one;
    next_ = (next_ + 1) % recent_.size();
    return recent_[next_].emplace(ValueFacts{
        .span = span,
        .traits = ValueTraits(text.substr(span.begin, span.end - span.begin)),
        .in_template = {},
        .place = {},
        .assigned = {}});
  }

 private:
  std::array<std::optional<ValueFacts>, 4> recent_;
  std::size_t next_ = 0;
};

// The meaning of the last name. The rules that find a value find the same name.
class RecentName {
 public:
  NameSays says(std::string_view name) {
    if (!says_ || name.data() != name_.data() || name.size() != name_.size()) {
      name_ = name;
      says_ = name_says(name);
    }
    return *says_;
  }

 private:
  std::string_view name_;
  std::optional<NameSays> says_;
};

struct TextFacts {
  std::optional<std::int64_t> characters;
  Searched directives;  // judge/allow/directive.h
  FamilyFinder::Seen families;
  RecentValues values;
  RecentName name;
  // By the number of the pattern among those of all lists; see
  // Judge::CompiledAllowlist::first_line_pattern.
  std::vector<LineSearched> line_patterns;
};

}  // namespace sluice

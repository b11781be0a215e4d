// The facts about a text that contains many candidates, which are computed when
// the first candidate needs them.
// Thread-safety: none; they belong to the scan of one text.
// Ownership: refers to the text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "finding/evidence.h"
#include "judge/allowlists.h"
#include "judge/context/name.h"
#include "judge/context/place.h"
#include "judge/family_finder.h"
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
  std::optional<std::string_view> host;  // to which it belongs
  std::optional<bool> in_template;       // in_template_action()
  std::optional<ValuePlace> place;       // place_of()
  std::array<std::optional<AssignedTo>, kValueKindNames.size()>
      assigned;  // by ValueKind
  // Whether no allowlist for all rules fits the value and its line.
  bool passes_global = false;
};

// The traits of the last values of a text, for those that come again: `string`
// and `true` in the description of an interface, the same token in each line of
// a log.
class KeptTraits {
 public:
  void keep(const ValueTraits& traits) {
    if (traits.size() > kLongest) return;
    kept_.resize(kPlaces);
    kept_[place_of(traits.text)] = traits;
  }

  // The traits of `value` with all that was asked of a value like it.
  ValueTraits of(std::string_view value) const {
    if (!kept_.empty() && value.size() <= kLongest)
      if (const auto& kept = kept_[place_of(value)];
          kept && kept->text == value)
        return kept->at(value);
    return ValueTraits(value);
  }

 private:
  // Longer values are seldom repeated.
  static constexpr std::size_t kLongest = 48;
  static constexpr std::size_t kPlaces = 64;
  static std::size_t place_of(std::string_view value) {
    return std::hash<std::string_view>()(value) % kPlaces;
  }

  std::vector<std::optional<ValueTraits>> kept_;  // empty until the first
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
    std::optional<ValueFacts>& place = recent_[next_];
    if (place) kept_.keep(place->traits);
    return place.emplace(ValueFacts{
        .span = span,
        .traits = kept_.of(text.substr(span.begin, span.end - span.begin)),
        .host = {},
        .in_template = {},
        .place = {},
        .assigned = {}});
  }

 private:
  std::array<std::optional<ValueFacts>, 4> recent_;
  std::size_t next_ = 0;
  KeptTraits kept_;
};

// The meanings of the last names. A log has the same few in each line.
class RecentNames {
 public:
  NameSays says(std::string_view name) {
    for (const Meaning& one : recent_)
      if (one.is_known && one.name == name) return one.says;
    next_ = (next_ + 1) % recent_.size();
    recent_[next_] = {name, name_says(name), true};
    return recent_[next_].says;
  }

 private:
  struct Meaning {
    std::string_view name;
    NameSays says{};
    bool is_known = false;
  };
  std::array<Meaning, 8> recent_{};
  std::size_t next_ = 0;
};

// The name of the last value (assigned_name()): several rules ask for it.
struct LastName {
  std::size_t value = ~std::size_t{0};  // where the value begins
  std::optional<TextSpan> name;
};

struct TextFacts {
  std::optional<std::int64_t> characters;
  Searched directives;  // judge/allow/directive.h
  FamilyFinder::Seen families;
  RecentValues values;
  RecentNames names;
  LastName last_name;
  std::optional<PathPlace> path;
  AllowlistFacts allowlists;
};

}  // namespace sluice

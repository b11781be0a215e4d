// Which literals find the places of which rules.
// Thread-safety: a plan is immutable once made.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "match/literals/literal_index.h"
#include "rules/rule.h"

namespace sluice {

// The longest match that is looked for, in bytes from its anchor: what bounds
// the patterns that have no bound of their own (private keys), and with them
// the context that a view needs on its right.
inline constexpr std::uint32_t kMaxSpan = 32 * 1024;

// An anchor that may stand further than this into a match does not help to
// find where the match begins.
inline constexpr std::uint32_t kMaxLead = 4 * 1024;

// What an occurrence of a literal means to one rule.
struct LiteralUse {
  // In place of a rule: the literal is a mark (make_plan()), of which only
  // counts whether it is there.
  static constexpr std::uint32_t kMark =
      std::numeric_limits<std::uint32_t>::max();

  std::uint32_t rule;
  bool anchor;               // opens a context; else a keyword, or `needed`
  std::uint32_t lead;        // of an anchor: most bytes of a match before it
  std::uint32_t number = 0;  // of an anchor: its place among the rule's
  // Of an anchor that begins with a letter, digit or `_`: none of these may
  // stand before it.
  bool starts_word = false;
  // Of a rule without a usable anchor: each match holds one of these,
  // somewhere.
  bool needed = false;
  bool operator==(const LiteralUse&) const = default;
};

struct MatchPlan {
  std::vector<Literal> literals;
  // The uses of literal i: uses[first_use[i] .. first_use[i + 1]).
  std::vector<LiteralUse> uses;
  std::vector<std::uint32_t> first_use;

  // Rules without an anchor: their patterns run over everything.
  std::vector<std::uint32_t> plain_rules;
  // Rules for rows of fields (match/tables/row_reader.h).
  std::vector<std::uint32_t> row_rules;
  // Rules without a pattern: the path alone decides.
  std::vector<std::uint32_t> path_rules;
  // By rule: the keywords are not part of the anchors, so that they have to be
  // looked for by themselves.
  std::vector<bool> needs_keyword;
  // By rule: the bytes from the anchor in which a match must end.
  std::vector<std::uint32_t> span;
  // Bytes after a view's own that can decide a match which starts in the view.
  std::uint32_t right_context = 0;

  std::span<const LiteralUse> uses_of(std::uint32_t literal) const {
    return std::span(uses).subspan(first_use[literal],
                                   first_use[literal + 1] - first_use[literal]);
  }
  bool operator==(const MatchPlan&) const = default;
};

// `marks` are looked for beside what the rules need, since every byte is read
// anyway; case matters.
MatchPlan make_plan(std::span<const Rule> rules,
                    std::span<const std::string_view> marks = {});

}  // namespace sluice

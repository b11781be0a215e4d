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

// The longest match that is searched for, in bytes from its anchor. It bounds
// patterns without a bound of their own (private keys), and so the context that
// a view needs on its right.
inline constexpr std::uint32_t kMaxSpan = 32 * 1024;

// An anchor that may be further than this from the beginning of a match does
// not help to find the beginning.
inline constexpr std::uint32_t kMaxLead = 4 * 1024;

// The meaning of an occurrence of a literal for one rule.
struct LiteralUse {
  // In place of a rule: the literal is a mark (make_plan()). Only its presence
  // matters.
  static constexpr std::uint32_t kMark =
      std::numeric_limits<std::uint32_t>::max();

  std::uint32_t rule;
  bool anchor;               // opens a context; else keyword or `needed`
  std::uint32_t lead;        // of an anchor: most bytes of a match before it
  std::uint32_t number = 0;  // of an anchor: its number in the rule
  // For an anchor that begins with a letter, digit or `_`: none of these may
  // come before it.
  bool starts_word = false;
  // For a rule without a usable anchor: each match contains one of these
  // literals, anywhere.
  bool needed = false;
  bool operator==(const LiteralUse&) const = default;
};

struct MatchPlan {
  std::vector<Literal> literals;
  // The uses of literal i: uses[first_use[i] .. first_use[i + 1]). Those as an
  // anchor come first.
  std::vector<LiteralUse> uses;
  std::vector<std::uint32_t> first_use;

  // Rules without an anchor: their patterns run over everything.
  std::vector<std::uint32_t> plain_rules;
  // Rules for rows of fields (match/tables/row_reader.h).
  std::vector<std::uint32_t> row_rules;
  // Rules without a pattern: the path alone decides.
  std::vector<std::uint32_t> path_rules;
  // Rules for files of a kind (Rule::file).
  std::vector<std::uint32_t> file_rules;
  // By rule: the keywords are not part of the anchors, so they have to be
  // searched for separately.
  std::vector<bool> needs_keyword;
  // By rule: the number of bytes from the anchor within which a match must end.
  std::vector<std::uint32_t> span;
  // Bytes after the owned bytes of a view that can decide a match in the view.
  std::uint32_t right_context = 0;

  std::span<const LiteralUse> uses_of(std::uint32_t literal) const {
    return std::span(uses).subspan(first_use[literal],
                                   first_use[literal + 1] - first_use[literal]);
  }
  bool operator==(const MatchPlan&) const = default;
};

// `marks` are searched for in addition to what the rules need, because every
// byte is read anyway. Their case matters.
MatchPlan make_plan(std::span<const Rule> rules,
                    std::span<const std::string_view> marks = {});

}  // namespace sluice

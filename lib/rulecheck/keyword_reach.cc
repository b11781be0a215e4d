// An automaton searches for a word of n bytes. Its states are 0 (not begun), 1
// .. n-1 (so many of its bytes were read, one after the other) and n (the word
// was read). It guesses where the word begins, so state 0 also stays 0 at any
// byte.
//
// A part of a pattern is summed up as a relation on these states: state i is
// related to j if some string that the part matches leads from i to j.
// Sequences compose relations, alternations unite them. Repetitions take
// powers, by squaring, so that a count of 1,000 costs ten compositions. A match
// can contain the word if the whole pattern leads from 0 to n.
//
// Invariant: a relation is never too small. Bytes of which the parser keeps
// only the number (regex/tree.h) count as any bytes, and assertions as always
// true. So "no" is certain and "yes" is not.
//
// Rejected: to intersect RE2's own automaton with the word's. It would be
// exact, but RE2 does not publish its automaton.

#include "rulecheck/match_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "regex/tree.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kLongestKeyword = 60;
// Enough for a class of every byte, so that none is opaque but those beyond
// ASCII.
constexpr std::size_t kClassStrings = 128;

// Row i: the states that i leads to, a bit each.
struct Relation {
  std::array<std::uint64_t, kLongestKeyword + 1> rows{};
};

class Reach {
 public:
  explicit Reach(std::string_view word) : word_(word) {}

  bool may_hold(const RegexNode& pattern) const {
    return (of(pattern).rows[0] >> word_.size() & 1) != 0;
  }

 private:
  std::size_t states() const { return word_.size() + 1; }

  Relation identity() const {
    Relation same;
    for (std::size_t i = 0; i < states(); ++i)
      same.rows[i] = std::uint64_t{1} << i;
    return same;
  }

  // The effect of one byte that can be each byte of the word for which `fits`
  // returns true.
  template <typename Fits>
  Relation byte(Fits fits) const {
    Relation step;
    step.rows[0] = 1;
    for (std::size_t i = 0; i < word_.size(); ++i)
      if (fits(word_[i])) step.rows[i] |= std::uint64_t{1} << (i + 1);
    step.rows[word_.size()] |= std::uint64_t{1} << word_.size();
    return step;
  }

  Relation any_byte() const {
    return byte([](char) { return true; });
  }

  Relation then(const Relation& first, const Relation& second) const {
    Relation both;
    for (std::size_t i = 0; i < states(); ++i)
      for (std::uint64_t left = first.rows[i]; left != 0; left &= left - 1)
        both.rows[i] |=
            second.rows[static_cast<std::size_t>(std::countr_zero(left))];
    return both;
  }

  void unite(Relation& all, const Relation& more) const {
    for (std::size_t i = 0; i < states(); ++i) all.rows[i] |= more.rows[i];
  }

  Relation power(Relation base, std::uint32_t times) const {
    Relation result = identity();
    for (; times != 0; times >>= 1) {
      if ((times & 1) != 0) result = then(result, base);
      if (times != 1) base = then(base, base);
    }
    return result;
  }

  // Any number of times from `least` to `most`.
  Relation repeat(const Relation& one, std::uint32_t least,
                  std::uint32_t most) const {
    Relation once_or_not = one;
    unite(once_or_not, identity());
    // More steps than there are states lead nowhere new.
    const auto enough = static_cast<std::uint32_t>(states());
    return then(power(one, least),
                power(once_or_not, std::min(most - least, enough)));
  }

  Relation literal(const RegexLiteral& text) const {
    if (text.bytes.empty()) return identity();
    const auto one = [this](char c) {
      return byte([c](char wanted) { return lower(wanted) == lower(c); });
    };
    Relation whole = one(text.bytes.front());
    for (const char c : std::string_view(text.bytes).substr(1))
      whole = then(whole, one(c));
    return whole;
  }

  // Recurses as deep as the pattern nests, which the parser bounds.
  Relation of(const RegexNode& node) const {
    switch (node.kind) {
      case RegexNode::Kind::kStrings: {
        Relation any;
        for (const RegexLiteral& text : node.strings) unite(any, literal(text));
        return any;
      }
      case RegexNode::Kind::kOpaque:
        return repeat(any_byte(), node.min_width, node.max_width);
      case RegexNode::Kind::kConcat: {
        Relation whole = identity();
        for (const RegexNode& child : node.children)
          whole = then(whole, of(child));
        return whole;
      }
      case RegexNode::Kind::kAlternate: {
        Relation any;
        for (const RegexNode& child : node.children) unite(any, of(child));
        return any;
      }
      case RegexNode::Kind::kRepeat:
        return repeat(of(node.children.front()), node.min_count,
                      node.max_count);
    }
    return any_byte();
  }

  std::string_view word_;
};

}  // namespace

bool may_hold(std::string_view regex, std::string_view word) {
  if (word.empty() || word.size() > kLongestKeyword) return true;
  const auto tree = parse_regex(regex, kClassStrings);
  return !tree || Reach(word).may_hold(*tree);
}

}  // namespace sluice

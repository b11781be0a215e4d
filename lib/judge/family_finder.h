// Finds the family (rules/family.h) of a value by the words around it.
// `ALGOLIA_API_KEY = ` before 32 letters and digits means Algolia.
//
//   1. The assigned name means a secret: one of its words is a secret word,
//      none is a public one, and the last is not a word such as id or url. Or
//      the name is only the provider's name, alone or with words of secrecy
//      (private, access), and the value looks drawn (judge/value/drawn.h). The
//      value must also look drawn if there are only blanks before it.
//   2. If the family has `words`, the name contains one of them.
//   3. The whole value matches one of the family's values.
//   4. The provider's name is found
//        at rank 0      in the assigned name, or one blank before it if the
//                       value looks drawn;
//        at rank 1      on the same line before it, at most kLineReach bytes;
//        at rank 2 + d  in the d-th line above (judge/context/assigned_name.h).
//      Family::near is the highest rank that is enough. From rank 1 on, the
//      assigned name must be general (api_key, client.secret): session_secret
//      below a line about some provider does not belong to the provider.
//   5. If several families match: the least rank; at rank 1 the name that ends
//      last; then the longest name of a provider; then the narrowest value (the
//      size of the alphabet, then the number of lengths); then a family with
//      `words`; then the first.
//
// Thread-safety: immutable, except for an index that the first caller makes
// while the others wait; shared by all workers.
// Ownership: keeps a reference to the rules, which must outlive it.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "judge/context/assigned_name.h"
#include "judge/context/name_words.h"
#include "judge/value/traits.h"
#include "rules/rule_set.h"

namespace sluice {

class FamilyFinder {
 public:
  explicit FamilyFinder(const RuleSet& rules) : families_(rules.families()) {}
  FamilyFinder(const FamilyFinder&) = delete;
  FamilyFinder& operator=(const FamilyFinder&) = delete;

  bool empty() const { return families_.empty(); }

  class Seen;

  // Returns the rule of the family of text[value), which is assigned to the
  // name text[name) before it, or null if there is none. `traits` are those of
  // the value. `seen` may be null; it belongs to `text`, in which candidates
  // that follow each other share lines. Takes less than a microsecond. Only the
  // first call allocates, and a line with names.
  const Rule* find(std::string_view text, TextSpan value, TextSpan name,
                   const ValueTraits& traits, Seen* seen = nullptr) const;

  // Whether a value that is assigned to this name can belong to a family at
  // all: its name may mean a secret, and is general or has a provider's name.
  bool may_find(std::string_view name, Seen* seen) const;

 private:
  // A provider's name, with the families that have this name: users_[first_user
  // .. first_user + users).
  struct Name {
    std::string_view text;
    std::uint32_t size;  // letters and digits
    std::uint32_t first_user;
    std::uint32_t users;
  };
  // An occurrence of a name.
  struct Sighting {
    const Name* name;
    TextSpan span;
  };
  // What is known of an assigned name, whatever its place is.
  struct Assigned {
    std::string_view text;
    bool may_be_secret = false;  // else no family has its value
    bool is_general = false;
    std::vector<Sighting> names;  // in it; all or the first kMaxSightings

    bool may_have_family() const {
      return may_be_secret && (is_general || !names.empty());
    }
  };
  // Occurrences of names in a name; later ones are ignored.
  static constexpr std::size_t kMaxSightings = 24;

  class Search;
  Assigned assigned(std::string_view name) const;
  const Assigned& assigned(std::string_view name, Seen* seen) const;
  std::vector<Sighting> first_names(std::string_view name) const;
  std::span<const Sighting> names_in(std::string_view line, Seen* seen) const;
  const Rule* look_for(std::string_view text, TextSpan value, TextSpan name,
                       const ValueTraits& traits, Seen* seen) const;

  // A slot for each pair of letters or digits with which a name may begin.
  static constexpr std::size_t kCharacters = 36;
  static constexpr std::size_t kSlots = kCharacters * kCharacters;

  void make_index() const;
  void add_head(std::string_view name) const;
  std::size_t next_head(std::string_view text, std::size_t from) const;
  template <typename Visit>
  bool any_name_at(std::string_view text, std::size_t at, Visit visit) const;
  template <typename Visit>
  void for_each_name(std::string_view text, Visit visit) const;

  std::span<const Rule> families_;
  mutable std::once_flag once_;
  // Written once, under `once_`. The names of slot s are names_[first_[s] ..
  // first_[s + 1]).
  mutable std::vector<Name> names_;
  mutable std::vector<std::uint32_t> users_;  // indices in families_
  mutable std::array<std::uint16_t, kSlots + 1> first_{};
  // The first letters or digits of the names: a Bloom filter with two hashes. A
  // head is their numbers, six bits each, the last one in the lowest bits.
  static constexpr std::size_t kHeadSize = 4;
  static constexpr std::uint32_t head_with(std::uint32_t head,
                                           std::size_t index) {
    return (head << 6 | static_cast<std::uint32_t>(index)) & 0xFFFFFF;
  }
  static constexpr std::size_t first_slot(std::uint32_t head) {
    return (head * 0x9E3779B1u) >> 16;  // 2^32 by the golden ratio
  }
  static constexpr std::size_t second_slot(std::uint32_t head) {
    return (head * 0x85EBCA6Bu) >> 16;  // a multiplier of MurmurHash3
  }
  bool has_head(std::uint32_t head) const {
    return heads_[first_slot(head)] && heads_[second_slot(head)];
  }
  void set_head(std::uint32_t head) const {
    heads_.set(first_slot(head));
    heads_.set(second_slot(head));
  }
  mutable std::bitset<1U << 16> heads_;
};

// The answers about one text that the next candidate may need again: several
// rules find the same value, and the lines above a line are nearly those above
// the line before it. In a log with a token in each line, the names of providers
// took a fifth of the time; with these, a twentieth.
// Thread-safety: none. Ownership: refers to the text and to the finder.
class FamilyFinder::Seen {
 private:
  friend FamilyFinder;
  struct Line {
    std::string_view text;  // of null, if there is none
    std::vector<Sighting> names;
  };

  // More than a value needs, because the line that is dropped is the one that
  // was read first, which need not be the uppermost.
  std::array<Line, 2 * (kLinesAbove + 1)> lines_{};
  std::size_t oldest_ = 0;  // in lines_
  // The last assigned names. A log has the same few in each line.
  std::array<Assigned, 8> assigned_{};
  std::size_t next_ = 0;  // in assigned_
  // The last value, its name, and its family.
  std::optional<std::pair<TextSpan, TextSpan>> last_{};
  const Rule* family_ = nullptr;
};

}  // namespace sluice

// Says by a file's path that none of the rules for certain paths can apply, in
// some ten nanoseconds (rule_paths.cc), so that their literals need not be
// looked for in it.
// Thread-safety: immutable once made; any thread may ask.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace sluice {

// Three or five bytes of a path in a row, folded: six bits for each, the last
// in the lowest ones, bit 30 if it is five, and bit 31 if it is of a rule that
// reads rows.
using PathQgram = std::uint32_t;

// Which rules bound to paths may fit a path: those that read rows, and the
// others.
struct PathFit {
  bool rows = false;
  bool others = false;
  bool operator==(const PathFit&) const = default;
};

class RulePaths {
 public:
  // Bounds no rule.
  RulePaths() = default;

  // Binds the rules whose path has q-grams, except those that fit sources in C
  // and C++: they would make a scan of such sources ask for all the others.
  static RulePaths make(std::span<const Rule> rules);

  // As bytes, for the same build of this program, and back in microseconds.
  // Nothing if `bytes` are not those of so many rules.
  std::string serialize() const;
  static std::optional<RulePaths> deserialize(std::string_view bytes,
                                              std::size_t rules);

  // The same paths for other rules, of which rule i is bound as rule numbers[i]
  // of these is; a number that none of these has binds no rule.
  RulePaths for_rules(std::span<const std::uint32_t> numbers) const;

  // Whether any rule is bound to paths, and whether this one is.
  bool any_bound() const { return !qgrams_.empty(); }
  bool is_bound(std::size_t rule) const {
    return rule < bound_.size() && bound_[rule];
  }

  // False only where the path of no rule bound to paths of the kind matches in
  // `path`.
  PathFit fit(std::string_view path) const;

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 15;

  void set(std::vector<PathQgram> qgrams);
  void look_up(PathQgram five, PathFit* fit) const;

  std::vector<bool> bound_;        // by rule
  std::vector<PathQgram> qgrams_;  // by their last three bytes
  std::bitset<kSlots> may_have_;   // by the hash of these
};

}  // namespace sluice

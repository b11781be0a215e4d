// Determines from a file's path that none of the rules for certain paths can
// apply, in some ten nanoseconds (rule_paths.cc). Then their literals need not
// be searched for in the file.
// Thread-safety: immutable once made; any thread may use it.
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
// in the lowest bits. Bit 30 means five bytes, and bit 31 a rule that reads
// rows.
using PathQgram = std::uint32_t;

// Which rules for certain paths may fit a path: those that read rows, and the
// others.
struct PathFit {
  bool rows = false;
  bool others = false;
  bool operator==(const PathFit&) const = default;
};

class RulePaths {
 public:
  // Contains no rule.
  RulePaths() = default;

  // Takes the rules whose path has q-grams. It leaves out rules that fit
  // sources in C and C++: with them, a scan of such sources would search for
  // the literals of all other rules.
  static RulePaths make(std::span<const Rule> rules);

  // serialize() returns it as bytes, for the same build of this program. The
  // way back takes microseconds, and returns nothing if `bytes` are not those
  // of so many rules.
  std::string serialize() const;
  static std::optional<RulePaths> deserialize(std::string_view bytes,
                                              std::size_t rules);

  // Returns these paths for other rules: rule i takes the paths of rule
  // numbers[i] of these. Numbers ≥ their count match no rule.
  RulePaths for_rules(std::span<const std::uint32_t> numbers) const;

  // Whether any rule is for certain paths, and whether this one is.
  bool any_bound() const { return !qgrams_.empty(); }
  bool is_bound(std::size_t rule) const {
    return rule < bound_.size() && bound_[rule];
  }

  // A member is false only if the path of no such rule of this kind matches
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

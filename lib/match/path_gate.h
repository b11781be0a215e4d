// Tells from a file's path that none of the rules for certain paths can apply,
// in some ten nanoseconds (path_gate.cc), so that their literals need not be
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
// in the lowest ones, kLongWindow if it is five, and kRowWindow if it is of a
// rule that reads rows.
using PathWindow = std::uint32_t;
inline constexpr PathWindow kLongWindow = PathWindow{1} << 30;
inline constexpr PathWindow kRowWindow = PathWindow{1} << 31;

// Windows of which every ASCII path that `pattern` (in RE2's syntax) matches in
// has one; nothing where none are known. Some microseconds for each of the
// pattern's alternatives.
std::optional<std::vector<PathWindow>> path_windows(std::string_view pattern);

// Which gated rules may fit a path: those that read rows, and the others.
struct PathFit {
  bool rows = false;
  bool others = false;
  bool operator==(const PathFit&) const = default;
};

class PathGate {
 public:
  // Gates no rule.
  PathGate() = default;

  // Gates the rules whose path has windows, except those that fit sources in C
  // and C++: they would make a scan of such sources ask for all the others.
  static PathGate make(std::span<const Rule> rules);

  // As bytes, for the same build of this program, and back in microseconds.
  // Nothing if `bytes` are none of a gate for so many rules.
  std::string serialize() const;
  static std::optional<PathGate> deserialize(std::string_view bytes,
                                             std::size_t rules);

  // Whether any rule is gated, and whether this one is.
  bool gates_any() const { return !windows_.empty(); }
  bool gates(std::size_t rule) const {
    return rule < gated_.size() && gated_[rule];
  }

  // False only where the path of no gated rule of the kind matches in `path`.
  PathFit fit(std::string_view path) const;

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 15;

  static std::size_t slot_of(PathWindow window);
  void set(std::vector<PathWindow> windows);
  void look_up(PathWindow five, PathFit* fit) const;

  std::vector<bool> gated_;          // by rule
  std::vector<PathWindow> windows_;  // by their last three bytes
  std::bitset<kSlots> may_have_;     // by the hash of these
};

}  // namespace sluice

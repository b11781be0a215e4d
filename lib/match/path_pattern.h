// The pattern of a rule's path. Most ask for endings alone:
//
//   (?i)\.(?:ya?ml|ts)$   .yml, .yaml and .ts, in either case
//
// These are compared with the path's end; what asks for more is searched for by
// RE2, whose program for the endings of a hundred languages takes longer to
// compile than a directory of files to scan.
// Thread-safety: as Pattern; the first thread that asks takes the pattern apart.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "regex/tree.h"

namespace sluice {

// What a pattern matches, if that is: any text with one of certain endings.
class Endings {
 public:
  // Nothing where that is not known of `pattern`.
  static std::optional<Endings> of(std::string_view pattern);

  // Whether `text`, which is ASCII, has one of them.
  bool fit(std::string_view text) const;

 private:
  std::vector<RegexLiteral> endings_;  // by their last bytes,
  std::string last_of_;                // which are these, in lower case
};

class PathPattern {
 public:
  // As Pattern's.
  PathPattern(std::string_view regex, Pattern::Owner owner)
      : regex_(regex), pattern_(regex, owner) {}

  bool found_in(std::string_view path) const;

 private:
  std::string_view regex_;
  mutable std::once_flag once_;
  mutable std::optional<Endings> endings_;  // written once, under `once_`
  Pattern pattern_;
};

}  // namespace sluice

// The pattern of a rule's path. Most patterns only test endings:
//
//   (?i)\.(?:ya?ml|ts)$   .yml, .yaml and .ts, in either case
//
// Such a pattern is compared with the end of the path, because RE2 takes up to
// 0.7 ms to compile the endings of many languages. RE2 matches all other
// patterns.
//
// Thread-safety: that of Pattern; the first thread that uses it parses the
// pattern.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "regex/tree.h"

namespace sluice {

// The endings of a pattern that matches a text if, and only if, the text has
// one of them.
class Endings {
 public:
  // Returns nothing if `pattern` may be of another kind.
  static std::optional<Endings> of(std::string_view pattern);

  // Whether `text`, which is ASCII, has one of them.
  bool fit(std::string_view text) const;

 private:
  std::vector<RegexLiteral> endings_;  // sorted by last_of_
  std::string last_of_;                // the last byte of each, in lower case
};

class PathPattern {
 public:
  // Takes the same arguments as Pattern.
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

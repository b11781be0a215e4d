// The pattern of a rule's path. Most patterns only test endings:
//
//   (?i)\.(?:ya?ml|ts)$   .yml, .yaml and .ts, in either case
//
// Such a pattern is compared with the end of the path, because RE2 takes up to
// 0.7 ms to compile the endings of many languages. Others also take names, such
// as (?:^|/)Dockerfile[\w.\-]*$. Most paths have no part of such a name. RE2
// matches the rest.
//
// Thread-safety: that of Pattern; the first thread that uses it parses the
// pattern.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "regex/tree.h"

namespace sluice {

// The endings of the strings that a pattern matches, and parts of them.
class Endings {
 public:
  enum class Answer : std::uint8_t { kNo, kMaybe, kYes };

  // Returns nothing if no such strings are known.
  static std::optional<Endings> of(std::string_view pattern);

  // Whether the pattern matches `text`, which is ASCII.
  Answer ask(std::string_view text) const;

 private:
  // A text that has none of these does not match.
  std::vector<RegexLiteral> endings_;  // sorted by last_of_
  std::vector<RegexLiteral> parts_;
  std::string last_of_;  // the last byte of each ending, in lower case
  bool decide_ = true;   // a text with an ending matches
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

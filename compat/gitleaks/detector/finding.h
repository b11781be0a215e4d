// A finding as gitleaks reports it.
// Thread-safety: a plain value that owns its text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// A finding, near another one, of a rule that the other's rule requires.
struct RequiredFinding {
  std::uint32_t rule = 0;
  std::int64_t start_line = 0;
  std::string secret;
};

struct GitleaksFinding {
  std::uint32_t rule = 0;  // index in the RuleSet
  // Lines and columns, counted as gitleaks does (gitleaks/detector/location.h).
  std::int64_t start_line = 0;
  std::int64_t end_line = 0;
  std::int64_t start_column = 0;
  std::int64_t end_column = 0;
  std::string line;  // the lines that gitleaks reports for the match
  std::string match;
  std::string secret;
  float entropy = 0;
  std::string file;
  std::string symlink;            // the link that led to `file`, if any
  std::vector<std::string> tags;  // those that decoding adds to the rule's
  std::string fingerprint;
  std::vector<RequiredFinding> required;
  // Set if it is from git; without an id if it is not committed yet.
  std::shared_ptr<const Commit> commit;
  std::string link;  // its address on the web, if any
};

}  // namespace sluice

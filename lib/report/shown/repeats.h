// Finds the findings of a secret that was reported before, under the same rule.
// Thread-safety: one thread. Memory: at most kMaxGroups secrets are remembered,
// by their digests; all later ones count as new.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "finding/finding.h"

namespace sluice {

class Repeats {
 public:
  struct Group {
    std::string_view rule;
    std::string place;         // where it was met first
    std::uint64_t places = 1;  // where it was met
  };

  // Records a finding and returns its group, in which the caller stores the
  // first place. The group has more than one place if the finding is a
  // repetition. Null if the finding has no secret or there is no room. Valid
  // until the next call.
  Group* meet(const Finding& finding);

  // Call it for a finding that may or may not be of a new secret.
  void miss() { complete_ = false; }

  // In the order of their first places.
  const std::vector<Group>& groups() const { return groups_; }

  // Whether groups() are all the secrets there were.
  bool complete() const { return complete_; }

  static constexpr std::size_t kMaxGroups = 4096;

 private:
  std::vector<Group> groups_;
  // From the digest of rule and secret to the place in groups_.
  std::unordered_map<std::string, std::size_t> known_;
  bool complete_ = true;
};

}  // namespace sluice

// Which findings are of a secret that was reported before, under the same rule.
// Thread-safety: one thread. Memory: at most kMaxGroups secrets are known, by
// their digests; what comes beyond counts as new.
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

  // Takes note of a finding. Its group, which has more than one place if it is
  // a repetition, and where the caller says which the first is; null for one
  // that belongs to none: there is no secret, or no room. Valid until the next
  // call.
  Group* meet(const Finding& finding);

  // A finding comes of which it is not known whether it is of a new secret.
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

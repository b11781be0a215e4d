// A table that forgets nothing and stops growing, not one that forgets the
// oldest. A key that is everywhere is met early. And a report in which the same
// secret is new again now and then is less useful than one that has not grouped
// the last ones.
#include "report/shown/repeats.h"

#include <array>

#include "base/digest.h"

namespace sluice {
namespace {

// The digest stays in the process; it is here for its size and since two
// secrets that share it, which would hide one, cannot be made up. Fifteen bytes
// fit a std::string without an allocation.
std::string key_of(const Finding& finding) {
  if (!finding.secret_name.empty()) return finding.secret_name;
  const std::array<std::string_view, 3> parts = {
      finding.rule->id, std::string_view("\0", 1), finding.secret};
  const Sha256Digest digest = sha256(parts);
  return std::string(digest.begin(), digest.begin() + 15);
}

}  // namespace

Repeats::Group* Repeats::meet(const Finding& finding) {
  if (finding.secret.empty()) return nullptr;
  std::string key = key_of(finding);
  const auto found = known_.find(key);
  if (found != known_.end()) {
    Group& group = groups_[found->second];
    ++group.places;
    return &group;
  }
  if (groups_.size() == kMaxGroups) {
    complete_ = false;
    return nullptr;
  }
  known_.emplace(std::move(key), groups_.size());
  groups_.push_back({finding.rule->id, {}});
  return &groups_.back();
}

}  // namespace sluice

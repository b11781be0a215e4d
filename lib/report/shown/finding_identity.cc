#include "report/shown/finding_identity.h"

#include <functional>
#include <string_view>

#include "base/digest.h"

namespace sluice {
namespace {

constexpr std::size_t kHashDigits = 32;
constexpr std::string_view kEnd("\0", 1);

}  // namespace

std::uint64_t FindingIdentities::occurrence_of(const FindingFacts& finding) {
  const std::size_t key = std::hash<std::string_view>()(finding.fingerprint);
  if (counts_.size() < kMaxCounted) return ++counts_[key];
  const auto known = counts_.find(key);
  return known != counts_.end() ? ++known->second : finding.start.byte + 1;
}

FindingIdentity FindingIdentities::next(const ShownFile& file,
                                        const FindingFacts& finding) {
  const std::string_view commit =
      file.commit ? std::string_view(file.commit->id) : std::string_view();
  if (file.location != location_ || commit != commit_) {
    location_ = file.location;
    commit_ = commit;
    counts_.clear();
  }
  FindingIdentity identity;
  identity.occurrence = occurrence_of(finding);
  const std::string number = std::to_string(identity.occurrence);
  const std::string_view shared[] = {finding.fingerprint, kEnd, commit};
  const std::string_view unique[] = {finding.fingerprint, kEnd, commit, kEnd,
                                     number};
  identity.shared_hash = to_hex(sha256(shared)).substr(0, kHashDigits);
  identity.hash = to_hex(sha256(unique)).substr(0, kHashDigits);
  return identity;
}

}  // namespace sluice

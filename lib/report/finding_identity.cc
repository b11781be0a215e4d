#include "report/finding_identity.h"

#include <functional>
#include <string_view>

#include "base/sha256.h"

namespace sluice {
namespace {

constexpr std::size_t kDigits = 32;
constexpr std::string_view kEnd("\0", 1);

}  // namespace

FindingIdentity FindingIdentities::next(const FileReport& file,
                                        const Finding& finding) {
  const std::string_view commit =
      file.commit ? std::string_view(file.commit->id) : std::string_view();
  if (file.path != path_ || commit != commit_) {
    path_ = file.path;
    commit_ = commit;
    counts_.clear();
  }
  FindingIdentity identity;
  identity.occurrence =
      ++counts_[std::hash<std::string_view>()(finding.fingerprint)];
  const std::string number = std::to_string(identity.occurrence);
  const std::string_view shared[] = {finding.fingerprint, kEnd, commit};
  const std::string_view unique[] = {finding.fingerprint, kEnd, commit, kEnd,
                                     number};
  identity.shared_hash = to_hex(sha256(shared)).substr(0, kDigits);
  identity.hash = to_hex(sha256(unique)).substr(0, kDigits);
  return identity;
}

}  // namespace sluice

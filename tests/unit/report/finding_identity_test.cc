#include "report/shown/finding_identity.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace sluice::finding_identity_test {

Finding finding_of(const std::string& fingerprint, std::uint64_t byte) {
  Finding finding;
  finding.fingerprint = fingerprint;
  finding.start.byte = byte;
  return finding;
}

TEST_CASE("a fingerprint is counted within its file") {
  const Location a("a");
  const ShownFile file{.location = a, .path = "a"};
  const Location b("b");
  const ShownFile other{.location = b, .path = "b"};
  FindingIdentities identities;
  const FindingIdentity first = identities.next(file, finding_of("f", 10));
  const FindingIdentity again = identities.next(file, finding_of("f", 90));
  CHECK(first.occurrence == 1);
  CHECK(again.occurrence == 2);
  CHECK(first.shared_hash == again.shared_hash);
  CHECK(first.hash != again.hash);
  CHECK(identities.next(file, finding_of("g", 95)).occurrence == 1);
  CHECK(identities.next(other, finding_of("f", 10)).occurrence == 1);
}

TEST_CASE("a file of more fingerprints than are counted has unique hashes") {
  constexpr std::size_t kDistinct = FindingIdentities::kMaxCounted + 100;
  const Location a("a");
  const ShownFile file{.location = a, .path = "a"};
  FindingIdentities identities;
  std::set<std::string> hashes;
  std::uint64_t byte = 0;
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < kDistinct; ++i)
      hashes.insert(
          identities.next(file, finding_of(std::to_string(i), byte++)).hash);
  CHECK(hashes.size() == 2 * kDistinct);
  // Earlier counts are kept.
  CHECK(identities.next(file, finding_of("0", byte)).occurrence == 3);
}

}  // namespace sluice::finding_identity_test

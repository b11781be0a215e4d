// Names for the secrets of a history. By these names its shards recognize equal
// secrets, while a report that masks secrets reveals nothing of them.
//
// A name is SHA-256 of a key, the rule and the secret, cut to 128 bits. The key
// is made from the names of all commits that are scanned and of all blobs that
// they bring in. Every shard has these names, and everybody who has them has
// the secrets. For somebody who has only reports, a name reveals no more than a
// commit's own name, which is a hash of all that is in the commit. Without a
// key anybody could test guesses at a short password (finding/fingerprint.cc).
// Thread-safety: immutable once made.
#pragma once

#include <span>
#include <string>

#include "base/digest.h"
#include "git/object_id.h"
#include "history/first_findings.h"
#include "history/introductions.h"

namespace sluice {

class SecretNames {
 public:
  SecretNames(std::span<const ObjectId> commits,
              std::span<const Introductions::One> blobs);

  // 32 hexadecimal digits.
  std::string name_of(const SecretKey& key) const;

 private:
  Sha256Digest key_{};
};

}  // namespace sluice

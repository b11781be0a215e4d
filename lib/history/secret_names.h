// Names for the secrets of a history, by which its shards know that theirs are
// the same, while a report that masks secrets tells nothing of them.
//
// A name is SHA-256 of a key, the rule and the secret, cut to 128 bits. The key
// is made of the names of all commits that are scanned and of all blobs that
// they bring in: every shard has them, and who has them has the secrets. To a
// reader of reports alone a name says no more than a commit's own name does,
// which is a hash of all that is in the commit. Without a key anybody could try
// guesses at a short password (finding/fingerprint.cc).
// Thread-safety: immutable once made.
#pragma once

#include <span>
#include <string>

#include "base/sha256.h"
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

// The texts of repositories that earlier scans found clean (`sluice git
// --known FILE`), so that the next scan reads only the others.
//
// The file contains three lines, the keys in ascending order, and the SHA-256 of
// these:
//   sluice known texts 1
//   the digest of everything that decides what is found, in hexadecimal
//   the number of keys
// A key is the SHA-256, cut to 16 bytes, of an object's name and of the path at
// which it was scanned: rules and the judge look at the path. Two texts of an
// attacker with one key would take 2^64 trials.
//
// Limits: whoever can write the file can hide a secret from the next scan, as
// with a baseline.
// Thread-safety: one thread. Memory: 16 bytes a key.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "git/object_id.h"

namespace sluice {

class KnownTexts {
 public:
  using Key = std::array<std::uint8_t, 16>;
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept {
      std::size_t value;
      std::memcpy(&value, key.data(), sizeof value);
      return value;
    }
  };

  enum class Kind : char {
    kFile = 'f',
    kMessage = 'm',  // of a commit or tag
    kTree = 't',     // only in memory
    kCommit = 'c',   // all files that a commit brings in, at all their paths
  };
  static Key key_of(Kind kind, const ObjectId& id, std::string_view path);

  // No texts yet. `digest` is 64 hexadecimal digits.
  explicit KnownTexts(std::string digest) : digest_(std::move(digest)) {}

  // Adds the keys in the text of a file. If the file has another digest, adds
  // none, and is_other() returns true from then on. An empty text has no keys.
  // Error: kUsage, the text is damaged or is that of another kind of file.
  Result<void> take(std::string_view text);
  bool is_other() const { return is_other_; }

  bool has(const Key& key) const;
  void add(std::vector<Key> keys);

  // All keys, as the text of a file.
  std::string as_text() const;

 private:
  const std::string digest_;
  bool is_other_ = false;
  std::vector<Key> keys_;  // ascending
};

}  // namespace sluice

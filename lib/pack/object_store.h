// The packs of a repository, and where an object lies in them.
//
// Git stores most objects as deltas: a text as a difference from another one,
// its base, which may be a difference from a third. `git cat-file` unpacks the
// chain of each object that it is asked for. reading_order() puts objects that
// lie on one chain behind each other, so that a reader with a small cache
// (object_reader.h) unpacks each base once.
//
// Rejected: git's own order (--batch-all-objects --unordered). Versions of one
// file lie far from each other in it, and their bases have left the cache by
// then.
//
// Thread-safety: immutable once opened; any thread.
// Memory: the indexes, some 30 bytes for each object in a pack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "git/object_id.h"
#include "pack/pack_file.h"

namespace sluice {

class ObjectStore {
 public:
  struct Place {
    std::uint32_t pack = 0;
    std::uint64_t offset = 0;  // bytes
    bool operator==(const Place&) const = default;
    auto operator<=>(const Place&) const = default;
  };

  // The packs in the `pack` directory of each of `directories`, which are paths
  // from the open directory `at`. What is no pack, or cannot be read, is passed
  // over: its objects are found nowhere here, and git is asked for them.
  static ObjectStore open(int at, std::span<const std::string> directories,
                          std::size_t id_size);

  std::optional<Place> find(const ObjectId& id) const;
  const PackFile& pack(std::uint32_t number) const { return packs_[number]; }

  // The places of `ids` that are here, so that each comes behind the one that
  // it is a difference from, and near it.
  std::vector<std::size_t> reading_order(std::span<const ObjectId> ids) const;

 private:
  std::vector<PackFile> packs_;
};

}  // namespace sluice

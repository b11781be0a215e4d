// The objects of a repository: its packs, where an object is in them, and its
// loose objects. Packs are found by their own indexes, which git keeps beside a
// multi-pack-index.
//
// Git stores most objects as deltas: a text as a difference from another one,
// its base, which may be a difference from a third. `git cat-file` unpacks the
// chain of each object that it is asked for. reading_order() puts the objects
// of a chain next to each other, so that a reader with a small cache
// (object_reader.h) unpacks each base once.
//
// Rejected: git's own order (--batch-all-objects --unordered). The versions of
// a file are far from each other in it, so their bases have left the cache when
// they are needed.
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
#include "pack/loose_objects.h"
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

  // Opens each of `directories`, which are paths from the open directory `at`:
  // the packs in its `pack` directory, and its loose objects. A file that is not a pack or cannot be
  // read is passed over: find() does not find its objects, and the caller asks
  // git for them.
  static ObjectStore open(int at, std::span<const std::string> directories,
                          std::size_t id_size);

  // Where the object is in a pack.
  std::optional<Place> find(const ObjectId& id) const;
  // Whether the object is there, in a pack or loose.
  bool has(const ObjectId& id) const { return find(id) || loose_.has(id); }
  const LooseObjects& loose() const { return loose_; }
  const PackFile& pack(std::uint32_t number) const { return packs_[number]; }

  // Returns the indexes in `ids` of the objects that are in the packs, in an
  // order in which each comes after its base, and near it.
  std::vector<std::size_t> reading_order(std::span<const ObjectId> ids) const;

 private:
  std::vector<PackFile> packs_;
  LooseObjects loose_;
};

}  // namespace sluice

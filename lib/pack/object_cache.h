// The objects that a reader read last, by their places in packs.
// Thread-safety: none. Memory: kMost bytes; the object at hand may have more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "pack/delta.h"
#include "pack/object_store.h"
#include "pack/packed_entry.h"

namespace sluice {

struct PackedObject {
  PackedKind kind = PackedKind::kBlob;  // no delta
  std::shared_ptr<const Bytes> bytes;
};

class ObjectCache {
 public:
  static constexpr std::size_t kMost = 3 << 20;  // bytes

  // Returns the object at `place`, which then counts as the one used last, or
  // null. It is valid until the next call of keep().
  const PackedObject* find(const ObjectStore::Place& place);

  // Adds an object that is not in the cache, and drops those that were not used
  // for the longest time.
  void keep(const ObjectStore::Place& place, PackedObject object);

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // Bytes that each object takes in addition to its own.
  static constexpr std::size_t kOverhead = 160;
  struct Entry {
    ObjectStore::Place place;
    PackedObject object;
    std::uint32_t next_in_bucket = kNone;
    std::uint32_t older = kNone;
    std::uint32_t newer = kNone;
  };

  std::uint32_t& bucket_of(const ObjectStore::Place& place);
  void make_newest(std::uint32_t entry);
  void take_out(std::uint32_t entry);
  void drop_oldest();
  void grow();

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;     // of entries_
  std::vector<std::uint32_t> buckets_;  // a power of two, or none
  std::uint32_t newest_ = kNone;
  std::uint32_t oldest_ = kNone;
  std::size_t bytes_ = 0;
};

}  // namespace sluice

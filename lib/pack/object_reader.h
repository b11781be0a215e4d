// Reads a repository's objects, out of its packs or from files of their own.
// Thread-safety: used by one thread; each has its own. Ownership: refers to the
// store. Memory: that of an ObjectCache, and three times kMostObject while one is read.
// Errors: an object that is not there, is damaged or is larger than kMostObject
// is not read. The caller then asks git, which has more ways to
// read it, and which says what is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "git/object_id.h"
#include "pack/delta.h"
#include "pack/object_cache.h"
#include "pack/object_store.h"
#include "pack/packed_entry.h"

struct libdeflate_decompressor;

namespace sluice {

class ObjectReader {
 public:
  static constexpr std::size_t kMostObject = 8 << 20;  // bytes

  explicit ObjectReader(const ObjectStore& store);
  ~ObjectReader();
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  using Object = PackedObject;
  std::optional<Object> read(const ObjectId& id);

 private:
  struct Link {
    ObjectStore::Place place;
    PackedEntry entry;
  };

  std::optional<Object> read_at(ObjectStore::Place place);
  std::optional<Object> read_loose(const ObjectId& id);
  std::optional<Bytes> inflate(const Link& link);
  std::string_view window(const ObjectStore::Place& place, std::size_t size);

  const ObjectStore& store_;
  libdeflate_decompressor* const inflater_;
  // The blocks read last. Each begins at a multiple of kBlock and reaches into
  // the next one, so that small objects lie in one.
  static constexpr std::size_t kBlock = 8 * 1024;
  static constexpr std::size_t kBlockRead = kBlock + 4 * 1024;
  static constexpr std::size_t kBlocks = 64;
  struct Block {
    ObjectStore::Place place;  // byte 0, where no object is: none yet
    std::size_t size = 0;
  };
  std::array<Block, kBlocks> blocks_;
  Bytes block_bytes_;
  Bytes large_;  // an object that no block holds
  ObjectCache cache_;
};

}  // namespace sluice

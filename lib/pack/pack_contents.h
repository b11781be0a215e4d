// The objects of a pack without its index: a file that was copied out of a
// repository, or the pack in a bundle. The pack is read twice: once to find
// where each object begins, which only inflating the one before shows, and once
// to give the objects, each after its base.
//
// Thread-safety: one thread. Ownership: refers to the source, which can be read
// from any place and must outlive it.
// Memory: 24 bytes an object, and the objects on the way to one, of which none
// has more than kMostObject. All of it is allocated inside of list() and
// next(), so that the caller can bound it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "fs/byte_source.h"
#include "git/object_id.h"
#include "pack/delta.h"
#include "pack/packed_entry.h"

struct libdeflate_decompressor;

namespace sluice {

class PackContents {
 public:
  static constexpr std::size_t kMostObject = std::size_t{64} << 20;  // bytes

  // The pack begins at byte `begin` of the source. `id_size` is 0 if it is not
  // known. Calls `goes_on` now and then, with the number of bytes that were
  // inflated and that next() does not give; if it returns false, list() fails.
  PackContents(const ByteSource& source, std::uint64_t begin,
               std::size_t id_size, std::function<bool(std::uint64_t)> goes_on);
  ~PackContents();
  PackContents(const PackContents&) = delete;
  PackContents& operator=(const PackContents&) = delete;

  // Finds the objects. To be called once, and before the rest. Error: kIo, the
  // source cannot be read. If the pack is damaged, the objects before the
  // damage are found.
  Result<void> list();
  // Why the list is not whole; empty if it is.
  const std::string& damage() const { return damage_; }

  // The bytes of the source that belong to objects.
  std::uint64_t objects_begin() const { return begin_ + kHead; }
  std::uint64_t objects_end() const { return end_; }

  struct Object {
    // The object's name in hexadecimal, or "byte N", where it begins in the
    // pack, if it cannot be read.
    std::string name;
    PackedKind kind = PackedKind::kBlob;
    std::shared_ptr<const Bytes> bytes;  // null if it cannot be read,
    std::string why;                     // for this reason
  };
  // Returns nothing after the last one.
  std::optional<Object> next();

 private:
  static constexpr std::size_t kHead = 12;  // bytes of a pack
  static constexpr std::uint32_t kNoBase = UINT32_MAX;
  static constexpr std::uint32_t kNamedBase = UINT32_MAX - 1;

  struct Entry {
    std::uint64_t offset = 0;      // in the source
    std::uint32_t base = kNoBase;  // its number, or one of the two above
  };
  struct Open {
    std::uint32_t entry = 0;
    PackedKind kind = PackedKind::kBlob;
    std::shared_ptr<const Bytes> base;  // null for a root, and if it is lost
    std::string why;                    // it is lost
  };

  Result<std::string_view> window(std::uint64_t offset, std::size_t size);
  Result<bool> add_entry(std::uint64_t* offset);
  Result<std::optional<std::size_t>> packed_size(std::uint64_t offset,
                                                 std::uint64_t size);
  void link_children();
  Object give(Open open);
  void open_children(std::uint32_t entry, const Object& object,
                     std::optional<ObjectId> id);
  ObjectId id_of(PackedKind kind, std::string_view bytes) const;

  const ByteSource& source_;
  const std::uint64_t begin_;
  std::size_t id_size_;
  const std::function<bool(std::uint64_t)> goes_on_;
  libdeflate_decompressor* const inflater_;
  std::string damage_;
  std::uint64_t end_ = 0;
  std::vector<Entry> entries_;
  // Those with a base in the pack, by the base: from first_child_[i] on.
  std::vector<std::uint32_t> children_;
  std::vector<std::uint32_t> first_child_;
  std::unordered_map<ObjectId, std::vector<std::uint32_t>> by_name_;
  std::vector<Open> open_;
  std::uint32_t next_root_ = 0;

  std::vector<char> window_;
  std::uint64_t window_at_ = 0;
  std::size_t window_size_ = 0;
};

}  // namespace sluice

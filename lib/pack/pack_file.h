// A pack of git, and its index, which says where its objects are.
// Thread-safety: immutable once opened; any thread may read.
// Ownership: closes the pack's descriptor at the end.
// Memory: the index, some 24 bytes for each object. The pack is read piece by
// piece. It is not mapped, since the process would end if the pack were cut
// short meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "git/object_id.h"

namespace sluice {

class PackFile {
 public:
  static constexpr std::size_t kHead = 12;  // bytes before the objects

  // Takes over the descriptor of the pack. `index` is the text of its index.
  // Returns nothing if the index is not of version 2, if the pack is not of
  // version 2 or 3, if the head of one is damaged, or if they do not belong
  // together.
  static std::optional<PackFile> open(int pack, std::string index,
                                      std::size_t id_size);

  PackFile(PackFile&& other) noexcept;
  PackFile& operator=(PackFile&&) = delete;
  ~PackFile();

  // Returns where the object begins in the pack, in bytes, or nothing if it is
  // not in the pack.
  std::optional<std::uint64_t> find(const ObjectId& id) const;

  // Fills `buffer` with at most `size` bytes of objects, from byte `offset` on.
  // Returns how many: fewer at the end, 0 after it or if the pack cannot be
  // read.
  std::size_t read(std::uint64_t offset, char* buffer, std::size_t size) const;

  std::size_t id_size() const { return id_size_; }

 private:
  PackFile(int pack, std::string index, std::size_t id_size)
      : descriptor_(pack), index_(std::move(index)), id_size_(id_size) {}

  bool read_heads();
  std::uint32_t word(std::size_t at) const;

  int descriptor_;
  std::string index_;
  std::size_t id_size_;
  std::size_t count_ = 0;
  std::uint64_t end_ = 0;  // of the objects in the pack
};

}  // namespace sluice

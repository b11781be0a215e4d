// A pack of git and its index: where its objects lie.
// Thread-safety: immutable once opened; any thread may read.
// Ownership: closes the pack's descriptor at the end.
// Memory: the index, some 30 bytes an object. The pack is read piece by piece;
// it is not mapped, since one that is cut short meanwhile would end the process.
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
  // Takes over the descriptor of the pack. `index` is the text of its index.
  // Nothing if one of them is none of version 2 (an index) or 2 and 3 (a pack),
  // is damaged at its head, or belongs to another one.
  static std::optional<PackFile> open(int pack, std::string index,
                                      std::size_t id_size);

  PackFile(PackFile&& other) noexcept;
  PackFile& operator=(PackFile&&) = delete;
  ~PackFile();

  // Where the object begins in the pack, in bytes. Nothing if it is not in it.
  std::optional<std::uint64_t> find(const ObjectId& id) const;

  // Fills `buffer` from byte `offset` on, with at most `size` bytes of objects:
  // less at the end, 0 behind it and where it cannot be read.
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

// The head of an object in a pack, which says what follows it.
// Thread-safety: pure functions and plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "git/object_id.h"

namespace sluice {

enum class PackedKind : unsigned char {
  kCommit = 1,
  kTree = 2,
  kBlob = 3,
  kTag = 4,
  kOffsetDelta = 6,  // its base is `back` bytes before it in the pack
  kNamedDelta = 7,   // its base has the name `base`
};

// Git's name of the kind; a delta counts as a blob.
std::string_view kind_name(PackedKind kind);

struct PackedEntry {
  PackedKind kind = PackedKind::kBlob;
  std::uint64_t size = 0;  // inflated: of the object, or of the delta
  std::uint64_t back = 0;
  ObjectId base;
  std::size_t head = 0;  // bytes before the deflated ones

  bool is_delta() const { return kind >= PackedKind::kOffsetDelta; }
};

// The deflated bytes that an object of `size` may have: more than any deflater
// in use writes. Git reads objects with still more.
constexpr std::size_t most_deflated(std::uint64_t size) {
  return static_cast<std::size_t>(size + size / 256) + 1024;
}

// No head has so many bytes.
inline constexpr std::size_t kMostEntryHead = 64;

// Reads the head at the beginning of `text`. Returns nothing if it is damaged
// or cut off.
std::optional<PackedEntry> read_packed_entry(std::string_view text,
                                             std::size_t id_size);

}  // namespace sluice

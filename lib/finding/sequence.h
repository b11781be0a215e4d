// The place of something in the order of a whole scan, of which a shard has a
// part (finding/shard.h).
// Thread-safety: a plain value.
#pragma once

#include <compare>
#include <cstdint>

namespace sluice {

struct Sequence {
  std::uint32_t stage = 0;   // of the scan, as the list at hand has them
  std::uint64_t number = 0;  // in the stage: of a path, a commit
  auto operator<=>(const Sequence&) const = default;
};

}  // namespace sluice

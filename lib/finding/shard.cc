#include "finding/shard.h"

#include <array>
#include <cstddef>

#include "base/digest.h"

namespace sluice {

std::uint64_t shard_hash(std::string_view path) {
  constexpr std::size_t kBytes = 8;
  const Sha256Digest digest = sha256(std::array{path});
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < kBytes; ++i) hash = hash << 8 | digest[i];
  return hash;
}

}  // namespace sluice

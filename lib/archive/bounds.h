// The bounds on unpacking, whatever an archive says about itself.
// Thread-safety: plain values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sluice {

// All but `depth` and `name_bytes` count for one archive in a directory, with
// everything inside it; `total_bytes` counts for all of these together.
struct ArchiveBounds {
  // The levels of archives within archives; 0 opens none.
  unsigned depth = 5;
  std::uint64_t bytes = std::uint64_t{16} << 30;
  std::uint64_t total_bytes = std::uint64_t{1} << 40;
  // Times the size of the archive. It counts once kFreeBytes were unpacked,
  // because small files do no harm.
  std::uint64_t ratio = 200;
  std::uint64_t members = 1'000'000;
  std::size_t name_bytes = 4096;
  std::chrono::seconds time{600};

  static constexpr std::uint64_t kFreeBytes = std::uint64_t{128} << 20;
};

}  // namespace sluice

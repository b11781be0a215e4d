// The number of paths that each ignore file excluded, for the coverage.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// Bounded: if there are more than kMaxKept files, those with the smallest
// counts are merged into a rest.
class IgnoredBy {
 public:
  static constexpr std::size_t kMaxKept = 4096;

  // Counts of files outside the shard are discarded.
  explicit IgnoredBy(std::optional<Shard> shard = std::nullopt)
      : shard_(shard) {}

  void add(const std::string& file, std::uint64_t count);

  // Returns at most `most` counts, the largest first, equal ones by name.
  IgnoreFileCounts counts(std::size_t most) const;

 private:
  void drop_smaller_half();

  std::optional<Shard> shard_;
  std::map<std::string, std::uint64_t> counts_;
  IgnoreFileCounts::Rest rest_;
};

}  // namespace sluice

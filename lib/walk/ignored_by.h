// How much each ignore file left out, for the coverage.
// Thread-safety: used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "finding/finding.h"

namespace sluice {

// Bounded: of more than kMaxKept files those with the smallest counts are
// merged into a rest.
class IgnoredBy {
 public:
  static constexpr std::size_t kMaxKept = 4096;

  void add(const std::string& file, std::uint64_t count);

  // The largest counts first, equal ones by name; at most `most`.
  IgnoreFileCounts counts(std::size_t most) const;

 private:
  void drop_smaller_half();

  std::map<std::string, std::uint64_t> counts_;
  IgnoreFileCounts::Rest rest_;
};

}  // namespace sluice

// Names for findings that no two of a report share and that stay while lines
// move: for the formats whose readers keep track of a finding from one report
// to the next.
// Thread-safety: one thread. Memory: a few bytes for each distinct fingerprint
// of the file at hand, kMaxCounted of them at most.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "report/shown/shown_finding.h"

namespace sluice {

struct FindingIdentity {
  std::string hash;  // 32 hexadecimal digits; unique
  // The number of this place among those of the fingerprint in its file, from
  // 1. If places are not counted: the position in bytes, from 1.
  std::uint64_t occurrence = 1;
  // Shared by all places of this fingerprint in its file.
  std::string shared_hash;
};

class FindingIdentities {
 public:
  // Returns the identity of the next finding of a report.
  FindingIdentity next(const ShownFile& file, const FindingFacts& finding);

  // In a file with more findings than this, no person follows them one by one.
  static constexpr std::size_t kMaxCounted = 64 * 1024;

 private:
  std::uint64_t occurrence_of(const FindingFacts& finding);

  Location location_;
  std::string commit_;
  // By the hash of the fingerprint. Two that share one by chance share their
  // count, which does no harm: they differ all the same.
  std::unordered_map<std::size_t, std::uint32_t> counts_;
};

}  // namespace sluice

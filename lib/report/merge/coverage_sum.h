// Adds up the coverages of several reports.
// Thread-safety: one thread. Memory: that of one coverage, whatever the number
// of reports; every path that could not be read is named.
#pragma once

#include <cstdint>

#include "finding/finding.h"

namespace sluice {

class CoverageSum {
 public:
  // For the shards of one scan, lists get the order of that scan, and equal
  // notes become one. For other reports, everything keeps the given order.
  enum class Of : std::uint8_t { kShards, kReports };

  explicit CoverageSum(Of of) : of_(of) {}

  void add(Coverage coverage);

  // The sum, without the policy, a shard's facts and those of a history.
  Coverage take();

 private:
  void add_named(Coverage& coverage);
  void add_ignored_by(const IgnoreFileCounts& counts);
  void add_notes(std::vector<Note> notes);

  Of of_;
  Coverage sum_;
  std::uint64_t more_notes_ = 0;  // than are kept, of other reports
};

}  // namespace sluice

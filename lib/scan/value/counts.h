// The result of a scan: how it ended, and its counts.
// Thread-safety: plain values.
#pragma once

#include <cstdint>

#include "finding/finding.h"

namespace sluice {

// The numbers that the coverage of a report adds up.
struct Counts {
  std::uint64_t files = 0;    // read in full
  std::uint64_t members = 0;  // of archives, the same
  std::uint64_t bytes = 0;
  std::uint64_t binary = 0;
  std::uint64_t pdf = 0;
  std::uint64_t excluded = 0;     // members of archives, by --exclude
  std::uint64_t ignored = 0;      // members of archives, by ignore files
  std::uint64_t prefiltered = 0;  // by the configuration's prefilter
  // Files for which the prefilter had no answer.
  std::uint64_t failed_prefilters = 0;
  // Candidates for which a filter had no answer.
  std::uint64_t failed_filters = 0;
  std::uint64_t below_confidence = 0;
  std::uint64_t baseline = 0;
  std::uint64_t known_unread = 0;  // paths, in the baseline
  std::uint64_t allowed = 0;
  std::uint64_t allowlisted = 0;

  bool operator==(const Counts&) const = default;
  Counts& operator+=(const Counts& more);

  // Adds them to `*coverage`, with the notes that follow from them.
  void add_to(Coverage* coverage) const;
};

enum class ScanEnd : std::uint8_t {
  kDone,    // the port has all parts of the report
  kNoRoom,  // the file must be scanned again when its turn comes
  kShared,  // all workers must scan the file together
};

struct Scanned {
  ScanEnd end = ScanEnd::kDone;
  bool whole = false;  // whether everything was read
  // The caller adds them up. They are empty if `end` is kNoRoom, because the
  // next scan of the file counts it.
  Counts counts;
};

}  // namespace sluice

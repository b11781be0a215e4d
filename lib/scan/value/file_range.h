// A range of a large file, scanned by itself (scan/unit/range_scan.h), so that
// independent processes can share the file.
//
// The scan begins before the range and continues a little after it, as a scan
// of the whole file would. So a range has the findings that the scan of the
// whole file has there, if that context decides them. It does not decide two
// things. These are reported, so that a range can be scanned again with this
// knowledge:
// - A table or a block of allowed secrets may begin before the context. The
//   range before reports the beginning of one that has not ended
//   (RangeEnd::open). If this is before context_of() of the next range, the
//   next range is scanned again with it (FileRange::open). Then the scan also
//   reads the places where they begin, and skips the bytes between.
// - A rule's keyword may be elsewhere in the file. A range reports the rules of
//   which it has left out something because of a missing keyword (undecided),
//   and the rules of which it has seen a keyword (keywords). If the file has a
//   keyword, the range is scanned again with it (FileRange::keywords).
//
// Thread-safety: plain values. Units: bytes of the file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "scan/value/counts.h"
#include "text/line_cursor.h"

namespace sluice {

// Several workers scan a file of more bytes than this. Its findings are masked
// in such a way that a range of it has the same text.
inline constexpr std::uint64_t kLargeBytes = 8 * 1024 * 1024;

// The beginnings of the first and the last table or block that has not ended.
struct OpenSince {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct FileRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // Tables and blocks that began before context_of(begin), and go on there.
  std::optional<OpenSince> open{};
  // Rules, by id, of which the file contains a keyword.
  std::vector<std::string_view> keywords{};
};

struct RangeEnd {
  // False for UTF-16 and archives, and for all files if rules require each
  // other. The range that begins at 0 is then the whole file, and any other is
  // empty.
  bool is_cut = true;
  // `whole`: whether the range was read in full.
  Scanned scanned;
  // The end of the range, if it begins at {1, begin + 1}.
  LineCursor::LineColumn place{1, 1};
  // Tables, and blocks that comments allow, that have not ended; may be empty.
  std::optional<OpenSince> open{};
  // Rules, by id; views of the engine's rules.
  std::vector<std::string_view> keywords{};
  std::vector<std::string_view> undecided{};
};

// Blocks in which the engine counts matches (match/engine.cc) begin there, too.
inline constexpr std::uint64_t kRangeAlignment = 32 * 1024;

// Returns the place where the scan of a range that begins at `begin` starts.
inline std::uint64_t context_of(std::uint64_t begin) {
  constexpr std::uint64_t kContext = 1024 * 1024;
  return (begin - std::min(begin, kContext)) / kRangeAlignment *
         kRangeAlignment;
}

}  // namespace sluice

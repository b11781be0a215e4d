// A range of a large file, scanned by itself (scan/unit/range_scan.h), so that
// processes which know nothing of each other share the file.
//
// Scanning begins before the range, and goes on a little behind it, as a scan of
// the whole file would there. So what a range gives is what the whole file's scan
// would give of it, as long as what decides stands within that context. Two
// things do not, and are told, so that a range can be scanned again with what is
// then known:
//   - A table or a block of allowed secrets that begins before: the range before
//     says where one begins that has not ended (RangeEnd::open). If that is
//     before context_of() of the next range, the next one is scanned again, and
//     told so (FileRange::open): then it looks at where they begin, too, and
//     passes what lies between.
//   - A rule's keyword that stands elsewhere in the file: a range says of which
//     rules it has left out something for want of one (undecided), and of which
//     it has seen one (keywords). Where the file has one, the range is scanned
//     again, and told so (FileRange::keywords).
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

// Where what has not ended begins: the first of it, and the last.
struct OpenSince {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

struct FileRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  // What began before context_of(begin), and goes on there.
  std::optional<OpenSince> open{};
  // Rules, by id, of which a keyword stands in the file.
  std::vector<std::string_view> keywords{};
};

struct RangeEnd {
  // False: UTF-16 and archives, and with rules that ask for each other, all
  // files. The range that begins at 0 is then the whole file, and any other is
  // empty.
  bool is_cut = true;
  // `whole`: whether the range was read in full.
  Scanned scanned;
  // Where the range ends, if it begins at {1, begin + 1}.
  LineCursor::LineColumn place{1, 1};
  // Tables, and blocks that comments allow, that have not ended; nothing: none.
  std::optional<OpenSince> open{};
  // Rules, by id; views of the engine's rules.
  std::vector<std::string_view> keywords{};
  std::vector<std::string_view> undecided{};
};

// Blocks in which the engine counts matches (match/engine.cc) begin there, too.
inline constexpr std::uint64_t kRangeAlignment = 32 * 1024;

// Where the scan of a range that begins at `begin` starts.
inline std::uint64_t context_of(std::uint64_t begin) {
  constexpr std::uint64_t kContext = 1024 * 1024;
  return (begin - std::min(begin, kContext)) / kRangeAlignment *
         kRangeAlignment;
}

}  // namespace sluice

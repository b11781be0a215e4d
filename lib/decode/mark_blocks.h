// The part of the search for marks (marks.h) that examines many bytes at once,
// by vector instructions. marks.cc explains their use.
//
// Here a digit is a letter, a digit or '/', as in the runs of Marks. An eight
// is a group of eight bytes whose first one is at a multiple of 8 from the
// start of the block.
//
// Requires has_avx2() (base/processor.h); uses AVX-512 where it is allowed.
// Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sluice {

inline constexpr std::size_t kMarkBlock = 64;  // bytes
inline constexpr std::size_t kMarkBlocks = 8;

struct BlockMarks {
  // By block, bit i: an escape may begin at its byte i. All do that begin with
  // two characters of kEscapeBeginnings, and some others.
  std::array<std::uint64_t, kMarkBlocks> escapes;
  // Bit i: the eight at byte 8 * i of all the blocks consists of digits.
  std::uint64_t eights;
};

// Examines `count` blocks at `text`, at most kMarkBlocks; the result is 0 for
// all other blocks. Reads one byte after them.
BlockMarks mark_blocks(const char* text, std::size_t count);

inline constexpr std::size_t kRowBlock = 128;  // bytes
// The shortest run of digits, or row of \xXX, that next_row_eights() finds.
inline constexpr std::size_t kRowRun = 40;  // bytes

struct RowEights {
  const char* at;
  // Bit i: the eight at `at` + 8 * i may be part of such a run or row; 0 if
  // none is left.
  std::uint64_t eights;
  const char*
      next;  // where the search goes on: a multiple of kRowBlock further
};

// Returns the first blocks of kRowBlock bytes, from `at` up to `end`, that have
// any eights. At least one eight of each run and each row is returned. The
// exception is one that begins before `at` or ends after `end`, if less than
// kRowRun of it is in between. Reads the eight bytes before `at` and after
// `end`.
// `end`.
RowEights next_row_eights(const char* at, const char* end);

}  // namespace sluice

// Searches a text for places where something encoded may begin: escapes that
// are worth decoding (triggers.h), and runs of the digits of base64.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "decode/coding.h"
#include "decode/source_map.h"

namespace sluice {

// The shortest run that is examined: in a text, in a program in C or a similar
// language, and in a short text, where each byte can be examined.
inline constexpr std::size_t kMinRun = 24;
inline constexpr std::size_t kMinRunInC = 40;
inline constexpr std::size_t kMinRunInShort = 16;

struct Trigger {
  Coding coding;
  std::size_t at;
};

struct Marks {
  std::vector<Trigger> triggers;  // in order
  // In order: letters, digits and / in a row, of the least size or more, with
  // all digits of base64 and base64url around them.
  std::vector<SourceRange> runs;

  void clear() {
    triggers.clear();
    runs.clear();
  }
};

enum class Escapes : std::uint8_t {
  kAll,
  // Ten or more of \xXX in a row, for C and similar languages: there, each
  // format string has a backslash, % belongs to formats, & and = are operators.
  kRows,
};

// Finds the marks that begin in text[begin, end), and the runs that reach into
// it. The size of a run is measured in the whole text.
void find_marks(std::string_view text, std::size_t begin, std::size_t end,
                Escapes escapes, Marks* marks);

// Does the same with runs of kMinRunInShort. It is for texts that are mostly
// short.
void find_marks_in_short(std::string_view text, std::size_t begin,
                         std::size_t end, Escapes escapes, Marks* marks);

namespace detail {

// find_marks() and find_marks_in_short() without special instructions of the
// processor, for tests.
void find_marks_anywhere(std::string_view text, std::size_t begin,
                         std::size_t end, Escapes escapes, Marks* marks);
void find_marks_in_short_anywhere(std::string_view text, std::size_t begin,
                                  std::size_t end, Escapes escapes,
                                  Marks* marks);

}  // namespace detail
}  // namespace sluice

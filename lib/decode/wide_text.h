// Text in UTF-16 and UTF-32 inside other bytes: resources of programs, heaps,
// registries. It may begin at any byte, and nothing says where, or in which
// byte order it is. But the ASCII characters of a text leave NULs between them.
//
// Example: 07 'p' 00 'w' 00 'd' 00 '=' 00 ... is a run of "pwd=...". In the
// other byte order it is the same bytes, one NUL earlier.
//
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "decode/decoders.h"

namespace sluice {

// The characters that a run needs, in ASCII and in a row. "pwd=abc1" has as
// many; shorter ones are mostly numbers.
inline constexpr std::size_t kLeastWide = 8;

// Appends places in text[begin, end) near which a run may be. A run of
// kLeastWide characters that begins there has one of these places within it, or
// at most kWideStep bytes before it.
inline constexpr std::size_t kWideStep = 1024;
void find_wide(std::string_view text, std::size_t begin, std::size_t end,
               std::vector<std::size_t>* places);

// Returns the runs in `bytes` whose characters have `unit` bytes (2 or 4), each
// as a line. The text is empty if there is none.
Decoded decode_wide(std::string_view bytes, std::size_t unit);

}  // namespace sluice

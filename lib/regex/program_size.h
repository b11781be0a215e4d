// The greatest possible size of RE2's program for a pattern, and the number of
// its groups, computed from the pattern's text. RE2 itself knows the size only
// after compiling the pattern, which takes fifty times as long.
// Thread-safety: pure function.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

struct ProgramSize {
  // Instructions while compiling, at most; saturates.
  std::uint64_t bound = 0;
  std::uint32_t groups = 0;  // that capture
};

// `regex` must be one that RE2's parser takes.
ProgramSize program_size(std::string_view regex);

}  // namespace sluice

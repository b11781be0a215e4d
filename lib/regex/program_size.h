// How large RE2's program for a pattern can become at most, and how many
// groups it has, computed from the pattern's text: RE2 itself knows only when
// it has compiled the pattern, which takes fifty times as long.
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

// The line that a finding shows.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

struct Excerpt {
  std::string_view text;
  std::size_t begin = 0;  // of it, in the text that it was taken from
};

// As much of the line of text[at] as fits (kExcerptBytes), more of what stands
// behind `at`.
Excerpt excerpt_at(std::string_view text, std::size_t at);

}  // namespace sluice

// Lines and columns as gitleaks counts them.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

// Offsets of the line ends.
std::vector<std::size_t> line_ends_of(std::string_view text);

struct GitleaksLocation {
  std::int64_t start_line = 0;  // line ends before it
  std::int64_t end_line = 0;
  std::int64_t start_column = 0;
  std::int64_t end_column = 0;
  // The lines that gitleaks reports for the match.
  std::size_t lines_begin = 0;
  std::size_t lines_end = 0;
};

// Returns the place of text[begin, end). `line_ends` is line_ends_of(text).
GitleaksLocation locate(std::string_view text,
                        const std::vector<std::size_t>& line_ends,
                        std::size_t begin, std::size_t end);

}  // namespace sluice

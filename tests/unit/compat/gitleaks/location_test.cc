#include "gitleaks/detector/location.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::location_test {

// gitleaks' own loop over all lines.
GitleaksLocation locate_by_loop(std::string_view text, std::int64_t begin,
                                std::int64_t end) {
  std::vector<std::int64_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') ends.push_back(static_cast<std::int64_t>(i));
  const auto size = static_cast<std::int64_t>(text.size());
  if (ends.empty()) ends.push_back(size);
  GitleaksLocation at;
  std::int64_t before = 0;
  std::int64_t lines_begin = 0;
  std::int64_t lines_end = 0;
  bool set = false;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto line = static_cast<std::int64_t>(i);
    if (before <= begin && begin < ends[i]) {
      set = true;
      at.start_line = at.end_line = line;
      at.start_column = begin - before + 1;
      lines_begin = before;
      lines_end = ends[i];
    }
    if (before < end && end <= ends[i]) {
      at.end_line = line;
      at.end_column = end - before;
      lines_end = ends[i];
    }
    before = ends[i];
  }
  if (!set) {
    at.start_column = begin - before + 1;
    at.end_column = end - before;
    at.start_line = at.end_line = static_cast<std::int64_t>(ends.size());
    lines_end = end;
    while (lines_end < size &&
           text[static_cast<std::size_t>(lines_end)] != '\n' &&
           text[static_cast<std::size_t>(lines_end)] != '\r')
      ++lines_end;
  }
  at.lines_begin = static_cast<std::size_t>(lines_begin);
  at.lines_end = static_cast<std::size_t>(std::max(lines_end, end));
  return at;
}

TEST_CASE("location: as a loop over the lines gives it") {
  std::mt19937 random(test::seed(7));
  for (int round = 0; round < test::times(400, 4000); ++round) {
    std::string text(std::uniform_int_distribution<std::size_t>(0, 40)(random),
                     'x');
    for (char& c : text) {
      const int dice = std::uniform_int_distribution(0, 9)(random);
      if (dice < 3) c = '\n';
      if (dice == 9) c = '\r';
    }
    const auto line_ends = line_ends_of(text);
    for (std::size_t begin = 0; begin <= text.size(); ++begin) {
      for (std::size_t end = begin; end <= text.size(); ++end) {
        const GitleaksLocation at = locate(text, line_ends, begin, end);
        const GitleaksLocation wanted =
            locate_by_loop(text, static_cast<std::int64_t>(begin),
                           static_cast<std::int64_t>(end));
        CAPTURE(text);
        CAPTURE(begin);
        CAPTURE(end);
        REQUIRE(at.start_line == wanted.start_line);
        REQUIRE(at.end_line == wanted.end_line);
        REQUIRE(at.start_column == wanted.start_column);
        REQUIRE(at.end_column == wanted.end_column);
        REQUIRE(at.lines_begin == wanted.lines_begin);
        REQUIRE(at.lines_end == wanted.lines_end);
      }
    }
  }
}

}  // namespace sluice::location_test

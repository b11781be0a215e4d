#include "decode/source_map.h"

#include <doctest/doctest.h>

namespace sluice::source_map_test {

TEST_CASE("groups are taken whole") {
  SourceMap map;
  map.add(0, {0, 8}, 3, 4);
  map.add(6, {9, 12}, 2, 3);  // after a line end
  CHECK(map.source_of({0, 1}) == SourceRange{0, 4});
  CHECK(map.source_of({2, 4}) == SourceRange{0, 8});
  CHECK(map.source_of({3, 6}) == SourceRange{4, 8});
  CHECK(map.source_of({5, 7}) == SourceRange{4, 12});
  CHECK(map.source_of({7, 8}) == SourceRange{9, 12});
  CHECK(map.source_of({4, 4}) == SourceRange{4, 4});
}

TEST_CASE("rows that go on are one piece, and say the same") {
  SourceMap apart, joined;
  for (std::size_t i = 0; i < 10; ++i) apart.add(i, {4 * i, 4 * i + 4}, 1, 4);
  joined.add(0, {0, 40}, 1, 4);
  for (std::size_t begin = 0; begin < 10; ++begin)
    for (std::size_t end = begin + 1; end <= 10; ++end)
      CHECK(apart.source_of({begin, end}) == joined.source_of({begin, end}));
}

TEST_CASE("what stands for all of something stands for all of it") {
  SourceMap map;
  map.add(0, {0, 100}, 5000, 100);
  CHECK(map.source_of({17, 19}) == SourceRange{0, 100});
}

}  // namespace sluice::source_map_test

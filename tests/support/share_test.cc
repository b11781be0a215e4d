#include "support/share.h"

#include <doctest/doctest.h>

using sluice::test::at_least;
using sluice::test::at_most;
using sluice::test::highest;
using sluice::test::lowest;

// share_test.py compares with exact sums; these are some of its bounds.
TEST_CASE("share: bounds") {
  struct Bound {
    int n;
    double share;
    int lowest;
  };
  for (const Bound& bound :
       {Bound{200, 0.98, 189}, Bound{100, 1.0, 100}, Bound{100, 0.0, 0},
        Bound{1, 0.5, 0}, Bound{60, 0.97, 53}, Bound{97, 0.9, 77},
        Bound{5000, 0.985, 4897}}) {
    CAPTURE(bound.n);
    CAPTURE(bound.share);
    CHECK(lowest(bound.n, bound.share) == bound.lowest);
    CHECK(highest(bound.n, 1.0 - bound.share) == bound.n - bound.lowest);
  }
}

TEST_CASE("share: both sides of a bound") {
  CHECK_FALSE(at_least(188, 200, 0.98, 7).holds);
  CHECK(at_least(189, 200, 0.98, 7).holds);
  CHECK_FALSE(at_most(12, 200, 0.02, 7).holds);
  CHECK(at_most(11, 200, 0.02, 7).holds);
  CHECK(at_least(189, 200, 0.98, 7).text ==
        "seed 7: 189 of 200; at least 0.98 are promised, and the bound is 189");
  CHECK(at_most(11, 200, 0.02, 7).text ==
        "seed 7: 11 of 200; at most 0.02 are promised, and the bound is 11");
}

TEST_CASE("share: nothing was drawn") {
  CHECK_FALSE(at_least(0, 0, 0.9, 0).holds);
  CHECK_FALSE(at_most(0, 0, 0.1, 0).holds);
}

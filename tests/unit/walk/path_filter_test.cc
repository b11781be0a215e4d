#include "walk/path_filter.h"

#include <doctest/doctest.h>

namespace sluice::path_filter_test {

TEST_CASE("path filter: a path is matched from where it stops to climb") {
  const PathFilter filter({"/a/*.log", "b/"}, {"*.py", "/only/this"});
  for (const char* path :
       {"a/x.log", "/a/x.log", "../a/x.log", "../../a/x.log", "//a/x.log"}) {
    CAPTURE(path);
    CHECK(filter.excludes(path, false));
  }
  CHECK_FALSE(filter.excludes("c/a/x.log", false));
  CHECK(filter.excludes("../b", true));
  CHECK_FALSE(filter.excludes("../b", false));
  CHECK(filter.includes("../c/x.py", false));
  CHECK(filter.includes("../only/this", false));
  CHECK_FALSE(filter.includes("not/only/this", false));
}

TEST_CASE("path filter: without globs nothing is left out") {
  const PathFilter none;
  CHECK_FALSE(none.excludes("a", false));
  CHECK(none.includes("a", false));
  CHECK_FALSE(none.has_excludes());
  CHECK_FALSE(none.has_includes());
}

}  // namespace sluice::path_filter_test

#include "gitleaks/go/path.h"

#include <doctest/doctest.h>

namespace sluice::go_path_test {

TEST_CASE("go path: cleaned as Go cleans it") {
  const std::pair<const char*, const char*> kCases[] = {{"", "."},
                                                        {".", "."},
                                                        {"./a", "a"},
                                                        {"a//b/", "a/b"},
                                                        {"a/./b", "a/b"},
                                                        {"a/../b", "b"},
                                                        {"../a", "../a"},
                                                        {"a/../..", ".."},
                                                        {"/..", "/"},
                                                        {"/../a", "/a"},
                                                        {"/", "/"},
                                                        {"//a", "/a"},
                                                        {"../../a", "../../a"},
                                                        {"a/b/../..", "."}};
  for (const auto& [path, cleaned] : kCases)
    CHECK(clean_go_path(path) == cleaned);
  CHECK(join_go_path(".", "x") == "x");
  CHECK(join_go_path("", "x") == "x");
  CHECK(join_go_path("./a", "x") == "a/x");
  CHECK(join_go_path("/", "x") == "/x");
}

TEST_CASE("go path: from one to another") {
  CHECK(relative_go_path("/a/b", "/a/b/c").value() == "c");
  CHECK(relative_go_path("/a/b", "/a/c/d").value() == "../c/d");
  CHECK(relative_go_path("/a", "/a").value() == ".");
  CHECK(relative_go_path(".", "x").value() == "x");
  CHECK(relative_go_path("sub", "x").value() == "../x");
}

}  // namespace sluice::go_path_test

#include "report/shown/repository_path.h"

#include <doctest/doctest.h>

namespace sluice::repository_path_test {

TEST_CASE("paths are told from the root of the repository") {
  const RepositoryBase place{"src/lib/", "/home/me/repo/"};
  CHECK(repository_path(place, "a.c") == "src/lib/a.c");
  CHECK(repository_path(place, "./a//b/../c") == "src/lib/a/c");
  CHECK(repository_path(place, "../a.c") == "src/a.c");
  CHECK(repository_path(place, "../../a.c") == "a.c");
  CHECK(repository_path(place, "../../../a.c") == "../../../a.c");
  CHECK(repository_path(place, "/home/me/repo/x/a.c") == "x/a.c");
  CHECK(repository_path(place, "/home/me/repository/a.c") ==
        "/home/me/repository/a.c");
  CHECK(repository_path({}, "a/b") == "a/b");
  CHECK(repository_path({}, "/a/b") == "/a/b");
  CHECK(repository_path({}, "-") == "-");
}

TEST_CASE("nothing in a URI means anything but its slashes") {
  CHECK(uri_of("a/b-c_d.e~f") == "a/b-c_d.e~f");
  CHECK(uri_of("a b?c#d%e:f") == "a%20b%3Fc%23d%25e%3Af");
  CHECK(uri_of("\xff\n\xc3\xa4") == "%FF%0A%C3%A4");
  CHECK(uri_of("/etc/x y") == "file:///etc/x%20y");
}

}  // namespace sluice::repository_path_test

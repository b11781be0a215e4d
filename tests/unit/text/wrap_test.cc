#include "text/wrap.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::wrap_test {

using Lines = std::vector<std::string>;

TEST_CASE("wrap: at blanks, and a longer word anywhere") {
  CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrapped("abcdefgh ij", 5) == Lines{"abcde", "fgh", "ij"});
  CHECK(wrapped("a b", 2, Break::kAnywhere) == Lines{"a ", "b"});
  CHECK(wrapped("", 5) == Lines{""});
}

TEST_CASE("wrap: an address stays whole") {
  CHECK(wrapped("see https://a.example/b/c now", 10) ==
        Lines{"see", "https://a.example/b/c", "now"});
  CHECK(wrapped("https://a.example/b/c", 10) == Lines{"https://a.example/b/c"});
  CHECK(wrapped("https://a.b", 5, Break::kAnywhere) ==
        Lines{"https", "://a.", "b"});
}

}  // namespace sluice::wrap_test

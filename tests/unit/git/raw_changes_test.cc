#include "git/raw_changes.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace sluice::raw_changes_test {

using namespace std::string_literals;

const std::string kA(40, 'a');
const std::string kB(40, 'b');
const std::string kNone(40, '0');

TEST_CASE("raw changes: one, a rename, a merge") {
  const std::string text = ":100644 100755 " + kA + " " + kB + " M\0a b\n\0"s +
                           ":100644 100644 " + kA + " " + kB +
                           " R087\0old\0new\0"s + "::100644 000000 120000 " +
                           kA + " " + kNone + " " + kB + " MA\0link\0"s;
  std::string_view rest = text;
  auto change = take_raw_change(&rest);
  REQUIRE(change.has_value());
  CHECK(change->path == "a b\n");
  CHECK(change->mode == 0100755);
  CHECK(change->blob.hex() == kB);
  CHECK(change->old.size() == 1);
  change = take_raw_change(&rest);
  REQUIRE(change.has_value());
  CHECK(change->status == 'R');
  CHECK(change->path == "new");
  change = take_raw_change(&rest);
  REQUIRE(change.has_value());
  CHECK(change->is(GitMode::kSymlink));
  REQUIRE(change->old.size() == 2);
  CHECK(change->old[1].names_none());
  CHECK(rest.empty());
}

TEST_CASE("raw changes: what is none is not taken") {
  for (const std::string& text :
       {""s, "M\0a\0"s, ":100644 100644 aa bb M\0a\0"s, ":"s,
        ":100644 100644 " + kA + " " + kB,
        ":100644 100644 " + kA + " " + kB + " M\0cut off"s,
        ":100644 100644 " + kA + " " + kB + " R087\0old\0"s,
        ":100644 100644 " + kA + " " + kB.substr(1) + " M\0a\0"s}) {
    CAPTURE(text);
    std::string_view rest = text;
    CHECK_FALSE(take_raw_change(&rest).has_value());
    CHECK(rest == text);
  }
}

}  // namespace sluice::raw_changes_test

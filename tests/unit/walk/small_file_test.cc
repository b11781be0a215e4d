#include "walk/small_file.h"

#include <doctest/doctest.h>

#include <string>

#include "support/fake_fs.h"

namespace sluice {
namespace {

TEST_CASE("small file: as much as it may have, and no byte more") {
  // More than one read, and a whole number of them.
  for (const std::size_t most : {10'000u, 16'384u, 50'000u}) {
    FakeFs fs;
    fs.file("/most", std::string(most, 'x'));
    fs.file("/more", std::string(most + 1, 'x'));
    for (const auto& read : {read_small_file, read_listed_file}) {
      const Result<std::string> all =
          read(fs, kWorkingDirectory, "/most", most);
      REQUIRE(all.has_value());
      CHECK(*all == std::string(most, 'x'));
      const Result<std::string> none =
          read(fs, kWorkingDirectory, "/more", most);
      REQUIRE_FALSE(none.has_value());
      CHECK(none.error().message == "too large");
    }
    CHECK(fs.open_files() == 0);
  }
}

}  // namespace
}  // namespace sluice

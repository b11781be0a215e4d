#include "fs/foreign_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "support/fake_fs.h"
#include "support/temp_tree.h"

namespace sluice::foreign_file_test {

constexpr std::size_t kMax = 10;

std::string read(const TempTree& tree, const std::string& path) {
  const Result<std::string> text =
      read_foreign_file(posix_file_system(), tree.path(), path, kMax);
  return text ? *text : "error: " + text.error().message;
}

TEST_CASE("a foreign file: what is read, and what is not") {
  TempTree tree;
  tree.file("file", "0123456789");
  tree.file("large", "0123456789a");
  tree.file("empty", "");
  tree.file("below/file", "x");
  CHECK(read(tree, "file") == "0123456789");
  CHECK(read(tree, "empty").empty());
  CHECK(read(tree, "below/file") == "x");
  CHECK(read(tree, "large") ==
        "error: it is larger than the 10 bytes that are read");
  CHECK(read(tree, "below") == "error: it is not a regular file");

  REQUIRE(::mkfifo(tree.path("fifo").c_str(), 0600) == 0);
  CHECK(read(tree, "fifo") == "error: it is not a regular file");
  const char* const kLink = "error: it is a symbolic link, or behind one";
  for (const char* target : {"file", "/dev/zero", "nowhere", "link"}) {
    CAPTURE(target);
    REQUIRE(::symlink(target, tree.path("link").c_str()) == 0);
    CHECK(read(tree, "link") == kLink);
    REQUIRE(::unlink(tree.path("link").c_str()) == 0);
  }
  REQUIRE(::symlink("below", tree.path("linked").c_str()) == 0);
  CHECK(read(tree, "linked/file") == kLink);
}

TEST_CASE("a foreign file: a path that leads out of the tree") {
  TempTree tree;
  tree.file("file", "x");
  for (const char* path :
       {"", "/etc/passwd", "..", "../file", "a/../file", "a/..", "./../x"}) {
    CAPTURE(path);
    CHECK(read(tree, path) == "error: it lies outside of the scanned tree");
  }
  // Two dots in a name are no way up.
  tree.file("..a/b..", "y");
  CHECK(read(tree, "..a/b..") == "y");
}

TEST_CASE("a foreign file: as much as it may have, and no byte more") {
  // More than one read, and a whole number of them.
  for (const std::size_t most : {10'000u, 16'384u, 50'000u}) {
    FakeFs fs;
    fs.file("/most", std::string(most, 'x'));
    fs.file("/more", std::string(most + 1, 'x'));
    for (const auto& read : {read_linked_file, read_listed_file}) {
      const Result<std::string> all =
          read(fs, kWorkingDirectory, "/most", most);
      REQUIRE(all.has_value());
      CHECK(*all == std::string(most, 'x'));
      CHECK_FALSE(read(fs, kWorkingDirectory, "/more", most).has_value());
    }
    CHECK(fs.open_files() == 0);
  }
}

TEST_CASE("a foreign file: one that is not there") {
  TempTree tree;
  const auto text =
      read_foreign_file(posix_file_system(), tree.path(), "gone", kMax);
  REQUIRE_FALSE(text);
  CHECK(is_absent(text.error()));
}

}  // namespace sluice::foreign_file_test

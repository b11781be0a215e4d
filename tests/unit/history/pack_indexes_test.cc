#include "history/pack_indexes.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice::pack_indexes_test {

using Names = std::vector<std::string>;

Names damaged_in(const GitRepository& repository) {
  const auto directories = object_directories(repository.place());
  REQUIRE(directories.has_value());
  return damaged_pack_indexes(repository, directories->paths);
}

// Flips a bit of the first file with that ending in the pack directory, and
// returns its name.
std::string damage(const TempRepository& made, const std::string& ending) {
  for (const auto& entry :
       std::filesystem::directory_iterator(made.path(".git/objects/pack"))) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(ending)) continue;
    std::filesystem::permissions(entry, std::filesystem::perms::owner_all);
    std::ifstream in(entry.path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text[text.size() / 2] ^= 1;
    std::ofstream(entry.path(), std::ios::binary) << text;
    return ".git/objects/pack/" + name;
  }
  FAIL("there is none");
  return {};
}

TEST_CASE("pack indexes: without packs there is none") {
  const TempRepository made;
  CHECK(damaged_in(made.open()) == Names{});
}

TEST_CASE("pack indexes: damaged ones are named") {
  for (const char* format : {"sha1", "sha256"}) {
    CAPTURE(format);
    const TempRepository made("--object-format=" + std::string(format));
    made.commit("a", "1");
    made.git("repack -q -a -d --write-midx");
    const GitRepository repository = made.open();
    CHECK(damaged_in(repository) == Names{});
    const std::string midx = damage(made, "multi-pack-index");
    CHECK(damaged_in(repository) == Names{midx});
    const std::string index = damage(made, ".idx");
    CHECK(damaged_in(repository) == Names{midx, index});
  }
}

TEST_CASE("pack indexes: of repositories that are borrowed from, too") {
  const TempRepository lends;
  lends.commit("a", "1");
  lends.git("repack -q -a -d");
  const TempRepository borrows;
  borrows.file(".git/objects/info/alternates",
               lends.path(".git/objects") + "\n");
  const GitRepository repository = borrows.open();
  CHECK(damaged_in(repository) == Names{});
  const std::string index = damage(lends, ".idx");
  CHECK(damaged_in(repository) == Names{lends.path(index)});
}

}  // namespace sluice::pack_indexes_test

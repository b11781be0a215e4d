#include "git/damaged_index.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice::damaged_index_test {

void flip_a_bit(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  REQUIRE(text.size() > 40);
  text[text.size() / 2] ^= 4;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  std::ofstream(path, std::ios::binary) << text;
}

using Names = std::vector<std::string>;

TEST_CASE("damaged index: whole, damaged, not there") {
  for (const char* format : {"sha1", "sha256"}) {
    CAPTURE(format);
    const TempRepository made("--object-format=" + std::string(format));
    made.commit("a", "1");
    const GitRepository repository = made.open();
    CHECK(damaged_index_files(repository.place()) == Names{});
    flip_a_bit(made.path(".git/index"));
    CHECK(damaged_index_files(repository.place()) == Names{".git/index"});
    std::filesystem::remove(made.path(".git/index"));
    CHECK(damaged_index_files(repository.place()) == Names{});
  }
}

TEST_CASE("damaged index: one without a checksum") {
  const TempRepository made;
  made.git("config index.skipHash true");
  made.commit("a", "1");
  CHECK(damaged_index_files(made.open().place()) == Names{});
}

TEST_CASE("damaged index: the shared part that is in use") {
  const TempRepository made;
  made.commit("a", "1");
  made.git("update-index --split-index");
  Names shared;
  for (const auto& entry :
       std::filesystem::directory_iterator(made.path(".git")))
    if (entry.path().filename().string().starts_with("sharedindex."))
      shared.push_back(".git/" + entry.path().filename().string());
  REQUIRE(shared.size() == 1);
  const GitRepository repository = made.open();
  CHECK(damaged_index_files(repository.place()) == Names{});
  flip_a_bit(made.path(shared[0]));
  CHECK(damaged_index_files(repository.place()) == shared);
  // One that is not in use may be as it likes.
  made.file(".git/sharedindex." + std::string(40, 'a'), "x");
  CHECK(damaged_index_files(repository.place()) == shared);
}

TEST_CASE("damaged index: a named pipe is not waited for") {
  const TempRepository made;
  made.commit("a", "1");
  const GitRepository repository = made.open();
  std::filesystem::remove(made.path(".git/index"));
  REQUIRE(::mkfifo(made.path(".git/index").c_str(), 0600) == 0);
  CHECK(damaged_index_files(repository.place()) == Names{".git/index"});
}

}  // namespace sluice::damaged_index_test

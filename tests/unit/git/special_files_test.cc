#include "git/special_files.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/temp_repository.h"

namespace sluice::special_files_test {

void make_pipe(const std::string& path) {
  std::filesystem::create_directories(
      std::filesystem::path(path).parent_path());
  std::filesystem::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
}

// Returns the complaint about the repository of `directory`, or "".
std::string told(const std::string& directory, GitFiles which) {
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(fd >= 0);
  const Result<void> looked = refuse_special_files({fd}, which);
  ::close(fd);
  return looked ? "" : looked.error().message;
}

constexpr const char* kWaits =
    " is a named pipe or a device: git would wait at it";

TEST_CASE("special files: none") {
  const TempRepository made;
  made.commit("a/b", "1");
  // A file that git reads as empty, one that it does not read, a dangling link.
  std::filesystem::create_symlink("/dev/null", made.path(".gitattributes"));
  std::filesystem::create_symlink("/nowhere", made.path(".git/info/x"));
  make_pipe(made.path(".git/hooks/pre-commit"));
  make_pipe(made.path("pipe"));
  for (const GitFiles which : {GitFiles::kAll, GitFiles::kSettings}) {
    CHECK(told(made.root(), which) == "");
    CHECK(told(made.path("a"), which) == "");
  }
  CHECK(told(made.tree().path(), GitFiles::kAll) == "");  // no repository
}

TEST_CASE("special files: in the repository, asked from below it") {
  for (const std::string place :
       {".git/HEAD", ".git/config", ".git/index", ".git/info/exclude",
        ".git/packed-refs", ".gitattributes", ".mailmap"}) {
    CAPTURE(place);
    const TempRepository made;
    made.commit("a/b", "1");
    make_pipe(made.path(place));
    CHECK(told(made.root(), GitFiles::kAll) == place + kWaits);
    CHECK(told(made.root(), GitFiles::kSettings) == place + kWaits);
    CHECK(told(made.path("a"), GitFiles::kAll) == "../" + place + kWaits);
  }
}

TEST_CASE("special files: objects and refs, where these are read") {
  for (const std::string place :
       {".git/refs/heads/x/y", ".git/objects/pack/pack-1.idx",
        ".git/logs/HEAD"}) {
    CAPTURE(place);
    const TempRepository made;
    make_pipe(made.path(place));
    CHECK(told(made.root(), GitFiles::kAll) == place + kWaits);
    CHECK(told(made.root(), GitFiles::kSettings) == "");
  }
}

TEST_CASE("special files: what settings name") {
  const TempRepository made;
  const std::string pipe = made.tree().path("pipe");
  make_pipe(pipe);
  for (const std::string& line :
       {"[include] path = " + pipe, "[Include]\n  PATH=\"" + pipe + "\" ; x",
        "[includeIf \"gitdir:/\"]\n\tpath = " + pipe,
        "[core]\n\texcludesFile = " + pipe + " # x",
        "[core]\n\tattributesfile = " + pipe, "[diff]\n\torderFile = " + pipe,
        std::string("[include]\n\tpath = ../../more")}) {
    CAPTURE(line);
    made.file("../more", "[include]\n\tpath = " + pipe + "\n");
    made.file(".git/config", line + "\n");
    CHECK(told(made.root(), GitFiles::kSettings) == pipe + kWaits);
  }
  // Another key, a comment.
  for (const std::string& line :
       {"[user]\n\tname = " + pipe, "# [include] path = " + pipe,
        "[include]\n\tpath = # " + pipe}) {
    CAPTURE(line);
    made.file(".git/config", line + "\n");
    CHECK(told(made.root(), GitFiles::kSettings) == "");
  }
}

TEST_CASE("special files: settings that include themselves end") {
  const TempRepository made;
  made.file(".git/config", "[include]\n\tpath = config\n");
  CHECK(told(made.root(), GitFiles::kAll) == "");
}

TEST_CASE("special files: a worktree and what it borrows from") {
  const TempRepository made;
  made.commit("a", "1");
  made.git("worktree add -q ../other");
  const std::string other = made.tree().path("other");
  CHECK(told(other, GitFiles::kAll) == "");
  make_pipe(made.path(".git/config"));
  CHECK(told(other, GitFiles::kAll).find("config is a named pipe") !=
        std::string::npos);

  const TempRepository borrows;
  const TempRepository lends;
  make_pipe(lends.path(".git/objects/pack/pack-1.pack"));
  borrows.file(".git/objects/info/alternates",
               "# a comment\n" + lends.path(".git/objects") + "\n");
  CHECK(told(borrows.root(), GitFiles::kAll) ==
        lends.path(".git/objects/pack/pack-1.pack") + kWaits);
}

}  // namespace sluice::special_files_test

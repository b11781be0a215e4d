// The questions that a walk asks git, and when.
#include "walk/repository.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fake_git.h"
#include "recording_sink.h"
#include "support/fake_fs.h"

namespace sluice::repository_test {

using Strings = std::vector<std::string>;

void make_repository(FakeFs& fs, const std::string& path) {
  fs.file(path + ".git/HEAD", "ref: refs/heads/main\n");
  fs.dir(path + ".git/objects");
  fs.dir(path + ".git/refs");
}

RecordingSink walked(const FileSystem& fs, const FakeGit& git,
                     const Strings& paths = {"."}) {
  RecordingSink sink;
  CHECK(walk(fs, paths, {.git = &git}, sink).has_value());
  return sink;
}

TEST_CASE("repository: git is asked once, and waited for when there is need") {
  FakeFs fs;
  FakeGit git;
  fs.file("a/f");
  walked(fs, git);
  CHECK(git.asked == 0);
  make_repository(fs, "");
  walked(fs, git);
  CHECK(git.asked == 1);
  CHECK(git.tracked_asked == 0);
  fs.file(".gitignore", "f\n*.o\n");
  fs.file("b.o");
  walked(fs, git);
  CHECK(git.asked == 2);
  CHECK(git.tracked_asked == 1);
  RecordingSink sink;
  CHECK(walk(fs, {"."}, {.ignore_files = false, .git = &git}, sink));
  CHECK(git.asked == 2);
  CHECK(fs.open_files() == 0);
}

TEST_CASE("repository: several paths in one are one question") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  fs.file(".gitignore", "*.o\n");
  for (const char* path : {"a/x", "a/x.o", "b/x", "b/x.o"}) fs.file(path);
  git.tracked = {"a/x.o"};
  CHECK(walked(fs, git, {"a", "b"}).files == Strings{"a/x", "a/x.o", "b/x"});
  CHECK(git.asked == 1);
  CHECK(git.tracked_asked == 1);
}

TEST_CASE(
    "repository: what git tracks is scanned despite its rules, not ours") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  fs.file(".gitignore", "*.o\n/d/\n/e/\n");
  fs.file(".sluiceignore", "ours.o\n!back.o\n");
  for (const char* path : {"a.o", "b.o", "ours.o", "back.o", "d/x", "d/y",
                           "d/deep/z", "d/.gitignore", "d/ours.o", "e/f"})
    fs.file(path);
  git.tracked = {"a.o", "d/deep/z", "d/ours.o", "d/x", "ours.o"};
  const RecordingSink sink = walked(fs, git);
  CHECK(sink.files == Strings{".gitignore", ".sluiceignore", "a.o", "back.o",
                              "d/deep/z", "d/x"});
  // b.o, ours.o, d/y, d/.gitignore, d/ours.o, e
  CHECK(sink.skips(Skip::kIgnored) == 6);
  REQUIRE(sink.ignored_by.files.size() == 2);
  CHECK(sink.ignored_by.files[0].file == ".gitignore");
  CHECK(sink.ignored_by.files[0].count == 4);
  CHECK(sink.ignored_by.files[1].file == ".sluiceignore");
  CHECK(sink.ignored_by.files[1].count == 2);
}

TEST_CASE("repository: a tracked submodule in an ignored directory") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  make_repository(fs, "v/sub/");
  make_repository(fs, "v/other/");
  fs.file(".gitignore", "/v/\n*.c\n");
  for (const char* path : {"v/x", "v/sub/y.c", "v/sub/z.o", "v/other/w"})
    fs.file(path);
  fs.file("v/sub/.gitignore", "*.o\n");
  git.tracked = {"v/sub"};
  CHECK(walked(fs, git).files ==
        Strings{".gitignore", "v/sub/.gitignore", "v/sub/y.c"});
}

TEST_CASE("repository: a git that fails leaves it to the rules, told once") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "r/");
  fs.file("r/.gitignore", "*.o\n");
  fs.file("r/a.o");
  fs.file("r/b.O");
  git.failure = "no";
  git.settings.ignore_case = true;
  git.excludes_file = "/everywhere";
  fs.file("/everywhere", "b.O\n");
  const RecordingSink sink = walked(fs, git);
  CHECK(sink.files == Strings{"r/.gitignore"});
  CHECK(sink.git_failures == Strings{"r/: no"});
  CHECK(git.tracked_asked == 0);
  CHECK(sink.problems.empty());
}

TEST_CASE("repository: settings") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  fs.file("X.O");
  fs.file("y");
  fs.file("rules", "y\n");
  git.settings.ignore_case = true;
  fs.file(".gitignore", "*.o\n");
  CHECK(walked(fs, git).files == Strings{".gitignore", "rules", "y"});
  git.settings.ignore_case = false;
  CHECK(walked(fs, git).files == Strings{".gitignore", "X.O", "rules", "y"});
  git.settings.excludes_file = "rules";
  CHECK(walked(fs, git).files == Strings{".gitignore", "X.O", "rules"});
  git.settings.excludes_file = "/cwd/rules";
  CHECK(walked(fs, git).files == Strings{".gitignore", "X.O", "rules"});
  fs.file("rules").open_fails = EACCES;
  CHECK(walked(fs, git).problems ==
        Strings{"|/cwd/rules: cannot read ignore file: Permission denied"});
}

TEST_CASE("repository: of many in each other few have git at work") {
  FakeFs fs;
  FakeGit git;
  std::string path;
  for (int i = 0; i < 50; ++i) {
    make_repository(fs, path);
    path += "r/";
  }
  fs.file(path + "f");
  CHECK(walked(fs, git).files == Strings{path + "f"});
  CHECK(git.asked == 50);
  CHECK(git.most_at_work <= 8);
  CHECK(git.at_work == 0);
  CHECK(fs.most_open() < 60);
  CHECK(fs.open_files() == 0);
}

TEST_CASE(
    "repository: rules end where another repository begins, ours do not") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  make_repository(fs, "sub/");
  fs.file(".gitignore", "*.a\n");
  fs.file(".git/info/exclude", "*.b\n");
  fs.file(".sluiceignore", "*.c\n");
  for (const char* path : {"sub/x.a", "sub/x.b", "sub/x.c", "z.a", "z.b", "z"})
    fs.file(path);
  CHECK(walked(fs, git).files ==
        Strings{".gitignore", ".sluiceignore", "sub/x.a", "sub/x.b", "z"});
}

TEST_CASE("repository: one above counts as far as the filesystem goes") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  fs.file(".gitignore", "*.o\n");
  fs.file("a/b/x.o");
  fs.file("a/b/y");
  CHECK(walked(fs, git, {"a/b"}).files == Strings{"y"});
  fs.dir("a").device = 2;
  fs.dir("a/b").device = 2;
  CHECK(walked(fs, git, {"a/b"}).files == Strings{"x.o", "y"});
  CHECK(walked(fs, git, {"."}).files == Strings{".gitignore", "a/b/y"});
}

TEST_CASE("repository: its own files are not subject to its rules") {
  FakeFs fs;
  FakeGit git;
  make_repository(fs, "");
  fs.file(".gitignore", "HEAD\nhooks\n");
  fs.file(".git/hooks/x");
  CHECK(walked(fs, git, {".git"}).files == Strings{"HEAD", "hooks/x"});
  CHECK(walked(fs, git, {".git/hooks"}).files == Strings{"x"});
}

TEST_CASE("repository: a .git that git would not take for one") {
  FakeFs fs;
  FakeGit git;
  fs.file("f");
  const auto is_repository = [&] {
    const int before = git.asked;
    walked(fs, git);
    return git.asked != before;
  };
  make_repository(fs, "");
  CHECK(is_repository());
  SUBCASE("a HEAD that is none") {
    for (const char* head : {"", "x", "ref: x", "0123456789", "ref:refs"}) {
      fs.file(".git/HEAD", head);
      CHECK_FALSE(is_repository());
    }
    for (const char* head : {"ref:refs/heads/x", "ref: \trefs/x\n",
                             "0123456789abcdef0123456789abcdef01234567\n"}) {
      fs.file(".git/HEAD", head);
      CHECK(is_repository());
    }
  }
  SUBCASE("no objects, no refs") {
    fs.remove(".git/objects");
    CHECK_FALSE(is_repository());
    fs.dir(".git/objects");
    fs.remove(".git/refs");
    CHECK_FALSE(is_repository());
  }
  SUBCASE("a file that leads to one, or nowhere") {
    make_repository(fs, "/far/");
    fs.remove(".git");
    fs.file(".git", "gitdir: ../far/.git\r\n");
    CHECK(is_repository());
    fs.file(".git", "gitdir: /nowhere\n");
    CHECK_FALSE(is_repository());
    fs.file(".git", "something else\n");
    CHECK_FALSE(is_repository());
  }
  CHECK(fs.open_files() == 0);
}

}  // namespace sluice::repository_test

#include "walk/walker.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "ignore/ignore_file.h"
#include "recording_sink.h"
#include "support/fake_fs.h"

namespace sluice::walker_test {

using Strings = std::vector<std::string>;

RecordingSink walked(const FileSystem& fs, const Strings& paths = {"."},
                     const WalkOptions& options = {}) {
  RecordingSink sink;
  const Result<void> done = walk(fs, paths, options, sink);
  CHECK(done.has_value());
  return sink;
}

// Makes `path`, "" or one that ends in a slash, the root of a repository.
void make_repository(FakeFs& fs, const std::string& path) {
  fs.file(path + ".git/HEAD", "ref: refs/heads/main\n");
  fs.dir(path + ".git/objects");
  fs.dir(path + ".git/refs");
}

TEST_CASE("walk: entries come in the order of their bytes") {
  FakeFs fs;
  for (const char* path : {"b/x", "a", "b.c", "b-c", "B", ".dot", "\xff", "~",
                           "b/a/z", "b/a.c", "\xc3\xa9"})
    fs.file(path);
  const RecordingSink sink = walked(fs);
  // A directory is at the place of its name ("b" before "b-c"); its entries
  // follow at once.
  CHECK(sink.files == Strings{".dot", "B", "a", "b/a/z", "b/a.c", "b/x", "b-c",
                              "b.c", "~", "\xc3\xa9", "\xff"});
}

TEST_CASE("walk: how paths are given") {
  FakeFs fs;
  fs.file("d/e/f");
  fs.file("g");
  fs.file("/abs/h");
  const auto expect = [&](const Strings& paths, const Strings& roots,
                          const Strings& files) {
    CAPTURE(paths.front());
    const RecordingSink sink = walked(fs, paths);
    CHECK(sink.roots == roots);
    CHECK(sink.files == files);
    for (std::size_t i = 0; i < sink.files.size(); ++i)
      CHECK(fs.status(sink.roots[i] + sink.files[i]).has_value());
  };
  expect({"."}, {"", ""}, {"d/e/f", "g"});
  expect({"./"}, {"", ""}, {"d/e/f", "g"});
  expect({"d"}, {"d/"}, {"e/f"});
  expect({"./d//"}, {"d/"}, {"e/f"});
  expect({"d/."}, {"d/"}, {"e/f"});
  expect({"d/e"}, {"d/e/"}, {"f"});
  expect({"d/../d"}, {"d/../d/"}, {"e/f"});
  expect({"/abs"}, {"/abs/"}, {"h"});
  expect({"/"}, {"/", "/", "/"}, {"abs/h", "cwd/d/e/f", "cwd/g"});
  expect({"../abs"}, {"../abs/"}, {"h"});
  expect({"g"}, {""}, {"g"});
  expect({"./g"}, {""}, {"g"});
  expect({"/abs/h"}, {""}, {"/abs/h"});
  expect({"d", "g"}, {"", ""}, {"d/e/f", "g"});
  expect({"./d/", "/abs/"}, {"", ""}, {"d/e/f", "/abs/h"});
  expect({".", "../abs"}, {"", "", ""}, {"d/e/f", "g", "../abs/h"});
  expect({"g", "d/e/f"}, {"", ""}, {"g", "d/e/f"});
}

TEST_CASE("walk: named files are given whatever they are") {
  FakeFs fs;
  fs.file(".gitignore", "*\n");
  fs.file("a");
  fs.special("pipe");
  fs.link("link", "a");
  fs.file(".git/config");
  const RecordingSink sink =
      walked(fs, {"a", "pipe", "link", ".git/config", ".gitignore"});
  CHECK(sink.files ==
        Strings{"a", "pipe", "link", ".git/config", ".gitignore"});
  CHECK(sink.named_files == sink.files);
  CHECK(sink.skipped == RecordingSink().skipped);
  CHECK(fs.calls().list == 0);

  CHECK(walked(fs, {".git"}).files == Strings{"config"});
}

TEST_CASE("walk: what is left out, and why") {
  FakeFs fs;
  fs.file(".git/config");
  fs.file("sub/.git/HEAD");
  fs.file("sub/f");
  fs.file("worktree/.git", "gitdir: elsewhere");
  fs.special("pipe");
  fs.link("to_file", "sub/f");
  fs.link("to_parent", "..");
  fs.link("sub/self", "self");
  fs.link("gone", "nowhere");
  fs.file(".gitignore", "ignored\n*.o\n");
  fs.file("ignored/a");
  fs.file("ignored/b");
  fs.file("x.o");
  const RecordingSink sink = walked(fs);
  // In a repository, its settings are read, because they may contain tokens.
  CHECK(sink.files == Strings{".git/config", ".gitignore", "sub/f"});
  CHECK(sink.named_files.empty());
  CHECK(sink.skips(Skip::kGitDirectory) == 3);
  CHECK(sink.skips(Skip::kSpecial) == 1);
  CHECK(sink.skips(Skip::kSymlink) == 4);
  // A directory counts once.
  CHECK(sink.skips(Skip::kIgnored) == 2);
  CHECK(sink.skips(Skip::kBinary) == 0);
  CHECK(sink.problems.empty());

  const RecordingSink all = walked(fs, {"."}, {.ignore_files = false});
  CHECK(all.files == Strings{".git/config", ".gitignore", "ignored/a",
                             "ignored/b", "sub/f", "x.o"});
  CHECK(all.skips(Skip::kIgnored) == 0);
  CHECK(all.skips(Skip::kGitDirectory) == 3);
}

TEST_CASE("walk: the settings of a repository may be left out, too") {
  FakeFs fs;
  fs.file(".git/config");
  fs.file(".gitignore", "config\n.git\n");
  fs.file("linked/.git/x");
  fs.link("linked/.git/config", "../../.git/config");
  CHECK(walked(fs).files == Strings{".git/config", ".gitignore"});
  CHECK(walked(fs, {"."}, {.max_depth = 1}).files == Strings{".gitignore"});
  for (const char* pattern : {".git", ".git/config", "config"}) {
    WalkOptions options;
    options.filter = PathFilter({pattern}, {});
    CHECK(walked(fs, {"."}, std::move(options)).files == Strings{".gitignore"});
  }
}

TEST_CASE("walk: which ignore file decides") {
  FakeFs fs;
  SUBCASE("a deeper one beats a shallower one") {
    fs.file(".gitignore", "*.a\n!*.b\n");
    fs.file("d/.gitignore", "!keep.a\n*.b\n");
    for (const char* path : {"x.a", "x.b", "d/x.a", "d/keep.a", "d/x.b"})
      fs.file(path);
    CHECK(walked(fs).files ==
          Strings{".gitignore", "d/.gitignore", "d/keep.a", "x.b"});
  }
  SUBCASE("it says nothing of its siblings") {
    fs.file("a/.gitignore", "f\n");
    fs.file("a/f");
    fs.file("b/f");
    fs.file("f");
    CHECK(walked(fs).files == Strings{"a/.gitignore", "b/f", "f"});
  }
  SUBCASE("patterns are relative to its directory") {
    fs.file("d/.gitignore", "/x\ne/y\n");
    for (const char* path : {"x", "e/y", "d/x", "d/e/x", "d/e/y", "d/e/e/y"})
      fs.file(path);
    CHECK(walked(fs).files ==
          Strings{"d/.gitignore", "d/e/e/y", "d/e/x", "e/y", "x"});
  }
  SUBCASE(".sluiceignore beats .gitignore beside it, not one further down") {
    fs.file(".gitignore", "*.a\n");
    fs.file(".sluiceignore", "!x.a\n*.b\n");
    fs.file("d/.gitignore", "!y.b\nx.a\n");
    for (const char* path : {"x.a", "y.a", "x.b", "d/x.a", "d/y.b"})
      fs.file(path);
    CHECK(walked(fs).files == Strings{".gitignore", ".sluiceignore",
                                      "d/.gitignore", "d/y.b", "x.a"});
  }
  SUBCASE("a repository's exclude file comes last") {
    make_repository(fs, "");
    fs.file(".git/info/exclude", "*.a\n/only_here\n");
    fs.file(".gitignore", "!x.a\n");
    for (const char* path : {"x.a", "y.a", "only_here", "d/only_here"})
      fs.file(path);
    CHECK(walked(fs).files == Strings{".gitignore", "d/only_here", "x.a"});
    CHECK(walked(fs, {"d"}).files == Strings{"only_here"});
    fs.file("d/z.a");
    CHECK(walked(fs, {"d"}).files == Strings{"only_here"});
  }
  SUBCASE("an exclude file may be a link, as git follows it") {
    make_repository(fs, "");
    fs.file("patterns", "x\n");
    fs.link(".git/info/exclude", "../../patterns");
    fs.file("x");
    CHECK(walked(fs).files == Strings{"patterns"});
  }
  SUBCASE("the exclude file of a repository below is found, and only there") {
    make_repository(fs, "r/");
    fs.file("r/.git/info/exclude", "x\n");
    fs.file("r/x");
    fs.file("s/x");
    CHECK(walked(fs).files == Strings{"s/x"});
  }
  SUBCASE("nothing below an ignored directory comes back") {
    fs.file(".gitignore", "d/\n!d/x\n!d/**\n");
    fs.file("d/.gitignore", "!x\n");
    fs.file("d/x");
    CHECK(walked(fs).files == Strings{".gitignore"});
  }
  SUBCASE("a directory or a link is no ignore file") {
    fs.file(".gitignore/x", "");
    fs.file("patterns", "*\n");
    fs.link(".sluiceignore", "patterns");
    const RecordingSink sink = walked(fs);
    CHECK(sink.files == Strings{".gitignore/x", "patterns"});
    CHECK(sink.problems.empty());
  }
  SUBCASE("ignore files are closed again, and none is guessed") {
    fs.file(".gitignore", "*.a\n");
    fs.file("d/e/f");
    fs.file("d/g/.sluiceignore", "x");
    walked(fs);
    CHECK(fs.calls().open == 2);
    CHECK(fs.open_files() == 0);
    // The named directory and the one above it; whether either is a repository.
    CHECK(fs.calls().status == 2);
    CHECK(fs.calls().link_status == 2);
  }
}

TEST_CASE("walk: a directory that cannot be read is told, the rest is walked") {
  FakeFs fs;
  fs.file("a/x");
  fs.file("b/y");
  fs.dir("a").list_fails = EACCES;
  const RecordingSink sink = walked(fs);
  CHECK(sink.files == Strings{"b/y"});
  CHECK(sink.problems ==
        Strings{"|a: cannot read directory: Permission denied"});
  CHECK(walked(fs, {"a"}).problems ==
        Strings{"a/|.: cannot read directory: Permission denied"});
  CHECK(walked(fs, {"a", "b"}).problems ==
        Strings{"|a: cannot read directory: Permission denied"});
}

TEST_CASE("walk: what was read of a directory before an error counts") {
  FakeFs fs;
  for (const char* path : {"d/a", "d/b", "d/c", "e"}) fs.file(path);
  FakeFs::Node& d = fs.dir("d");
  d.list_fails = EIO;
  d.entries_before_failure = 2;
  const RecordingSink sink = walked(fs);
  CHECK(sink.files == Strings{"d/b", "d/c", "e"});
  CHECK(sink.problems ==
        Strings{"|d: cannot read directory: Input/output error"});
}

TEST_CASE("walk: a directory that vanishes under way") {
  FakeFs fs;
  fs.file("a/x");
  fs.file("b/y");
  fs.before_enter = [&](const std::string& path) {
    if (path == "a") fs.remove("a");
  };
  const RecordingSink sink = walked(fs);
  CHECK(sink.files == Strings{"b/y"});
  CHECK(sink.problems ==
        Strings{"|a: cannot read directory: No such file or directory"});
}

TEST_CASE("walk: an ignore file that cannot be read") {
  FakeFs fs;
  fs.file("d/x.o");
  FakeFs::Node& ignore = fs.file("d/.gitignore", "*.o\n");
  SUBCASE("is told, and the walk goes on as if it were not there") {
    ignore.open_fails = EACCES;
    const RecordingSink sink = walked(fs, {"d"});
    CHECK(sink.files == Strings{".gitignore", "x.o"});
    CHECK(sink.problems ==
          Strings{"d/|.gitignore: cannot read ignore file: Permission denied"});
  }
  SUBCASE("is not used in part") {
    ignore.read_fails = EIO;
    ignore.bytes_before_failure = 4;
    const RecordingSink sink = walked(fs);
    CHECK(sink.files == Strings{"d/.gitignore", "d/x.o"});
    CHECK(sink.problems == Strings{"|d/.gitignore: cannot read ignore file: "
                                   "Input/output error"});
    CHECK(fs.open_files() == 0);
  }
  SUBCASE("is no problem if it is gone") {
    ignore.open_fails = ENOENT;
    CHECK(walked(fs).problems.empty());
  }
  SUBCASE("in .git/info as well") {
    make_repository(fs, "d/");
    fs.file("d/.git/info/exclude", "y\n").status_fails = EACCES;
    CHECK(walked(fs).problems ==
          Strings{"|d/.git/info/exclude: cannot read ignore file: "
                  "Permission denied"});
  }
}

TEST_CASE("walk: ignore files that say too much are not obeyed") {
  const auto lines = [](std::size_t count, const std::string& line) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += line + "\n";
    return text;
  };
  FakeFs fs;
  make_repository(fs, "");
  fs.file("a/f.o");
  fs.file("b/f.o");
  SUBCASE("as many lines as may be, and comments") {
    fs.file(".gitignore", lines(kMaxIgnoreLines - 1, "x") +
                              lines(kMaxIgnoreLines, "#") +
                              lines(kMaxIgnoreLines, "") + "*.o\n");
    const RecordingSink sink = walked(fs);
    CHECK(sink.problems.empty());
    CHECK(sink.files == Strings{".gitignore"});
  }
  SUBCASE("one more") {
    fs.file(".gitignore", lines(kMaxIgnoreLines, "x") + "*.o\n");
    const RecordingSink sink = walked(fs);
    REQUIRE(sink.problems.size() == 1);
    CHECK(sink.files == Strings{".gitignore", "a/f.o", "b/f.o"});
  }
  SUBCASE("one more in a directory below, for its own files alone") {
    fs.file(".gitignore", lines(kMaxIgnoreLines - 1, "x"));
    fs.file("a/.gitignore", "*.o\ny\n");
    fs.file("b/.gitignore", "*.o\n");
    const RecordingSink sink = walked(fs);
    REQUIRE(sink.problems.size() == 1);
    CHECK(sink.files ==
          Strings{".gitignore", "a/.gitignore", "a/f.o", "b/.gitignore"});
  }
  SUBCASE("one byte more than may be") {
    fs.file(".gitignore", "*.o\n#" + std::string(kMaxIgnoreBytes - 5, 'x'));
    CHECK(walked(fs).files == Strings{".gitignore"});
    fs.file(".gitignore", "*.o\n#" + std::string(kMaxIgnoreBytes - 4, 'x'));
    const RecordingSink sink = walked(fs);
    REQUIRE(sink.problems.size() == 1);
    CHECK(sink.files == Strings{".gitignore", "a/f.o", "b/f.o"});
  }
}

TEST_CASE("walk: the sink can end it") {
  FakeFs fs;
  fs.file("a/x");
  fs.file("b/y");
  fs.file("c");
  RecordingSink sink;
  sink.end_after = 2;
  CHECK(walk(fs, {"b", "a", "c"}, {}, sink).has_value());
  CHECK(sink.files == Strings{"b/y", "a/x"});

  fs.dir("a").list_fails = EACCES;
  RecordingSink other;
  other.end_after_problems = 1;
  CHECK(walk(fs, {"."}, {}, other).has_value());
  CHECK(other.files.empty());
  CHECK(other.problems.size() == 1);
}

TEST_CASE("walk: a named path that is not there stops it before it begins") {
  FakeFs fs;
  fs.file("a");
  fs.link("dangling", "nowhere");
  fs.file("closed").status_fails = EACCES;
  const auto error_of = [&](const std::string& path) {
    RecordingSink sink;
    const Result<void> done = walk(fs, {"a", path}, {}, sink);
    REQUIRE_FALSE(done.has_value());
    CHECK(sink.files.empty());
    return done.error();
  };
  CHECK(error_of("nope/x").code == ErrorCode::kNotFound);
  CHECK(error_of("nope/x").message == "no such path: nope/x");
  CHECK(error_of("a/").code == ErrorCode::kNotFound);
  CHECK(error_of("").code == ErrorCode::kNotFound);
  CHECK(error_of("dangling").code == ErrorCode::kNotFound);
  CHECK(error_of("closed").code == ErrorCode::kIo);
  CHECK(error_of("closed").message == "closed: Permission denied");
}

TEST_CASE("walk: a tree three thousand directories deep") {
  FakeFs fs;
  std::string path;
  for (int i = 0; i < 3'000; ++i) path += "d/";
  fs.file(path + "bottom");
  fs.file("d/z");
  const RecordingSink sink = walked(fs);
  CHECK(sink.files == Strings{path + "bottom", "d/z"});
}

}  // namespace sluice::walker_test

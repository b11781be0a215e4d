#include "walk/named_paths.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "recording_sink.h"
#include "support/fake_fs.h"

namespace sluice::named_paths_test {

using Strings = std::vector<std::string>;

TEST_CASE("named paths: cleaning") {
  struct Row {
    std::string path;
    std::string cleaned;
  };
  for (const Row& row : std::vector<Row>{
           {".", ""},      {"./", ""},      {".//.", ""},       {"a", "a"},
           {"./a", "a"},   {".//a", "a"},   {"././a//", "a"},   {"a/.", "a"},
           {"a/./", "a"},  {"a/b/", "a/b"}, {"a/./b", "a/./b"}, {"/", "/"},
           {"//", "/"},    {"/.", "/"},     {"/a/", "/a"},      {"..", ".."},
           {"./..", ".."}, {"../", ".."},   {".a", ".a"},       {"a.", "a."},
           {"", ""}}) {
    CAPTURE(row.path);
    CHECK(clean_path(row.path) == row.cleaned);
  }
}

// A tree, and the result of a walk of it for some paths.
struct Overlap {
  FakeFs fs;

  Overlap() {
    fs.file("a/b/x");
    fs.file("a/b/y");
    fs.file("a/c/z");
    fs.file("a/w");
    fs.file("other/v");
    fs.file("a/.gitignore", "ignored\nc/*.log\n");
    fs.file("a/ignored/deep/i");
    fs.file("a/c/l.log");
    fs.file("a/.git/HEAD");
    fs.link("to_a", "a");
    fs.link("a/to_b", "b");
    fs.link("a/to_w", "w");
    fs.special("a/pipe");
  }

  RecordingSink walked(const Strings& paths) const {
    RecordingSink sink;
    CHECK(walk(fs, paths, {}, sink).has_value());
    return sink;
  }
};

TEST_CASE("overlap: the same path twice is walked once") {
  Overlap tree;
  for (const Strings& paths :
       {Strings{"other", "other"}, Strings{"other", "./other/"},
        Strings{"other", "a/../other"}, Strings{"other", "/cwd/other"},
        Strings{"other", "../cwd/other"}}) {
    CAPTURE(paths[1]);
    CHECK(tree.walked(paths).files == Strings{"other/v"});
  }
  for (const Strings& paths :
       {Strings{"a/w", "a/w"}, Strings{"a/w", "./a//w"},
        Strings{"a/w", "other/../a/w"}, Strings{"a/w", "/cwd/a/w"},
        Strings{"a/w", "to_a/w"}}) {
    CAPTURE(paths[1]);
    CHECK(tree.walked(paths).files == Strings{"a/w"});
  }
  CHECK(tree.walked({"a/b", "to_a/b", "a/to_b"}).files ==
        Strings{"a/b/x", "a/b/y"});
}

TEST_CASE("overlap: what lies below an earlier path is taken on the way") {
  Overlap tree;
  const Strings whole = {"a/.gitignore", "a/b/x", "a/b/y", "a/c/z", "a/w"};
  for (const char* below :
       {"a/b", "a/b/x", "a/w", "to_a/b/y", "a/c/../b", "/cwd/a/c"}) {
    CAPTURE(below);
    const RecordingSink sink = tree.walked({"a", below});
    CHECK(sink.files == whole);
    CHECK(sink.skipped == tree.walked({"a", "a"}).skipped);
  }
  CHECK(tree.walked({"a", "a/w"}).named_files == Strings{"a/w"});
  CHECK(tree.walked({"a", "to_a"}).files == whole);
}

TEST_CASE("overlap: what was walked before is passed over") {
  Overlap tree;
  CHECK(tree.walked({"a/b", "a"}).files ==
        Strings{"a/b/x", "a/b/y", "a/.gitignore", "a/c/z", "a/w"});
  CHECK(tree.walked({"a/b/y", "a/c", "a"}).files ==
        Strings{"a/b/y", "a/c/l.log", "a/c/z", "a/.gitignore", "a/b/x", "a/w"});
  CHECK(tree.walked({"a/b/y", "a", "a/b"}).files ==
        Strings{"a/b/y", "a/.gitignore", "a/b/x", "a/c/z", "a/w"});
}

TEST_CASE(
    "overlap: a named path is walked though the walk above leaves it out") {
  Overlap tree;
  SUBCASE("an ignored directory") {
    const RecordingSink sink = tree.walked({"a", "a/ignored"});
    CHECK(sink.files == Strings{"a/.gitignore", "a/b/x", "a/b/y", "a/c/z",
                                "a/ignored/deep/i", "a/w"});
    CHECK(sink.skips(Skip::kIgnored) == 1);  // the log file
  }
  SUBCASE("something deep in an ignored directory, at its own turn") {
    const RecordingSink sink = tree.walked({"a", "a/ignored/deep"});
    CHECK(sink.files.back() == "a/ignored/deep/i");
    CHECK(sink.skips(Skip::kIgnored) == 2);
  }
  SUBCASE("an ignored file") {
    const RecordingSink sink = tree.walked({"a", "a/c/l.log"});
    CHECK(sink.named_files == Strings{"a/c/l.log"});
    CHECK(sink.skips(Skip::kIgnored) == 1);  // the directory
    CHECK(sink.files.size() == 6);
  }
  SUBCASE("a .git directory, and a file in one") {
    CHECK(tree.walked({"a", "a/.git"}).files.front() == "a/.git/HEAD");
    CHECK(tree.walked({"a", "a/.git"}).skips(Skip::kGitDirectory) == 0);
    CHECK(tree.walked({"a", "a/.git/HEAD"}).files.back() == "a/.git/HEAD");
    tree.fs.file("a/.git/config", "");
    for (const Strings& paths :
         {Strings{"a", "a/.git/config"}, Strings{"a/.git/config", "a"}}) {
      const RecordingSink sink = tree.walked(paths);
      CHECK(std::ranges::count(sink.files, "a/.git/config") == 1);
    }
  }
  SUBCASE("a pipe and a link to a file") {
    const RecordingSink sink = tree.walked({"a", "a/pipe", "a/to_w"});
    CHECK(sink.named_files == Strings{"a/pipe", "a/to_w"});
    CHECK(sink.skips(Skip::kSpecial) == 0);
    CHECK(sink.skips(Skip::kSymlink) == 1);  // to_b
  }
  SUBCASE("a directory behind a link out of the tree") {
    FakeFs fs;
    fs.file("a/x");
    fs.file("far/y");
    fs.link("a/link", "../far");
    RecordingSink sink;
    CHECK(walk(fs, {"a", "a/link"}, {}, sink).has_value());
    CHECK(sink.files == Strings{"a/x", "a/link/y"});
  }
}

TEST_CASE("overlap: hard links are different paths") {
  FakeFs fs;
  fs.file("a/f");
  fs.hard_link("a/g", "a/f");
  fs.hard_link("b/f", "a/f");
  RecordingSink sink;
  CHECK(walk(fs, {"a/f", "a", "b"}, {}, sink).has_value());
  CHECK(sink.files == Strings{"a/f", "a/g", "b/f"});
}

TEST_CASE("overlap: only directories above a named path are statted") {
  FakeFs fs;
  for (int i = 0; i < 50; ++i) {
    fs.file("a/d" + std::to_string(i) + "/e/f");
    fs.file("b/d" + std::to_string(i) + "/e/f");
  }
  RecordingSink alone;
  CHECK(walk(fs, {"a"}, {}, alone).has_value());
  // The directories above are searched for a repository.
  const int above = fs.calls().link_status;
  CHECK(above < 4);
  RecordingSink sink;
  CHECK(walk(fs, {"a", "a/d7/e", "b"}, {}, sink).has_value());
  CHECK(sink.files.size() == 100);
  // The entries of a/ and of a/d7/, and the directories above a/ and b/.
  CHECK(fs.calls().link_status == 51 + 3 * above);
}

// Keeps the roots, as files in flight do.
class KeepingSink final : public WalkSink {
 public:
  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    files.emplace_back(root, below);
    return true;
  }
  bool named_file(std::string_view, std::string_view) override { return true; }
  void skip(std::string_view, std::string_view, Skip,
            std::string_view) override {}
  bool problem(std::string_view, std::string_view, std::string_view) override {
    return true;
  }
  void git_failed(std::string_view, std::string_view) override {}
  void bare_repository(std::string_view) override {}

  std::vector<std::pair<std::shared_ptr<const WalkRoot>, std::string>> files;
};

TEST_CASE("named paths: files in flight keep few directories open") {
  for (const int count : {3, 64, 65, 500}) {
    CAPTURE(count);
    FakeFs fs;
    Strings paths;
    for (int i = 0; i < count; ++i) {
      paths.push_back("d" + std::to_string(i));
      fs.file(paths.back() + "/sub/f", "text");
    }
    KeepingSink sink;
    Result<NamedPaths> named = NamedPaths::resolve(fs, paths);
    REQUIRE(named.has_value());
    walk(fs, *std::move(named), {}, sink);
    REQUIRE(sink.files.size() == paths.size());
    CHECK(fs.most_open() <= 64 + 4);
    // And each can be opened, unless its directory is another one by then.
    const auto& [root, below] = sink.files.back();
    const Result<OpenedFile> opened = root->open(below);
    REQUIRE(opened.has_value());
    fs.close(opened->descriptor);
    if (count > 64) {
      fs.remove(paths.back());
      fs.file(paths.back() + "/sub/f", "text");
      CHECK(root->open(below).error().message == "its directory was replaced");
    }
    sink.files.clear();
    CHECK(fs.open_files() == 0);
  }
}

}  // namespace sluice::named_paths_test

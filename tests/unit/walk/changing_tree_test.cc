// A tree that changes while it is walked and read: directories and files are
// created, removed, and replaced by links that lead out. Nothing outside may
// ever be read, and lost files must be named.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "recording_sink.h"
#include "support/effort.h"
#include "support/passing_fs.h"
#include "support/temp_tree.h"
#include "walk/last_directory.h"
#include "walk/walker.h"

namespace sluice::changing_tree_test {

constexpr const char* kOutside = "outside";

// Reads each file as a worker would, some time after the walk gave it.
class ReadingSink final : public WalkSink {
 public:
  explicit ReadingSink(const FileSystem& fs) : fs_(fs), directory_(&fs) {}

  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    ++files;
    const Result<OpenedFile> opened = directory_.open(root, std::string(below));
    if (!opened) {
      lost += !opened.error().message.empty();
      return true;
    }
    char buffer[100];
    const auto n = fs_.read(opened->descriptor, buffer, sizeof buffer);
    if (n) escaped += std::string_view(buffer, *n) == kOutside;
    ++read;
    fs_.close(opened->descriptor);
    return true;
  }
  bool named_file(std::string_view, std::string_view) override { return true; }
  void skip(std::string_view, std::string_view path, Skip reason,
            std::string_view) override {
    if (facts_of(reason).is_named) CHECK_FALSE(path.empty());
    links += reason == Skip::kSymlink;
  }
  bool problem(std::string_view, std::string_view path,
               std::string_view reason) override {
    named_losses += !path.empty() && !reason.empty();
    ++losses;
    return true;
  }
  void git_failed(std::string_view, std::string_view) override {}
  void bare_repository(std::string_view) override {}

  int files = 0;
  int read = 0;
  int lost = 0;
  int escaped = 0;
  int links = 0;
  int losses = 0;
  int named_losses = 0;

 private:
  const FileSystem& fs_;
  LastDirectory directory_;
};

TEST_CASE("changing tree: ten thousand changes under way") {
  const TempTree tree;
  tree.file("out/f", kOutside);
  tree.file("out/e/f", kOutside);
  for (int i = 0; i < 8; ++i) {
    tree.file("in/d" + std::to_string(i) + "/f", "inside");
    tree.file("in/d" + std::to_string(i) + "/e/f", "inside");
  }
  constexpr int kChanges = 10'000;
  std::atomic<int> changes{0};  // written by the changer, read by the walker
  std::thread changer([&] {
    std::mt19937 random(test::seed(7));
    while (changes < kChanges) {
      const std::string directory =
          tree.path("in/d" + std::to_string(random() % 8));
      const std::string aside = tree.path("aside");
      std::string victim = directory;
      switch (random() % 5) {
        case 0:
          victim += "/e";
          break;
        case 1:
          victim += "/f";
          break;
        case 2:  // is made and removed
          ::mkdir((directory + "/new").c_str(), 0755);
          tree.file("in/made", "inside");
          ::rmdir((directory + "/new").c_str());
          ::unlink(tree.path("in/made").c_str());
          ++changes;
          continue;
        default:
          break;
      }
      const bool is_file = victim.ends_with("/f");
      if (::rename(victim.c_str(), aside.c_str()) != 0) continue;
      const std::string target = tree.path(is_file ? "out/f" : "out");
      if (random() % 4 != 0) {
        (void)::symlink(target.c_str(), victim.c_str());
        if (random() % 2 == 0) std::this_thread::yield();
        ::unlink(victim.c_str());
      }
      REQUIRE(::rename(aside.c_str(), victim.c_str()) == 0);
      ++changes;
    }
  });
  ReadingSink sink(posix_file_system());
  int walks = 0;
  while (changes < kChanges) {
    Result<NamedPaths> named =
        NamedPaths::resolve(posix_file_system(), {tree.path("in")});
    REQUIRE(named.has_value());
    walk(posix_file_system(), *std::move(named), {}, sink);
    ++walks;
  }
  changer.join();
  CHECK(sink.escaped == 0);
  CHECK(sink.named_losses == sink.losses);
  CHECK(sink.lost == sink.files - sink.read);
  // Worth something only if it met many of them.
  CHECK(walks > 10);
  CHECK(sink.links > 10);
  CHECK(sink.losses + sink.lost > 10);
  MESSAGE(walks << " walks, " << sink.files << " files, " << sink.losses
                << " directories and " << sink.lost << " files lost, "
                << sink.links << " links met");
}

// Replaces a directory by a link at the worst moments.
class SwappingFs final : public PassingFs {
 public:
  explicit SwappingFs(const TempTree& tree)
      : PassingFs(posix_file_system()), tree_(tree) {}

  Result<int> open_directory(int at, const std::string& path,
                             Links links) const override {
    if (path == "d" && before_directory) swap();
    return below().open_directory(at, path, links);
  }
  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    if (path == "d/f" && !before_directory) swap();
    return below().open_below(root, path, links);
  }

  bool before_directory = true;

 private:
  void swap() const {
    REQUIRE(::rename(tree_.path("in/d").c_str(), tree_.path("aside").c_str()) ==
            0);
    tree_.link("in/d", "../out");
  }
  const TempTree& tree_;
};

TEST_CASE("changing tree: a link in place of a directory is a named loss") {
  for (const bool before_directory : {true, false}) {
    const TempTree tree;
    tree.file("out/f", kOutside);
    tree.file("in/d/f", "inside");
    SwappingFs fs(tree);
    fs.before_directory = before_directory;
    ReadingSink sink(fs);
    Result<NamedPaths> named = NamedPaths::resolve(fs, {tree.path("in")});
    REQUIRE(named.has_value());
    walk(fs, *std::move(named), {}, sink);
    CHECK(sink.escaped == 0);
    CHECK(sink.read == 0);
    CHECK(sink.named_losses == (before_directory ? 1 : 0));
    CHECK(sink.lost == (before_directory ? 0 : 1));
  }
}

}  // namespace sluice::changing_tree_test

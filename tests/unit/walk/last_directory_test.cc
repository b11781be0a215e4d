#include "walk/last_directory.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/passing_fs.h"
#include "support/temp_tree.h"

namespace sluice::last_directory_test {

// Notes the opened files, and counts the open ones.
class NotingFs final : public PassingFs {
 public:
  NotingFs() : PassingFs(posix_file_system()) {}

  Result<int> open_directory_below(int root, const std::string& path,
                                   Links links) const override {
    directories.push_back(path);
    auto opened = PassingFs::open_directory_below(root, path, links);
    if (opened) ++open;
    return opened;
  }
  Result<OpenedFile> open_below(int root, const std::string& path,
                                Links links) const override {
    files.push_back(path);
    return PassingFs::open_below(root, path, links);
  }
  void close(int descriptor) const override {
    --open;
    PassingFs::close(descriptor);
  }

  mutable std::vector<std::string> directories, files;
  mutable int open = 0;
};

class Opened {
 public:
  explicit Opened(const TempTree& tree) {
    const auto root =
        fs.open_directory(kWorkingDirectory, tree.path(), Links::kFollow);
    REQUIRE(root);
    ++fs.open;
    root_ = std::make_shared<const WalkRoot>(
        fs, tree.path() + "/", std::nullopt, false, Links::kRefuse,
        FileIdentity{}, *root);
    directory_.emplace(&fs);
  }

  // Returns the content of the file, or the error.
  std::string read(const std::string& below) {
    const Result<OpenedFile> opened = directory_->open(root_, below);
    if (!opened) return opened.error().message;
    ++fs.open;
    char buffer[100];
    const auto size = fs.read(opened->descriptor, buffer, sizeof buffer);
    fs.close(opened->descriptor);
    REQUIRE(size);
    return {buffer, *size};
  }

  void end() {
    directory_.reset();
    root_.reset();
  }

  NotingFs fs;

 private:
  std::shared_ptr<const WalkRoot> root_;
  std::optional<LastDirectory> directory_;
};

TEST_CASE("last directory: it is opened for the second file in it") {
  const TempTree tree;
  for (const char* path : {"a/b/1", "a/b/2", "a/b/3", "a/c/1", "top", "a/b/4"})
    tree.file(path, path);
  Opened opened(tree);
  for (const char* path : {"a/b/1", "a/b/2", "a/b/3", "a/c/1", "top", "a/b/4"})
    CHECK(opened.read(path) == path);
  CHECK(opened.fs.directories == std::vector<std::string>{"a/b"});
  CHECK(opened.fs.files ==
        std::vector<std::string>{"a/b/1", "2", "3", "a/c/1", "top", "a/b/4"});
  opened.end();
  CHECK(opened.fs.open == 0);
}

TEST_CASE("last directory: one that was replaced is opened anew") {
  const TempTree tree;
  for (const char* path : {"a/1", "a/2", "a/3", "out/3"}) tree.file(path, path);
  Opened opened(tree);
  CHECK(opened.read("a/1") == "a/1");
  CHECK(opened.read("a/2") == "a/2");
  std::filesystem::rename(tree.path("a"), tree.path("b"));
  std::filesystem::create_directory_symlink(tree.path("out"), tree.path("a"));
  CHECK(opened.read("a/3") == "a/3");  // of the directory that was there
  CHECK(opened.read("a/4") == "Too many levels of symbolic links");
  std::filesystem::remove(tree.path("a"));
  tree.file("a/4", "new");
  CHECK(opened.read("a/4") == "new");
  opened.end();
  CHECK(opened.fs.open == 0);
}

}  // namespace sluice::last_directory_test

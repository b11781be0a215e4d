// A directory of the real filesystem, gone with all in it at the end.
// Thread-safety: any thread may write to it.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/check.h"

namespace sluice {

class TempTree {
 public:
  TempTree() {
    std::string name =
        (std::filesystem::temp_directory_path() / "sluice-XXXXXX").string();
    SLUICE_CHECK(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TempTree() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  const std::string& path() const { return path_; }
  std::string path(const std::string& below) const {
    return path_ + "/" + below;
  }

  // Makes the directories above it too.
  void file(const std::string& below, const std::string& content = "") const {
    std::filesystem::create_directories(
        std::filesystem::path(path(below)).parent_path());
    std::ofstream(path(below), std::ios::binary) << content;
  }
  void dir(const std::string& below) const {
    std::filesystem::create_directories(path(below));
  }
  void link(const std::string& below, const std::string& target) const {
    std::filesystem::create_symlink(target, path(below));
  }

 private:
  std::string path_;
};

}  // namespace sluice

// In a path of directories, the root and the last kMax stay open. If the walk
// comes back to a closed one and has more of its directories to enter, it opens
// this directory again from the root. It follows no link, unless links are
// followed. So a directory that it finds there is below the root, or is not
// opened.
//
// Rejected: going back by "..". It costs less in very deep trees, but leads out
// of the tree if a directory was moved in the meantime.
#include "walk/open_directories.h"

namespace sluice {

OpenDirectories::~OpenDirectories() {
  while (open_.size() > 1) pop();
}

void OpenDirectories::begin(int root) {
  while (open_.size() > 1) pop();
  open_.assign(1, root);
}

Result<int> OpenDirectories::deepest(std::string_view below) {
  if (open_.back() >= 0) return open_.back();
  SLUICE_TRY_ASSIGN(
      open_.back(),
      fs_.open_directory_below(open_.front(), std::string(below), links_));
  return open_.back();
}

Result<int> OpenDirectories::push(std::string_view below,
                                  const std::string& name) {
  SLUICE_TRY_ASSIGN(const int from, deepest(below));
  SLUICE_TRY_ASSIGN(const int fd, fs_.open_directory(from, name, links_));
  if (open_.size() > kMax) {
    int& oldest = open_[open_.size() - kMax];
    if (oldest >= 0) fs_.close(oldest);
    oldest = -1;
  }
  open_.push_back(fd);
  return fd;
}

void OpenDirectories::close_deepest() {
  if (open_.size() == 1 || open_.back() < 0) return;
  fs_.close(open_.back());
  open_.back() = -1;
}

void OpenDirectories::pop() {
  close_deepest();
  open_.pop_back();
}

}  // namespace sluice

// A repository of the real git, without anyone's configuration; gone at the
// end. Thread-safety: one thread.
#pragma once

#include <doctest/doctest.h>
#include <stdio.h>

#include <array>
#include <string>

#include "git/git_repository.h"
#include "git/object_id.h"
#include "support/temp_tree.h"

namespace sluice {

class TempRepository {
 public:
  explicit TempRepository(const std::string& options = "") {
    tree_.dir("repo");
    git("init -q -b main " + options);
  }

  const TempTree& tree() const { return tree_; }
  std::string root() const { return tree_.path("repo"); }
  std::string path(const std::string& below) const {
    return root() + "/" + below;
  }
  void file(const std::string& below, const std::string& content) const {
    tree_.file("repo/" + below, content);
  }

  // Returns the output of `git WORDS`, without the last line feed. It must
  // succeed.
  std::string git(const std::string& words) const {
    const std::string command =
        "cd '" + root() + "' && env -u GIT_DIR HOME='" + tree_.path() +
        "' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE='1700000000 +0000'"
        " GIT_COMMITTER_DATE='1700000000 +0000' git -c user.name=A"
        " -c user.email=a@example.org -c commit.gpgSign=false " +
        words;
    FILE* const pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string said;
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0;
         (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) != 0;)
      said.append(buffer.data(), got);
    CAPTURE(command);
    REQUIRE(::pclose(pipe) == 0);
    if (said.ends_with('\n')) said.pop_back();
    return said;
  }

  // Commits the file, and returns the commit's id.
  ObjectId commit(const std::string& below, const std::string& content) const {
    file(below, content);
    git("add -A");
    git("commit -q --allow-empty -m 'writes " + below + "'");
    return ObjectId::parse(git("rev-parse HEAD")).value();
  }

  GitRepository open() const {
    Result<GitRepository> opened = GitRepository::open(root());
    REQUIRE(opened.has_value());
    return *std::move(opened);
  }

 private:
  TempTree tree_;
};

}  // namespace sluice

// Our walk against the real git: on the same tree, our files are those that
// `git ls-files --cached --others --exclude-standard` lists. Nothing is ever
// committed, so git lists all files that no ignore file excludes.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fs/file_system.h"
#include "recording_sink.h"
#include "support/effort.h"
#include "walk/walker.h"

namespace sluice::git_oracle_test {

namespace stdfs = std::filesystem;
using namespace std::string_literals;
using Strings = std::vector<std::string>;

// The content of a tree: ignore files by path, and other files.
struct Tree {
  std::map<std::string, std::string> ignore_files;
  Strings files;
};

// A repository of the real git, without anyone's configuration.
class Repository {
 public:
  Repository() {
    std::string name =
        (stdfs::temp_directory_path() / "sluice-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    home_ = name;
    root_ = name + "/tree";
    stdfs::create_directory(root_);
    git("init -q");
    // Paths that need a repository elsewhere would look for it upwards.
    REQUIRE(stdfs::is_directory(root_ + "/.git"));
  }
  ~Repository() { stdfs::remove_all(home_); }
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;

  // Replaces the tree that was there.
  void write(const Tree& tree) {
    if (tree.files != written_.files) {
      for (const auto& entry : stdfs::directory_iterator(root_))
        if (entry.path().filename() != ".git") stdfs::remove_all(entry.path());
      for (const std::string& path : tree.files) put(path, "");
    }
    // Files that were removed with their directories are no error.
    std::error_code gone;
    stdfs::remove(root_ + "/.git/info/exclude", gone);
    for (const auto& [path, text] : written_.ignore_files)
      stdfs::remove(stdfs::path(root_) / path, gone);
    for (const auto& [path, text] : tree.ignore_files) put(path, text);
    written_ = tree;
  }

  // Both sorted.
  Strings listed_by_git() {
    const std::string output =
        git("ls-files --cached --others --exclude-standard -z");
    Strings files;
    for (std::size_t at = 0; at < output.size();) {
      const std::size_t end = output.find('\0', at);
      files.push_back(output.substr(at, end - at));
      at = end + 1;
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  Strings walked() {
    RecordingSink sink;
    CHECK(walk(posix_file_system(), {root_}, {}, sink).has_value());
    CHECK(sink.problems.empty());
    // git lists nothing of its own directory, and the walk reports one file.
    std::erase_if(sink.files, [](const std::string& path) {
      return path.ends_with(".git/config");
    });
    std::sort(sink.files.begin(), sink.files.end());
    return sink.files;
  }

 private:
  void put(const std::string& path, const std::string& text) {
    const stdfs::path whole = stdfs::path(root_) / path;
    stdfs::create_directories(whole.parent_path());
    std::ofstream(whole, std::ios::binary) << text;
  }

  std::string git(const std::string& arguments) {
    const std::string command = "env -i PATH=\"$PATH\" HOME='" + home_ +
                                "' GIT_CONFIG_NOSYSTEM=1 git -C '" + root_ +
                                "' " + arguments;
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string output;
    char buffer[4096];
    for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) != 0;)
      output.append(buffer, n);
    REQUIRE_MESSAGE(pclose(pipe) == 0, "the real git is needed: " << command);
    return output;
  }

  std::string home_;
  std::string root_;
  Tree written_;
};

bool agree(Repository& repository, const Tree& tree) {
  repository.write(tree);
  return repository.walked() == repository.listed_by_git();
}

// The tree without whatever can go while the two still disagree.
Tree shrunk(Repository& repository, Tree tree) {
  const auto try_one = [&](Tree smaller) {
    if (agree(repository, smaller)) return false;
    tree = std::move(smaller);
    return true;
  };
  const auto shrink_once = [&] {
    for (std::size_t i = 0; i < tree.files.size(); ++i) {
      Tree smaller = tree;
      smaller.files.erase(smaller.files.begin() +
                          static_cast<std::ptrdiff_t>(i));
      if (try_one(std::move(smaller))) return true;
    }
    for (const auto& [path, text] : tree.ignore_files) {
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
        Tree smaller = tree;
        smaller.ignore_files[path].erase(at, end + 1 - at);
        if (try_one(std::move(smaller))) return true;
        at = end + 1;
      }
    }
    return false;
  };
  while (shrink_once()) {
  }
  return tree;
}

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    char code[8];
    if (c > ' ' && c < 0x7f && c != '\\') {
      text += c;
    } else {
      std::snprintf(code, sizeof code, "\\x%02x",
                    static_cast<unsigned char>(c));
      text += code;
    }
  }
  return text;
}

std::string described(const Tree& tree) {
  std::string text;
  for (const auto& [path, content] : tree.ignore_files)
    text += "\n  " + escaped(path) + ": " + escaped(content);
  for (const std::string& path : tree.files) text += "\n  " + escaped(path);
  return text;
}

void check_agreement(Repository& repository, const Tree& tree) {
  if (agree(repository, tree)) {
    CHECK(true);
    return;
  }
  const Tree smallest = shrunk(repository, tree);
  repository.write(smallest);
  std::string difference;
  const Strings ours = repository.walked();
  const Strings theirs = repository.listed_by_git();
  for (const std::string& path : smallest.files) {
    const auto in = [&](const Strings& files) {
      return std::binary_search(files.begin(), files.end(), path);
    };
    if (in(ours) != in(theirs))
      difference += (in(ours) ? "\n  ours: " : "\n  git's: ") + escaped(path);
  }
  FAIL_CHECK("tree:" << described(smallest) << "\nonly in" << difference);
}

class TreeMaker {
 public:
  explicit TreeMaker(unsigned seed) : random_(seed) {}

  Tree make() {
    Tree tree;
    Strings directories = {""};
    for (std::size_t n = pick(5); n != 0; --n)
      directories.push_back(one_of(directories) + name() + "/");
    for (std::size_t n = 5 + pick(15); n != 0; --n) {
      const std::string path = one_of(directories) + name();
      // A name is either a file or a directory.
      if (std::none_of(directories.begin(), directories.end(),
                       [&](const std::string& directory) {
                         return directory.starts_with(path + "/");
                       }))
        tree.files.push_back(path);
    }
    tree.ignore_files[".gitignore"] = lines();
    for (std::size_t n = pick(3); n != 0; --n)
      tree.ignore_files[one_of(directories) + ".gitignore"] = lines();
    if (pick(3) == 0) tree.ignore_files[".git/info/exclude"] = lines();
    return tree;
  }

 private:
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  template <typename T>
  const T& one_of(const std::vector<T>& values) {
    return values[pick(values.size())];
  }

  std::string name() {
    static const Strings kPlain = {"a",   "b",   "ab",  "aab",  "c",
                                   "a.c", "b.c", "foo", "foo.c"};
    static const Strings kOdd = {"a b", "a ",   " a",       "#a",  "!a",   "*",
                                 "**",  "[a]",  "[a",       "\\",  "a\\b", "-",
                                 "]",   "\xff", "\xc3\xa9", "a\r", "\t",   "?"};
    return pick(4) == 0 ? one_of(kOdd) : one_of(kPlain);
  }

  std::string pattern() {
    static const Strings kFragments = {
        "a",           "b",         "c",      "foo",   ".c",         "a",
        "/",           "*",         "*",      "**",    "?",          "**/",
        "/**",         "/",         "/*",     "[a-c]", "[!a]",       "[^b]",
        "[]a]",        "[a",        "[a\\]]", "\\",    "\\*",        "\\a",
        "\\/",         " ",         "\\ ",    "#",     "!",          "\\#",
        "[[:alpha:]]", "[[:foo:]]", "[a/b]",  "]",     "-",          "[!-]",
        "[a-]",        "\r",        "\t",     "\xff",  "[\x80-\xff]"};
    std::string text;
    if (pick(3) == 0) text += '!';
    if (pick(5) == 0) text += '/';
    // Half of them whole names, so that patterns match and undo each other.
    if (pick(2) == 0) {
      text += name();
      if (pick(3) == 0) text += "/" + name();
      if (pick(4) == 0) text += "*";
      if (pick(4) == 0) text += "**/" + name();
    } else {
      for (std::size_t n = 1 + pick(5); n != 0; --n) text += one_of(kFragments);
    }
    if (pick(5) == 0) text += '/';
    if (pick(12) == 0) text += "  ";
    return text;
  }

  std::string lines() {
    std::string text = pick(10) == 0 ? "\xef\xbb\xbf" : "";
    for (std::size_t n = 1 + pick(6); n != 0; --n) {
      text += pattern();
      if (pick(30) == 0) text += "\0x"s;
      text += pick(8) == 0 ? "\r\n" : "\n";
    }
    if (pick(6) == 0) text.pop_back();
    return text;
  }

  std::mt19937 random_;
};

TEST_CASE("git: random trees and ignore files") {
  Repository repository;
  TreeMaker maker(test::seed(1991));
  std::size_t files = 0;
  std::size_t given = 0;
  for (int round = 0; round < test::times(600, 2400); ++round) {
    const Tree tree = maker.make();
    check_agreement(repository, tree);
    files += tree.files.size();
    given += repository.walked().size();
  }
  // Meaningful only if many files are excluded and many are not.
  CHECK(given > files / 5);
  CHECK(given < files);
}

TEST_CASE("git: what each class accepts, for every byte") {
  Repository repository;
  Tree tree;
  for (int c = 1; c < 256; ++c)
    if (c != '/' && c != '.') tree.files.push_back({static_cast<char>(c)});
  for (const char* pattern :
       {"[[:alnum:]]",   "[[:alpha:]]",  "[[:blank:]]", "[[:cntrl:]]",
        "[[:digit:]]",   "[[:graph:]]",  "[[:lower:]]", "[[:print:]]",
        "[[:punct:]]",   "[[:space:]]",  "[[:upper:]]", "[[:xdigit:]]",
        "[![:alnum:]]",  "[^[:space:]]", "[[:Alpha:]]", "[[:alpha:][:digit:]]",
        "[[:alpha:]-z]", "[a-c-e]",      "[c-a]",       "[[:]",
        "[[:a]",         "[[::]]",       "[]-a]",       "[!]-a]",
        "[\\a-\\c]",     "[a-\\]]",      "[\\]",        "[a\\",
        "[a-",           "[--0]",        "[,-.]",       "[!-a]",
        "[\x80-\xff]",   "[\xff-\x80]",  "[a-\xff]",    "[^!]",
        "[!^]",          "[[]",          "[]]",         "[]",
        "[!]",           "[[-a]",        "[x[:digit:]", "[\\[:digit:]]",
        "[\\\\]",        "[*?]",         "?",           "*",
        "\\?",           "\\\\"}) {
    tree.ignore_files[".gitignore"] = pattern + "\n"s;
    check_agreement(repository, tree);
  }
}

TEST_CASE("git: stars between slashes") {
  Repository repository;
  Tree tree;
  tree.files = {"a",       "b",         "ab/b",    "ab/x/b", "d/a",  "d/b",
                "d/ab/b",  "d/x/b",     "d/x/y/b", "x/d/b",  "ax/b", "ax/y/b",
                "d/ax/yb", "d/x/ab/yb", "xb",      "c/**/b"};
  for (const char* pattern :
       {"a**/b",       "/a**/b",     "a**b",    "/a**",    "d/a**",
        "d/**",        "d/**/b",     "**/b",    "**/d/b",  "**b",
        "**/",         "/**",        "**",      "***",     "***/b",
        "d/***/b",     "d/*/b",      "*/b",     "**\\/b",  "d/**\\/b",
        "\\a**/b",     "[a]**/b",    "**/**/b", "d/**/**", "**/*",
        "d/**/*b",     "d/**/a*/*b", "/**/b",   "a**//",   "d//b",
        "d/**/x/**/b", "*/**/b",     "**/x/**", "d/**/",   "!d/**/",
        "c/\\*\\*/b",  "d/?**/b",    "*d/b",    "d*/**"}) {
    for (const std::string negated : {"", "d/*\nax/*\n!"}) {
      tree.ignore_files[".gitignore"] = negated + pattern + "\n";
      check_agreement(repository, tree);
    }
  }
}

}  // namespace sluice::git_oracle_test

#include "git/git_settings.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <string>

namespace sluice::git_settings_test {

using namespace std::string_literals;

// Sets HOME until the end of the test.
class Home {
 public:
  explicit Home(const char* value) {
    const char* const before = ::getenv("HOME");
    was_set_ = before != nullptr;
    if (was_set_) before_ = before;
    if (value == nullptr)
      ::unsetenv("HOME");
    else
      ::setenv("HOME", value, 1);
  }
  ~Home() {
    if (was_set_)
      ::setenv("HOME", before_.c_str(), 1);
    else
      ::unsetenv("HOME");
  }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;

 private:
  bool was_set_ = false;
  std::string before_;
};

TEST_CASE("git's settings: nothing said") {
  const auto settings = read_git_settings("");
  REQUIRE(settings.has_value());
  CHECK_FALSE(settings->excludes_file.has_value());
  CHECK_FALSE(settings->ignore_case);
}

TEST_CASE("git's settings: the booleans that git knows") {
  for (const std::string& yes : {"\ntrue"s, "\nYES"s, "\non"s, "\n1"s, ""s}) {
    CAPTURE(yes);
    CHECK(read_git_settings("core.ignorecase" + yes + "\0"s)->ignore_case);
  }
  for (const std::string& no : {"\nfalse"s, "\nno"s, "\noff"s, "\n0"s, "\n"s}) {
    CAPTURE(no);
    CHECK_FALSE(read_git_settings("core.ignorecase" + no + "\0"s)->ignore_case);
  }
}

TEST_CASE("git's settings: the last one holds, and others are passed over") {
  const auto settings = read_git_settings(
      "core.excludesfile\n/a\0core.other\n/x\0core.excludesfile\n/b c\0"s);
  REQUIRE(settings.has_value());
  CHECK(settings->excludes_file == "/b c");
}

TEST_CASE("git's settings: a path in the home") {
  const Home home("/home/a");
  const std::string key = "core.excludesfile\n";
  CHECK(read_git_settings(key + "~/x\0"s)->excludes_file == "/home/a/x");
  CHECK(read_git_settings(key + "~\0"s)->excludes_file == "/home/a");
  CHECK(read_git_settings(key + "a~/x\0"s)->excludes_file == "a~/x");
  CHECK(read_git_settings(key + "\0"s)->excludes_file == "");
  // Users are not looked up.
  CHECK_FALSE(read_git_settings(key + "~root/x\0"s).has_value());
}

TEST_CASE("git's settings: no home") {
  const Home home(nullptr);
  CHECK_FALSE(read_git_settings("core.excludesfile\n~/x\0"s).has_value());
  CHECK(read_git_settings("core.excludesfile\n/x\0"s).has_value());
}

}  // namespace sluice::git_settings_test

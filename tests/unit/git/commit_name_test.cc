#include "git/commit_name.h"

#include <doctest/doctest.h>

#include <string>

#include "support/temp_repository.h"

namespace sluice::commit_name_test {

bool says(const Result<std::string>& named, std::string_view words) {
  return !named && named.error().code == ErrorCode::kUsage &&
         named.error().message.find(words) != std::string::npos;
}

TEST_CASE("commit names: what people call them") {
  const TempRepository made;
  const std::string first = made.commit("a", "1").hex();
  made.git("tag -a -m x v1");
  const std::string second = made.commit("a", "2").hex();
  const GitRepository repository = made.open();
  CHECK(commit_named(repository, "HEAD") == second);
  CHECK(commit_named(repository, "main~1") == first);
  CHECK(commit_named(repository, "v1") == first);
  CHECK(commit_named(repository, first) == first);
  CHECK(commit_named(repository, first.substr(0, 10)) == first);
}

TEST_CASE("commit names: none of that name") {
  const TempRepository made;
  made.commit("a", "1");
  const GitRepository repository = made.open();
  CHECK(
      says(commit_named(repository, "other"), "there is no commit other here"));
  // A file is no commit, and what looks like an option is a name.
  CHECK(says(commit_named(repository, "HEAD:a"), "no commit HEAD:a"));
  CHECK(says(commit_named(repository, "--all"), "no commit --all"));
  CHECK(says(commit_named(repository, "origin/main"),
             "(try `git fetch origin main`)"));
  CHECK(says(commit_named(repository, "/main"), "no commit /main here"));
}

TEST_CASE("commit names: a shallow clone") {
  const TempRepository made;
  made.commit("a", "1");
  made.commit("a", "2");
  made.git("clone -q --depth 1 file://" + made.root() + " ../shallow");
  const auto shallow = GitRepository::open(made.tree().path("shallow"));
  REQUIRE(shallow.has_value());
  CHECK(commit_named(*shallow, "HEAD").has_value());
  CHECK(says(commit_named(*shallow, "HEAD~1"), "git fetch --unshallow"));
  CHECK(says(commit_named(*shallow, "origin/x"), "then `git fetch origin x`"));
}

}  // namespace sluice::commit_name_test

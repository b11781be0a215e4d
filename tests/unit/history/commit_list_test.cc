#include "history/commit_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/temp_repository.h"

namespace sluice {
namespace {

using Ids = std::vector<ObjectId>;

Ids listed(const GitRepository& repository, const CommitsToScan& wanted) {
  const auto list = list_commits(repository, wanted);
  REQUIRE(list.has_value());
  CHECK(list->complaints.empty());
  return list->commits;
}

TEST_CASE("commit list: every commit of every ref, parents first") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId second = made.commit("a", "2");
  made.git("checkout -q -b other HEAD~1");
  const ObjectId beside = made.commit("b", "3");
  made.git("checkout -q main");
  const GitRepository repository = made.open();
  const Ids all = listed(repository, {});
  REQUIRE(all.size() == 3);
  CHECK(all.front() == first);
  CHECK(std::ranges::count(all, second) == 1);
  CHECK(std::ranges::count(all, beside) == 1);
}

TEST_CASE("commit list: ranges") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId second = made.commit("a", "2");
  const ObjectId third = made.commit("a", "3");
  const GitRepository repository = made.open();
  CHECK(listed(repository, {.since = "HEAD~1", .range = {}}) == Ids{third});
  CHECK(listed(repository, {.since = "HEAD", .range = {}}).empty());
  CHECK(listed(repository, {.since = {}, .range = "HEAD~2..HEAD"}) ==
        Ids{second, third});
  CHECK(listed(repository, {.since = {}, .range = "HEAD~2...HEAD~1"}) ==
        Ids{second});
  CHECK(listed(repository,
               {.since = {}, .range = first.hex() + ".." + second.hex()}) ==
        Ids{second});
}

TEST_CASE("commit list: what is not there") {
  const TempRepository made;
  made.commit("a", "1");
  const GitRepository repository = made.open();
  for (const CommitsToScan& wanted :
       {CommitsToScan{.since = "no", .range = {}},
        CommitsToScan{.since = {}, .range = "no..HEAD"},
        CommitsToScan{.since = {}, .range = "--all"}}) {
    const auto list = list_commits(repository, wanted);
    REQUIRE_FALSE(list.has_value());
    CHECK(list.error().code == ErrorCode::kUsage);
  }
}

TEST_CASE("commit list: no commit yet") {
  const TempRepository made;
  CHECK(listed(made.open(), {}).empty());
}

TEST_CASE("commit list: a shallow clone says what it lacks") {
  const TempRepository made;
  made.commit("a", "1");
  made.commit("a", "2");
  const ObjectId last = made.commit("a", "3");
  made.git("clone -q --depth 2 file://" + made.root() + " ../shallow");
  const auto shallow = GitRepository::open(made.tree().path("shallow"));
  REQUIRE(shallow.has_value());
  const auto all = list_commits(*shallow, {});
  REQUIRE(all.has_value());
  CHECK(all->commits.size() == 2);
  CHECK(all->cut_off == 1);
  CHECK(list_commits(*shallow, {.since = "HEAD~1", .range = {}})->commits ==
        Ids{last});
  const auto beyond = list_commits(*shallow, {.since = "HEAD~2", .range = {}});
  REQUIRE_FALSE(beyond.has_value());
  CHECK(beyond.error().message.find("--unshallow") != std::string::npos);
}

TEST_CASE("commit list: what a superproject names") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId second = made.commit("a", "2");
  const ObjectId third = made.commit("a", "3");
  made.git("reset -q --hard HEAD~1");
  const GitRepository repository = made.open();
  const ObjectId none = ObjectId::parse(std::string(40, '1')).value();

  // No ref leads to the third one any more.
  CommitsToScan wanted;
  wanted.also = {third, none};
  auto list = list_commits(repository, wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits == Ids{first, second, third});
  CHECK(list->missing == Ids{none});

  wanted = {};
  wanted.move = CommitMove{.to = {third}, .from = {first, none}};
  list = list_commits(repository, wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits == Ids{second, third});
  CHECK(list->missing.empty());

  wanted.move = CommitMove{.to = {none}, .from = {}};
  list = list_commits(repository, wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits.empty());
  CHECK(list->missing == Ids{none});
}

}  // namespace
}  // namespace sluice

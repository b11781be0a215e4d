#include "history/commit_list.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "history/pack_indexes.h"
#include "support/effort.h"
#include "support/temp_repository.h"

namespace sluice::commit_list_test {

using Ids = std::vector<ObjectId>;

ObjectStore packs_of(const GitRepository& repository) {
  const auto directories = object_directories(repository.place());
  REQUIRE(directories.has_value());
  return ObjectStore::open(repository.place().directory, directories->paths,
                           repository.is_sha256() ? 32 : 20);
}

Ids listed(const GitRepository& repository, const CommitsToScan& wanted) {
  const auto list = list_commits(repository, packs_of(repository), wanted);
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
    const auto list = list_commits(repository, packs_of(repository), wanted);
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
  const auto all = list_commits(*shallow, packs_of(*shallow), {});
  REQUIRE(all.has_value());
  CHECK(all->commits.size() == 2);
  CHECK(all->cut_off == 1);
  CHECK(list_commits(*shallow, packs_of(*shallow),
                     {.since = "HEAD~1", .range = {}})
            ->commits == Ids{last});
  const auto beyond = list_commits(*shallow, packs_of(*shallow),
                                   {.since = "HEAD~2", .range = {}});
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
  auto list = list_commits(repository, packs_of(repository), wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits == Ids{first, second, third});
  CHECK(list->missing == Ids{none});

  wanted = {};
  wanted.move = CommitMove{.to = {third}, .from = {first, none}};
  list = list_commits(repository, packs_of(repository), wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits == Ids{second, third});
  CHECK(list->missing.empty());

  wanted.move = CommitMove{.to = {none}, .from = {}};
  list = list_commits(repository, packs_of(repository), wanted);
  REQUIRE(list.has_value());
  CHECK(list->commits.empty());
  CHECK(list->missing == Ids{none});
}

// A history of several roots and refs, with merges of up to four parents. Few
// dates, so that many are equal, and clocks that go backwards.
void import_random(const TempRepository& made, unsigned seed) {
  std::minstd_rand random(seed);
  const auto below = [&](unsigned most) {
    return static_cast<unsigned>(random() % most);
  };
  std::string text;
  constexpr unsigned kCommits = 60;
  for (unsigned i = 1; i <= kCommits; ++i) {
    const std::string ref = "refs/" +
                            std::string(below(3) == 0 ? "pull/" : "heads/") +
                            std::string(1, static_cast<char>('a' + below(6)));
    text += "reset " + ref + "\ncommit " + ref +
            "\nmark :" + std::to_string(i) + "\ncommitter A <a@x> " +
            std::to_string(1700000000 + i / 8 + below(4)) +
            " +0000\ndata 1\nx\n";
    if (i > 1 && below(12) != 0) {
      text +=
          "from :" + std::to_string(i - 1 - below(std::min(i - 1, 5U))) + "\n";
      for (unsigned more = below(4) == 0 ? 1 + below(3) : 0; more > 0; --more)
        text += "merge :" + std::to_string(1 + below(i - 1)) + "\n";
    }
    text +=
        "M 100644 inline f\ndata 2\n" + std::to_string(10 + below(90)) + "\n";
    if (below(10) == 0)
      text += "tag t" + std::to_string(i) + "\nfrom :" + std::to_string(i) +
              "\ntagger A <a@x> 1700000000 +0000\ndata 1\nx\n";
  }
  made.tree().file("import", text);
  made.git("fast-import --quiet --force < ../import");
  made.git(
      "symbolic-ref HEAD $(git for-each-ref --count=1 --format='%(refname)' "
      "refs/heads)");
}

Ids by_git(const TempRepository& made, const std::string& words) {
  return ids_in(
      made.git("--no-replace-objects -c core.commitGraph=false rev-list "
               "--reverse --date-order " +
               words));
}

TEST_CASE("commit list: random histories, in git's order") {
  for (const std::uint32_t seed : test::seeds(24, 96)) {
    CAPTURE(seed);
    const TempRepository made(seed % 3 == 0 ? "--object-format=sha256" : "");
    import_random(made, seed);
    if (seed % 2 == 0) made.git("repack -q -a -d -k --depth=5");
    const Ids all = by_git(made, "--all");
    const Ids of_branches = by_git(made, "--branches --remotes");
    REQUIRE(all.size() > 10);
    // Neither a replacement, nor a graft, nor a commit-graph changes what
    // others fetch.
    made.git("commit-graph write --reachable");
    made.git("replace -f " + all.back().hex() + " " + all.front().hex());
    made.file(".git/info/grafts", all.back().hex() + "\n");
    REQUIRE(made.git("-c advice.graftFileDeprecated=false rev-list -1 "
                     "--parents " +
                     all.back().hex()) == all.back().hex());
    const GitRepository repository = made.open();
    const auto list =
        list_commits(repository, packs_of(repository), {.reach = Reach::kRefs});
    REQUIRE(list.has_value());
    CHECK(list->commits == all);
    CHECK_FALSE(list->graph.is_empty());
    CHECK(list->complaints.empty());
    const auto heads = list_commits(repository, packs_of(repository),
                                    {.reach = Reach::kHeads});
    REQUIRE(heads.has_value());
    CHECK(heads->commits == of_branches);
    const auto everything = list_commits(repository, packs_of(repository),
                                         {.reach = Reach::kAllObjects});
    REQUIRE(everything.has_value());
    CHECK(std::span(everything->commits).first(everything->by_refs).size() ==
          list->commits.size());
    // fast-import has left commits behind that no ref names.
    const std::string kinds =
        made.git("cat-file --batch-all-objects --batch-check='%(objecttype)'");
    std::size_t commits = 0;
    for (std::size_t at = 0; (at = kinds.find("commit", at)) != kinds.npos;
         ++at)
      ++commits;
    CHECK(commits > list->commits.size());
    CHECK(everything->commits.size() == commits);
    CHECK_FALSE(everything->graph.is_empty());
  }
}

TEST_CASE("commit list: random shallow clones") {
  unsigned are_shallow = 0;
  for (const std::uint32_t seed : test::seeds(10, 40, 100)) {
    CAPTURE(seed);
    const TempRepository made;
    import_random(made, seed);
    made.git("clone -q --mirror --depth " + std::to_string(1 + seed % 4) +
             " file://" + made.root() + " ../shallow");
    const auto shallow = GitRepository::open(made.tree().path("shallow"));
    REQUIRE(shallow.has_value());
    if (!shallow->is_shallow()) continue;
    ++are_shallow;
    const auto list =
        list_commits(*shallow, packs_of(*shallow), {.reach = Reach::kRefs});
    REQUIRE(list.has_value());
    CHECK(list->commits == ids_in(made.git("-C ../shallow rev-list --reverse "
                                           "--date-order --all")));
    CHECK_FALSE(list->graph.is_empty());
  }
  CHECK(are_shallow >= 5);
}

TEST_CASE("commit list: a working tree of its own, and notes") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  made.git("worktree add -q --detach ../other");
  made.git("-C ../other commit -q --allow-empty -m x");
  made.git("notes add -m y");
  const GitRepository repository = made.open();
  const auto list =
      list_commits(repository, packs_of(repository), {.reach = Reach::kRefs});
  REQUIRE(list.has_value());
  CHECK(list->commits == by_git(made, "--all"));
  CHECK(list->commits.size() == 3);
  CHECK(list->of_notes.size() == 1);
  CHECK_FALSE(list->of_notes.contains(first));
}

TEST_CASE("commit list: a commit that cannot be read is passed over") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId second = made.commit("a", "2");
  const ObjectId third = made.commit("a", "3");
  made.git("checkout -q -b other HEAD~2");
  const ObjectId beside = made.commit("b", "1");
  const GitRepository repository = made.open();
  const std::string hex = second.hex();
  REQUIRE(std::filesystem::remove(
      made.path(".git/objects/" + hex.substr(0, 2) + "/" + hex.substr(2))));
  const auto list = list_commits(repository, packs_of(repository), {});
  REQUIRE(list.has_value());
  CHECK_FALSE(list->complaints.empty());
  CHECK(list->commits.size() == 3);
  for (const ObjectId& id : {first, third, beside})
    CHECK(std::ranges::count(list->commits, id) == 1);
  CHECK(list->graph.trees_of(third).of_parents.empty());
}

TEST_CASE("commit list: heads of commits") {
  const std::string id(40, 'a');
  const std::string tree = "tree " + id + "\n";
  const std::string author = "author A <a> 1 +0000\n";
  const auto date = [&](const std::string& committer) {
    const auto head = read_commit_head(tree + author + committer + "\n\nx");
    REQUIRE(head.has_value());
    return head->date;
  };
  CHECK(date("committer A <a> 1700000000 +0000") == 1700000000);
  CHECK(date("committer A <a>> 1700000000 +0000") == 0);
  CHECK(date("committer A <a>") == 0);
  CHECK(date("committer") == 0);
  CHECK(date("") == 0);
  CHECK(read_commit_head(tree)->parents.empty());
  CHECK(
      read_commit_head(tree + "parent " + id + "\nparent " + id + "\n" + author)
          ->parents.size() == 2);
  for (const std::string& damaged :
       {std::string(), "tree " + id.substr(1) + "\n", " " + tree,
        tree + "parent \n", tree + "parent " + id + "1\n"})
    CHECK_FALSE(read_commit_head(damaged).has_value());
}

}  // namespace sluice::commit_list_test

#include "history/tree_changes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "history/tree_walk.h"
#include "support/effort.h"
#include "support/temp_repository.h"

namespace sluice::tree_changes_test {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

const std::string kA(40, 'a');
const std::string kB(40, 'b');

TEST_CASE("tree changes: an answer that is cut off") {
  const std::string one = ":100644 100644 " + kA + " " + kB + " M\0path\0"s;
  const std::string answer = kA + "\0"s + one + kB + "\0"s + one + one;
  for (std::size_t size = 0; size <= answer.size(); ++size) {
    CAPTURE(size);
    std::vector<std::size_t> told;
    const std::size_t begun =
        for_each_change(std::string_view(answer).substr(0, size),
                        [&](std::size_t index, const RawChange& change) {
                          told.push_back(index);
                          CHECK(change.path == "path");
                        });
    const std::size_t second = 41 + one.size() + 41;
    CHECK(begun <= 2);
    if (size == answer.size()) {
      CHECK(begun == 2);
      CHECK(told == std::vector<std::size_t>{0, 1, 1});
    } else if (size >= second && size < second + one.size()) {
      CHECK(told == std::vector<std::size_t>{0});
    }
  }
}

std::string name_of(const ObjectId& id) {
  return id.names_none() ? "none" : id.short_hex();
}

std::string line_of(std::size_t index, const RawChange& change) {
  std::string line = std::to_string(index) + " " + std::string(change.path) +
                     " " + name_of(change.blob) + " " +
                     std::to_string(change.mode) +
                     (change.status == 'D' ? " deleted" : "");
  for (const ObjectId& id : change.old) line += " " + name_of(id);
  return line;
}

// More than one worker takes at once.
constexpr unsigned kCommits = 80;

// A history of random trees: files that come, change, go, become links or
// directories, and merges.
std::vector<ObjectId> random_history(const TempRepository& made,
                                     unsigned seed) {
  std::minstd_rand random(seed);
  const auto below = [&](unsigned most) {
    return static_cast<unsigned>(random() % most);
  };
  std::string text;
  for (unsigned i = 1; i <= kCommits; ++i) {
    text += "commit refs/heads/main\nmark :" + std::to_string(i) +
            "\ncommitter A <a@x> " + std::to_string(1700000000 + i) +
            " +0000\ndata 1\nx\n";
    if (i > 1) text += "from :" + std::to_string(i - 1) + "\n";
    if (i > 2 && below(4) == 0)
      text += "merge :" + std::to_string(1 + below(i - 2)) + "\n";
    for (unsigned changes = below(5); changes != 0; --changes) {
      const std::string path = std::string(below(2) == 0 ? "d/" : "") +
                               std::string(below(3) == 0 ? "e/" : "") + "f" +
                               std::to_string(below(4));
      if (below(4) == 0) {
        text += "D " + path + (below(3) == 0 ? "\n" : "/x\n");
        continue;
      }
      const std::string content = std::to_string(below(6));
      text += std::string("M ") + (below(6) == 0 ? "120000" : "100644") +
              " inline " + path + (below(5) == 0 ? "/x" : "") + "\ndata " +
              std::to_string(content.size()) + "\n" + content + "\n";
    }
  }
  made.tree().file("import", text);
  made.git("fast-import --quiet < ../import");
  return ids_in(made.git("rev-list --reverse --topo-order main"));
}

TEST_CASE("tree changes: our walk of trees says what git says") {
  for (const std::uint32_t seed : test::seeds(12, 48, 1)) {
    CAPTURE(seed);
    const TempRepository made;
    const std::vector<ObjectId> commits = random_history(made, seed);
    REQUIRE(commits.size() == kCommits);
    if (seed % 2 == 0) made.git("repack -q -a -d");
    const GitRepository repository = made.open();
    for (const bool wants_deleted : {false, true}) {
      CAPTURE(wants_deleted);
      Lines by_git;
      Lines by_walk;
      const auto sink_into = [&](Lines* lines) {
        return TreeChangeSink{
            .on_change =
                [=](std::size_t index, const RawChange& change) {
                  if (wants_deleted || !change.is(GitMode::kNone))
                    lines->push_back(line_of(index, change));
                },
            .on_unreadable = [](std::size_t,
                                const std::string& why) { FAIL(why); },
            .wants_deleted = wants_deleted};
      };
      REQUIRE(list_tree_changes(repository.place(), {}, {}, commits, 2,
                                sink_into(&by_git))
                  .has_value());
      // Half of the repositories are packed, most others are not.
      const ObjectStore packs = ObjectStore::open(
          repository.place().directory, std::vector{".git/objects"s}, 20);
      CHECK((seed % 2 != 0 || packs.find(commits[0]).has_value()));
      const TreeChangeSink sink = sink_into(&by_walk);
      const CommitGraph no_graph;
      TreeWalk walk(repository.place(), packs, no_graph, sink);
      for (std::size_t i = 0; i < commits.size(); ++i)
        CHECK(walk.walk(i, commits[i]).has_value());
      Lines by_either;
      REQUIRE(list_tree_changes(repository.place(), packs, {}, commits, 2,
                                sink_into(&by_either))
                  .has_value());
      std::ranges::sort(by_either);
      std::ranges::sort(by_git);
      std::ranges::sort(by_walk);
      Lines differ;
      std::ranges::set_symmetric_difference(by_git, by_walk,
                                            std::back_inserter(differ));
      std::string told;
      for (const std::string& line : differ) told += line + "\n";
      CHECK(told == "");
      CHECK(by_either == by_walk);
    }
  }
}

TEST_CASE("tree changes: a commit that is not there is named") {
  const TempRepository made;
  const ObjectId first = made.commit("a", "1");
  const ObjectId none = ObjectId::parse(kA).value();
  const ObjectId second = made.commit("b", "2");
  const GitRepository repository = made.open();
  Lines changed;
  Lines unreadable;
  const TreeChangeSink sink{
      .on_change =
          [&](std::size_t index, const RawChange& change) {
            changed.push_back(std::to_string(index) + " " +
                              std::string(change.path));
          },
      .on_unreadable =
          [&](std::size_t index, const std::string&) {
            unreadable.push_back(std::to_string(index));
          }};
  const std::vector<ObjectId> commits = {first, none, second};
  REQUIRE(list_tree_changes(repository.place(), {}, {}, commits, 1, sink)
              .has_value());
  CHECK(changed == Lines{"0 a", "2 b"});
  CHECK(unreadable == Lines{"1"});
}

// Makes a commit of the tree of HEAD at 10^12 paths, and returns its name.
std::string commit_of_many_paths(const TempRepository& made) {
  std::string tree = made.git("rev-parse HEAD^{tree}");
  for (int depth = 0; depth < 12; ++depth) {
    std::string entries;
    for (int i = 0; i < 10; ++i)
      entries += "040000 tree " + tree + "\td" + std::to_string(i) + "\n";
    made.tree().file("entries", entries);
    tree = made.git("mktree < ../entries");
  }
  return made.git("commit-tree -m x " + tree);
}

TEST_CASE("tree changes: the same tree many times is read once") {
  const TempRepository made;
  made.commit("a", "1");
  const ObjectId commit = ObjectId::parse(commit_of_many_paths(made)).value();
  const GitRepository repository = made.open();
  std::unordered_set<ObjectId> known;
  Lines places;
  const TreeChangeSink sink{
      .on_change =
          [&](std::size_t, const RawChange& change) {
            known.insert(change.blob);
            places.emplace_back(change.path);
          },
      .on_unreadable = [](std::size_t, const std::string& why) { FAIL(why); },
      .knows = [&](const ObjectId& blob) { return known.contains(blob); }};
  const ObjectStore none;
  const CommitGraph no_graph;
  TreeWalk walk(repository.place(), none, no_graph, sink);
  CHECK(walk.walk(0, commit).has_value());
  REQUIRE(places.size() == 1);
  CHECK(places[0] == "d0/d0/d0/d0/d0/d0/d0/d0/d0/d0/d0/d0/a");
  // One file for each directory of a tree that is read.
  known.clear();
  places.clear();
  TreeChangeSink wanting = sink;
  wanting.wants_below = [](std::string_view) { return true; };
  TreeWalk again(repository.place(), none, no_graph, wanting);
  CHECK(again.walk(0, commit).has_value());
  CHECK(places.size() > 12);
  CHECK(places.size() < 200);
}

TEST_CASE("tree changes: a new directory that is wanted is looked at again") {
  const TempRepository made;
  std::vector<ObjectId> commits = {made.commit("a/b/f", "1")};
  for (const std::string move : {"a w", "w c"}) {
    made.git("mv " + move);
    made.git("commit -q -m x");
    commits.push_back(ObjectId::parse(made.git("rev-parse HEAD")).value());
  }
  const GitRepository repository = made.open();
  std::unordered_set<ObjectId> known;
  Lines places;
  const TreeChangeSink sink{
      .on_change =
          [&](std::size_t, const RawChange& change) {
            known.insert(change.blob);
            places.emplace_back(change.path);
          },
      .on_unreadable = [](std::size_t, const std::string& why) { FAIL(why); },
      .knows = [&](const ObjectId& blob) { return known.contains(blob); },
      .wants_below = [](std::string_view name) { return name == "w"; }};
  const ObjectStore none;
  const CommitGraph no_graph;
  TreeWalk walk(repository.place(), none, no_graph, sink);
  for (std::size_t i = 0; i < commits.size(); ++i)
    CHECK(walk.walk(i, commits[i]).has_value());
  CHECK(places == Lines{"a/b/f", "w/b/f"});
}

// The workers know nothing of the sink. They leave such a commit to the walk
// that does, and the commits of its batch after it.
TEST_CASE("tree changes: the same tree many times, by several workers") {
  const TempRepository made;
  std::vector<ObjectId> commits;
  for (unsigned i = 0; i < kCommits; ++i) {
    const std::string number = std::to_string(i);
    commits.push_back(made.commit("a" + number, number));
    if (i != kCommits / 2) continue;
    const std::string many = commit_of_many_paths(made);
    made.git("update-ref refs/heads/many " + many);
    commits.push_back(ObjectId::parse(many).value());
  }
  made.git("repack -q -a -d");
  const GitRepository repository = made.open();
  const ObjectStore packs = ObjectStore::open(repository.place().directory,
                                              std::vector{".git/objects"s}, 20);
  Lines by_one;
  for (const unsigned workers : {1U, 4U}) {
    CAPTURE(workers);
    std::unordered_set<ObjectId> known;
    Lines places;
    const TreeChangeSink sink{
        .on_change =
            [&](std::size_t index, const RawChange& change) {
              known.insert(change.blob);
              places.push_back(line_of(index, change));
            },
        .on_unreadable = [](std::size_t, const std::string& why) { FAIL(why); },
        .knows = [&](const ObjectId& blob) { return known.contains(blob); }};
    REQUIRE(
        list_tree_changes(repository.place(), packs, {}, commits, workers, sink)
            .has_value());
    CHECK(known.size() == kCommits);
    CHECK(places.size() < 3 * std::size_t{kCommits});
    if (workers == 1) by_one = places;
    CHECK(places == by_one);
  }
}

}  // namespace sluice::tree_changes_test

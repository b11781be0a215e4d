#include "history/submodules.h"

#include <doctest/doctest.h>

#include <string>

#include "support/temp_repository.h"

namespace sluice::submodules_test {

using namespace std::string_literals;

ObjectId id_of(char digit) {
  return ObjectId::parse(std::string(40, digit)).value();
}

using Ids = std::unordered_set<ObjectId>;

TEST_CASE("submodules: where they were moved from is outside") {
  SubmoduleMoves moves;
  CHECK(moves.empty());
  moves.add("lib", {ObjectId{}}, id_of('a'));              // added
  moves.add("lib", {id_of('a')}, id_of('b'));              // moved on
  moves.add("old", {id_of('c'), id_of('d')}, id_of('e'));  // a merge
  CHECK(moves.all().at("lib").to == Ids{id_of('a'), id_of('b')});
  CHECK(moves.all().at("lib").from.empty());
  CHECK(moves.all().at("old").to == Ids{id_of('e')});
  CHECK(moves.all().at("old").from == Ids{id_of('c'), id_of('d')});
}

TEST_CASE("submodules: as git lists them") {
  const std::string a(40, 'a');
  const auto found = submodules_listed("100644 " + a + " 0\tfile\0"s +
                                       "160000 " + a + " 0\tdir/li b\0"s +
                                       "160000 short 0\tx\0"s + "160000 " + a);
  REQUIRE(found.size() == 1);
  CHECK(found.at("dir/li b") == id_of('a'));
  CHECK(submodules_listed("").empty());
}

TEST_CASE("submodules: of a repository, checked out or not") {
  const TempRepository inner;
  const ObjectId commit = inner.commit("a", "1");
  const TempRepository outer;
  outer.git("-c protocol.file.allow=always submodule --quiet add file://" +
            inner.root() + " lib");
  outer.git("commit -q -m x");
  const GitRepository repository = outer.open();
  const auto listed = submodules_in_index(repository);
  REQUIRE(listed.has_value());
  REQUIRE(listed->contains("lib"));
  CHECK(listed->at("lib") == commit);

  const auto opened = open_submodule(repository, "lib");
  REQUIRE(opened.has_value());
  CHECK(opened->root() == outer.root() + "/lib/");
  CHECK(head_of(*opened) == commit);
  outer.git("submodule --quiet deinit -f lib");
  for (const std::string& path : {"lib"s, "nowhere"s, "../repo"s}) {
    CAPTURE(path);
    const auto none = open_submodule(repository, path);
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == ErrorCode::kNotFound);
  }
}

TEST_CASE("submodules: a repository without a commit has no head") {
  const TempRepository made;
  CHECK(head_of(made.open()).names_none());
}

}  // namespace sluice::submodules_test

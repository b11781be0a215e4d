#include "history/introductions.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::introductions_test {

ObjectId id_of(char digit) {
  return ObjectId::parse(std::string(40, digit)).value();
}

RawChange change(char blob, std::string_view path, unsigned mode = 0100644) {
  RawChange made;
  made.mode = mode;
  made.blob = id_of(blob);
  made.old = {ObjectId{}};
  made.status = 'A';
  made.path = path;
  return made;
}

// "commit path" of each.
std::vector<std::string> told(const Introductions& introductions) {
  std::vector<std::string> lines;
  for (const Introductions::One& one : introductions.all())
    lines.push_back(std::to_string(one.commit) + " " +
                    std::string(introductions.path(one.path)));
  return lines;
}

using Told = std::vector<std::string>;

TEST_CASE("introductions: the first commit and path of each blob") {
  MemberIgnores members;
  LeftOut none({}, {}, &members);
  Introductions made(&none, "sub/", {});
  made.add(0, change('a', "x"));
  made.add(0, change('b', "y"));
  made.add(1, change('a', "z"));  // known
  made.add(1, change('0', "x", static_cast<unsigned>(GitMode::kNone)));
  made.add(2, change('c', "x"));
  CHECK(made.knows(id_of('a')));
  CHECK_FALSE(made.knows(id_of('d')));
  CHECK(made.count() == 3);
  made.close();
  CHECK(told(made) == Told{"0 sub/x", "0 sub/y", "2 sub/x"});
  CHECK_FALSE(made.has_others());
  CHECK(made.submodules().empty());
}

TEST_CASE("introductions: a path that is left out hides no other one") {
  MemberIgnores members;
  LeftOut left_out({}, PathFilter({"*.log"}, {}), &members);
  Introductions made(&left_out, "", {});
  made.add(0, change('a', "x.log"));
  CHECK_FALSE(made.knows(id_of('a')));
  made.add(1, change('a', "x.txt"));
  made.close();
  CHECK(told(made) == Told{"1 x.txt"});
}

TEST_CASE("introductions: submodules") {
  MemberIgnores members;
  LeftOut none({}, {}, &members);
  Introductions made(&none, "", {});
  RawChange moved =
      change('b', "lib", static_cast<unsigned>(GitMode::kSubmodule));
  moved.old = {id_of('a')};
  made.add(0, moved);
  made.close();
  CHECK(made.all().empty());
  REQUIRE(made.submodules().all().contains("lib"));
  const CommitMove& move = made.submodules().all().find("lib")->second;
  CHECK(move.to.contains(id_of('b')));
  CHECK(move.from.contains(id_of('a')));
}

TEST_CASE("introductions: in the order of packs") {
  MemberIgnores members;
  LeftOut none({}, {}, &members);
  Introductions made(&none, "", {});
  made.add(0, change('a', "a"));
  made.add(1, change('b', "b"));
  made.add(2, change('c', "c"));
  made.add(3, change('d', "d"));
  made.close();
  const std::vector<ObjectId> packs = {id_of('d'), id_of('e'), id_of('b'),
                                       id_of('d')};
  CHECK(made.sort_as(packs) == 2);
  CHECK(told(made) == Told{"3 d", "1 b", "0 a", "2 c"});
}

TEST_CASE("introductions: every shard has all, and each has its own") {
  std::vector<int> owners(20);
  for (std::uint32_t index = 1; index <= 3; ++index) {
    MemberIgnores members;
    LeftOut none({}, {}, &members);
    Introductions made(&none, "", Shard{index, 3});
    for (int i = 0; i < 20; ++i) {
      const std::string path = "file" + std::to_string(i);
      RawChange one = change('a', path);
      one.blob.bytes[0] = static_cast<std::uint8_t>(i);
      made.add(0, one);
    }
    made.close();
    REQUIRE(made.all().size() == 20);
    CHECK(made.has_others());
    for (std::size_t i = 0; i < 20; ++i) owners[i] += made.all()[i].is_own;
  }
  CHECK(owners == std::vector<int>(20, 1));
}

}  // namespace sluice::introductions_test

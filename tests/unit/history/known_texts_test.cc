#include "history/known_texts.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "history/clean_commits.h"

namespace sluice::known_texts_test {

using Kind = KnownTexts::Kind;

const std::string kDigest(64, '5');

ObjectId id_of(char digit) {
  return ObjectId::parse(std::string(40, digit)).value();
}

KnownTexts::Key file(char digit, std::string_view path) {
  return KnownTexts::key_of(Kind::kFile, id_of(digit), path);
}

TEST_CASE("known texts: the kind, the object and the path make the key") {
  CHECK(file('a', "x") == file('a', "x"));
  CHECK(file('a', "x") != file('a', "y"));
  CHECK(file('a', "x") != file('b', "x"));
  CHECK(file('a', "x") != KnownTexts::key_of(Kind::kMessage, id_of('a'), "x"));
  // A longer name that ends like the shorter one's path.
  const ObjectId longer = ObjectId::parse(std::string(64, 'a')).value();
  CHECK(KnownTexts::key_of(Kind::kFile, longer, "") !=
        KnownTexts::key_of(Kind::kFile, id_of('a'), std::string(12, '\xAA')));
}

TEST_CASE("known texts: a file gives back what was added, in any order") {
  KnownTexts made(kDigest);
  made.add({file('b', "y"), file('a', "x"), file('b', "y")});
  made.add({file('c', "z"), file('a', "x")});
  KnownTexts read(kDigest);
  REQUIRE(read.take(made.as_text()).has_value());
  CHECK(read.has(file('a', "x")));
  CHECK(read.has(file('c', "z")));
  CHECK_FALSE(read.has(file('c', "x")));
  CHECK_FALSE(read.is_other());
  CHECK(read.as_text() == made.as_text());
}

TEST_CASE("known texts: of another digest none counts") {
  KnownTexts made(kDigest);
  made.add({file('a', "x")});
  KnownTexts read(std::string(64, '6'));
  REQUIRE(read.take(made.as_text()).has_value());
  CHECK(read.is_other());
  CHECK_FALSE(read.has(file('a', "x")));
}

TEST_CASE("known texts: no text with a changed byte, or cut short, is taken") {
  KnownTexts made(kDigest);
  made.add({file('a', "x"), file('b', "y")});
  const std::string whole = made.as_text();
  for (std::size_t at = 1; at < whole.size(); ++at) {
    CAPTURE(at);
    CHECK_FALSE(KnownTexts(kDigest).take(whole.substr(0, at)).has_value());
    std::string changed = whole;
    changed[at] ^= 1;
    CHECK_FALSE(KnownTexts(kDigest).take(changed).has_value());
  }
  CHECK_FALSE(KnownTexts(kDigest).take(whole + whole).has_value());
  CHECK(KnownTexts(kDigest).take("").has_value());
}

TEST_CASE("clean commits: of clean files at their own paths alone") {
  KnownTexts known(kDigest);
  known.add({file('a', "x"), file('b', "y"), file('d', "v")});
  CleanCommits commits;
  commits.add(0, id_of('a'), file('a', "x"));
  commits.add(1, id_of('b'), file('b', "y"));
  commits.add(1, id_of('c'), file('c', "z"));  // not clean
  commits.add(2, id_of('d'), file('d', "v"));
  commits.add(3, id_of('d'), file('d', "w"));  // scanned at another path
  commits.spoil(5);
  commits.settle(known);
  CHECK_FALSE(commits.is_spoiled(0));
  CHECK(commits.is_spoiled(1));
  CHECK(commits.is_spoiled(2));
  CHECK(commits.is_spoiled(3));
  CHECK_FALSE(commits.is_spoiled(4));
  CHECK(commits.is_spoiled(5));
}

}  // namespace sluice::known_texts_test

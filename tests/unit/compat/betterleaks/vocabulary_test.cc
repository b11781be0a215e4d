#include "betterleaks/tokens/vocabulary.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::vocabulary_test {

TEST_CASE("tokens have the ranks that everybody knows") {
  const Vocabulary& vocabulary = Vocabulary::shared();
  CHECK(vocabulary.rank_of("!") == 0);
  CHECK(vocabulary.rank_of(" the") == 279);
  CHECK(vocabulary.rank_of("hello") == 15339);
  CHECK(vocabulary.rank_of(" world") == 1917);
  CHECK(!vocabulary.rank_of("qzxqzx"));
}

TEST_CASE("a piece is put together of tokens") {
  const Vocabulary& vocabulary = Vocabulary::shared();
  CHECK(vocabulary.count("hello") == 1);
  CHECK(vocabulary.count("a") == 1);
  CHECK(vocabulary.count("hellohello") == 2);
}

TEST_CASE("a hostile piece takes no time") {
  CHECK(Vocabulary::shared().count(std::string(1'000'000, 'z')) > 1000);
}

}  // namespace sluice::vocabulary_test

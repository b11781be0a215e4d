#include "git/id_set.h"

#include <doctest/doctest.h>

#include <random>
#include <unordered_set>

#include "support/effort.h"

namespace sluice::id_set_test {

TEST_CASE("id set: holds what was inserted, beside a set of the library") {
  std::minstd_rand random(test::seed(3));
  IdSet set;
  std::unordered_set<ObjectId> wanted;
  CHECK_FALSE(set.contains(ObjectId{}));
  for (int i = 0; i < 20'000; ++i) {
    ObjectId id;
    id.size = 20;
    // Few names, so that many come again, and many with the same low bits.
    id.bytes[0] = static_cast<std::uint8_t>(random() % 4);
    id.bytes[9] = static_cast<std::uint8_t>(random() % 64);
    id.bytes[7] = static_cast<std::uint8_t>(random() % 64);
    CHECK(set.contains(id) == wanted.contains(id));
    CHECK(set.insert(id) == wanted.insert(id).second);
    CHECK(set.contains(id));
    CHECK(set.size() == wanted.size());
  }
  CHECK(set.size() > 5'000);
}

TEST_CASE("id set: the name of no object") {
  IdSet set;
  CHECK(set.insert(ObjectId{}));
  CHECK(set.contains(ObjectId{}));
  CHECK_FALSE(set.insert(ObjectId{}));
}

}  // namespace sluice::id_set_test

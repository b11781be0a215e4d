#include "history/secret_names.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::secret_names_test {

ObjectId id_of(char digit) {
  return ObjectId::parse(std::string(40, digit)).value();
}

using Ids = std::vector<ObjectId>;
using Blobs = std::vector<Introductions::One>;

const SecretKey kKey{{1, 2}};

TEST_CASE("secret names: equal for equal secrets of equal histories") {
  const Blobs blobs = {{id_of('c'), 0, 0, true}};
  const SecretNames one(Ids{id_of('a'), id_of('b')}, blobs);
  const SecretNames other(Ids{id_of('a'), id_of('b')}, blobs);
  CHECK(one.name_of(kKey) == other.name_of(kKey));
  CHECK(one.name_of(kKey) != one.name_of({{2, 1}}));
  CHECK(one.name_of(kKey).size() == 32);
  CHECK(one.name_of(kKey).find_first_not_of("0123456789abcdef") ==
        std::string::npos);
}

TEST_CASE("secret names: the key needs every commit and every blob") {
  const Blobs blobs = {{id_of('c'), 0, 0, true}};
  const Blobs others = {{id_of('d'), 0, 0, true}};
  const std::string name =
      SecretNames(Ids{id_of('a'), id_of('b')}, blobs).name_of(kKey);
  CHECK(name != SecretNames(Ids{id_of('a')}, blobs).name_of(kKey));
  CHECK(name != SecretNames(Ids{id_of('b'), id_of('a')}, blobs).name_of(kKey));
  CHECK(name != SecretNames(Ids{id_of('a'), id_of('b')}, others).name_of(kKey));
  CHECK(name != SecretNames(Ids{}, Blobs{}).name_of(kKey));
  // The path and the shard of a blob do not matter.
  const Blobs elsewhere = {{id_of('c'), 7, 9, false}};
  CHECK(name ==
        SecretNames(Ids{id_of('a'), id_of('b')}, elsewhere).name_of(kKey));
}

}  // namespace sluice::secret_names_test

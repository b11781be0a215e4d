#include "git/object_id.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace sluice::object_id_test {

const std::string kSha1 = "0123456789abcdef0123456789abcdef01234567";
const std::string kSha256 = kSha1 + "89abcdef0123456789abcdef";

TEST_CASE("object ids: there and back") {
  for (const std::string& hex : {kSha1, kSha256}) {
    const auto id = ObjectId::parse(hex);
    REQUIRE(id.has_value());
    CHECK(id->hex() == hex);
    CHECK(id->short_hex() == hex.substr(0, 12));
    CHECK_FALSE(id->names_none());
  }
  CHECK(ObjectId::parse(std::string(40, '0'))->names_none());
  CHECK(ObjectId{}.names_none());
}

TEST_CASE("object ids: what is none") {
  for (const std::string& text :
       {std::string(), std::string("xyz"), std::string(40, 'A'),
        kSha1.substr(1), kSha1 + "0", "g" + kSha1.substr(1)}) {
    CAPTURE(text);
    CHECK_FALSE(ObjectId::parse(text).has_value());
  }
}

TEST_CASE("object ids: lists of them") {
  const std::string lines = kSha1 + "\n" + kSha256 + "\n";
  const std::vector<ObjectId> ids = ids_in(lines);
  REQUIRE(ids.size() == 2);
  CHECK(as_lines(ids) == lines);
  CHECK(ids_in(kSha1 + "\nno name\n\n" + kSha256).size() == 2);
  CHECK(ids_in("").empty());
  CHECK(as_lines({}).empty());
}

}  // namespace sluice::object_id_test

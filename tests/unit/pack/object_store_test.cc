#include "pack/object_store.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "random_repository.h"

namespace sluice::object_store_test {

TEST_CASE("object store: each object once, behind the one it differs from") {
  const TempRepository made;
  fill(made, 3, 80, 30);
  const std::vector<ObjectId> ids = all_objects(made);
  const GitRepository repository = made.open();
  const std::vector<std::string> own = {".git/objects"};
  const ObjectStore store =
      ObjectStore::open(repository.place().directory, own, 20);
  const std::vector<std::size_t> order = store.reading_order(ids);
  CHECK(std::set<std::size_t>(order.begin(), order.end()).size() == ids.size());
  REQUIRE(order.size() == ids.size());
  std::map<ObjectId, std::size_t,
           decltype([](auto& a, auto& b) { return a.bytes < b.bytes; })>
      places;
  for (std::size_t i = 0; i < order.size(); ++i) places[ids[order[i]]] = i;
  std::istringstream lines(
      made.git("cat-file --batch-all-objects --batch-check='%(objectname) "
               "%(deltabase)'"));
  std::size_t deltas = 0;
  for (std::string line; std::getline(lines, line);) {
    const ObjectId id = ObjectId::parse(line.substr(0, 40)).value();
    const ObjectId base = ObjectId::parse(line.substr(41)).value();
    if (base.names_none()) continue;
    ++deltas;
    CHECK(places[base] < places[id]);
  }
  CHECK(deltas > 20);
}

TEST_CASE("object store: several packs, and what is in none") {
  const TempRepository made;
  made.commit("a", "1");
  made.git("repack -q -a -d");
  made.commit("b", "2");
  made.git("repack -q");
  made.commit("c", "3");
  const GitRepository repository = made.open();
  const std::vector<std::string> own = {".git/objects", "nowhere"};
  const ObjectStore store =
      ObjectStore::open(repository.place().directory, own, 20);
  const auto id = [&](const std::string& name) {
    return ObjectId::parse(made.git("rev-parse HEAD:" + name)).value();
  };
  const auto a = store.find(id("a"));
  const auto b = store.find(id("b"));
  REQUIRE(a.has_value());
  REQUIRE(b.has_value());
  CHECK(a->pack != b->pack);
  CHECK_FALSE(store.find(id("c")).has_value());
  const std::vector<ObjectId> asked = {id("c"), id("b"), id("a"), id("b")};
  CHECK(store.reading_order(asked).size() == 3);
}

}  // namespace sluice::object_store_test

#include "pack/pack_contents.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "random_repository.h"
#include "support/effort.h"

namespace sluice::pack_contents_test {

struct Read {
  std::map<std::string, std::string> objects;  // by their names
  std::map<std::string, std::string> lost;     // and why
  std::string damage;
};

Read read_pack(const std::string& pack, std::size_t id_size = 0) {
  const TextBytes bytes(pack);
  PackContents contents(bytes, 0, id_size, [](std::uint64_t) { return true; });
  REQUIRE(contents.list().has_value());
  Read read{{}, {}, contents.damage()};
  while (auto object = contents.next()) {
    if (object->bytes)
      read.objects[object->name] = std::string(object->bytes->view());
    else
      read.lost[object->name] = object->why;
  }
  return read;
}

// A pack of what `revisions` name, as `git pack-objects OPTIONS` writes it.
std::string pack_of(const TempRepository& made, const std::string& revisions,
                    const std::string& options) {
  made.tree().file("revisions", revisions);
  return made.git("pack-objects -q --stdout --revs " + options +
                  " < ../revisions | base64 -w0 > ../pack;"
                  " base64 -d ../pack; printf '\\n'");
}

TEST_CASE("pack contents: every object as git names and gives it") {
  for (const std::uint32_t seed : test::seeds(6, 24, 1)) {
    CAPTURE(seed);
    const TempRepository made(seed % 3 == 0 ? "--object-format=sha256" : "");
    fill(made, seed, 50, 1 + seed * 7 % 50);
    made.git("-c user.name=A tag -a -m tagged tag main");
    // With distances of bases, and with their names.
    for (const char* const bases : {"--delta-base-offset", ""}) {
      const Read read =
          read_pack(pack_of(made, "", std::string("--all ") + bases));
      CHECK(read.damage == "");
      CHECK(read.lost.empty());
      const std::vector<ObjectId> ids = all_objects(made);
      CHECK(read.objects.size() == ids.size());
      for (const ObjectId& id : ids) CHECK(read.objects.contains(id.hex()));
    }
  }
}

// The name is a hash of the bytes, so a right name has the right bytes.
TEST_CASE("pack contents: of a thin pack, what needs no other object") {
  const TempRepository made;
  fill(made, 3, 60, 50);
  const Read read = read_pack(
      pack_of(made, "main\n^main~20\n", "--thin --delta-base-offset"));
  CHECK(read.damage == "");
  CHECK(read.objects.size() >= 20);  // the commits
  REQUIRE_FALSE(read.lost.empty());
  const auto is_told = [](const auto& one) {
    return one.second.find("the pack is thin") != std::string::npos;
  };
  CHECK(std::ranges::any_of(read.lost, is_told));
}

TEST_CASE("pack contents: a large object, and one of no bytes") {
  const TempRepository made;
  std::string text;
  std::minstd_rand random(test::seed(5));
  for (int i = 0; i < 3'000'000; ++i) text += static_cast<char>(random());
  made.commit("large", text);
  made.commit("empty", "");
  const Read read = read_pack(pack_of(made, "", "--all"));
  CHECK(read.damage == "");
  CHECK(read.objects.at(made.git("rev-parse main:large")) == text);
  CHECK(read.objects.at(made.git("rev-parse main:empty")) == "");
}

// Each object that is given has its own name, and a loss is named.
TEST_CASE("pack contents: flipped bits and cuts") {
  const TempRepository made;
  fill(made, 7, 40, 20);
  const std::string pack = pack_of(made, "", "--all --delta-base-offset");
  const Read whole = read_pack(pack);
  std::minstd_rand random(test::seed(9));
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    std::string changed = pack;
    const std::size_t at = random() % pack.size();
    if (i % 4 == 0)
      changed.resize(at);
    else
      changed[at] = static_cast<char>(changed[at] ^ 1 << random() % 8);
    const Read read = read_pack(changed);
    for (const auto& [name, text] : read.objects)
      if (whole.objects.contains(name)) CHECK(text == whole.objects.at(name));
    const bool in_objects = at >= 12 && at < pack.size() - 20;
    if (in_objects && read.objects != whole.objects && i % 4 == 0)
      CHECK((!read.damage.empty() || !read.lost.empty()));
  }
}

}  // namespace sluice::pack_contents_test

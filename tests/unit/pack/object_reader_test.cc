#include "pack/object_reader.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "git/blob_stream.h"
#include "git/run_git.h"
#include "random_repository.h"
#include "support/effort.h"

namespace sluice::object_reader_test {

const std::vector<std::string> kOwn = {".git/objects"};

std::size_t id_size_of(const GitRepository& repository) {
  return repository.is_sha256() ? 32 : 20;
}

// Returns the bytes of each object, as git reads them.
std::vector<std::string> read_by_git(const GitRepository& repository,
                                     const std::vector<ObjectId>& ids) {
  auto stream = BlobStream::start(repository.place(), ids);
  REQUIRE(stream.has_value());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto head = stream->next();
    REQUIRE(head.has_value());
    std::string text(head->size, '\0');
    REQUIRE(stream->read(text.data(), text.size()).has_value());
    texts.push_back(text);
  }
  return texts;
}

TEST_CASE("object reader: every object as git gives it") {
  for (const std::uint32_t seed : test::seeds(8, 60, 1)) {
    CAPTURE(seed);
    const TempRepository made(seed % 4 == 0 ? "--object-format=sha256" : "");
    fill(made, seed, 60, 1 + seed * 7 % 250);
    if (seed % 3 == 0) {
      made.git("config repack.useDeltaBaseOffset false");
      made.git("repack -q -a -d -f");
    }
    const std::vector<ObjectId> ids = all_objects(made);
    REQUIRE(ids.size() > 100);
    const GitRepository repository = made.open();
    const ObjectStore store = ObjectStore::open(repository.place().directory,
                                                kOwn, id_size_of(repository));
    const std::vector<std::string> wanted = read_by_git(repository, ids);
    std::vector<std::size_t> order = store.reading_order(ids);
    REQUIRE(order.size() == ids.size());
    // In the order that suits it, and in a random one.
    for (const bool shuffled : {false, true}) {
      if (shuffled) std::ranges::shuffle(order, std::minstd_rand(seed));
      ObjectReader reader(store);
      for (const std::size_t i : order) {
        const auto object = reader.read(ids[i]);
        REQUIRE(object.has_value());
        CHECK(object->bytes->view() == wanted[i]);
      }
    }
  }
}

TEST_CASE("object reader: kinds") {
  const TempRepository made;
  const ObjectId commit = made.commit("a", "text\n");
  made.git("tag -a -m x v1");
  made.git("repack -q -a -d");
  const GitRepository repository = made.open();
  const ObjectStore store =
      ObjectStore::open(repository.place().directory, kOwn, 20);
  ObjectReader reader(store);
  const auto kind = [&](const std::string& name) {
    return reader.read(ObjectId::parse(made.git("rev-parse " + name)).value())
        ->kind;
  };
  CHECK(reader.read(commit)->kind == PackedKind::kCommit);
  CHECK(kind("HEAD^{tree}") == PackedKind::kTree);
  CHECK(kind("HEAD:a") == PackedKind::kBlob);
  CHECK(kind("v1") == PackedKind::kTag);
}

// Compares every object with the one that git reads.
void check_all(const GitRepository& repository,
               const std::vector<std::string>& directories,
               const std::vector<ObjectId>& ids) {
  const ObjectStore store = ObjectStore::open(
      repository.place().directory, directories, id_size_of(repository));
  ObjectReader reader(store);
  auto stream = BlobStream::start(repository.place(), ids);
  REQUIRE(stream.has_value());
  std::string wanted;
  std::size_t refused = 0;
  for (const ObjectId& id : ids) {
    const auto head = stream->next();
    REQUIRE(head.has_value());
    wanted.resize(head->size);
    REQUIRE(stream->read(wanted.data(), wanted.size()).has_value());
    const auto object = reader.read(id);
    if (!object) {
      ++refused;
      CHECK(wanted.size() > ObjectReader::kMostObject);
      continue;
    }
    REQUIRE(object->bytes->view() == wanted);
    const bool is_blob = object->kind == PackedKind::kBlob;
    CHECK(is_blob == (head->kind == BlobStream::Kind::kBlob));
  }
  CHECK(refused < ids.size());
}

TEST_CASE("object reader: loose objects alone") {
  for (const char* format : {"", "--object-format=sha256"}) {
    const TempRepository made(format);
    made.tree().file("import", random_import(7, 60));
    made.git(
        "-c fastimport.unpackLimit=100000 fast-import --quiet < ../import");
    made.git("tag -a -m x v1 main");
    made.commit("empty", "");
    made.commit("large", std::string(ObjectReader::kMostObject, 'x'));
    made.commit("larger", std::string(ObjectReader::kMostObject + 1, 'x'));
    CHECK(made.git("count-objects -v").find("in-pack: 0") != std::string::npos);
    check_all(made.open(), kOwn, all_objects(made));
  }
}

TEST_CASE("object reader: objects of another repository") {
  const TempRepository base;
  fill(base, 11, 40, 20);
  base.commit("loose", "in the base");
  const TempRepository made;
  made.file(".git/objects/info/alternates", base.path(".git/objects\n"));
  made.commit("own", "1");
  const std::vector<ObjectId> ids = all_objects(made);
  CHECK(ids.size() > 100);
  check_all(made.open(), {".git/objects", base.path(".git/objects")}, ids);
}

TEST_CASE("object reader: a multi-pack-index beside the packs") {
  const TempRepository made;
  fill(made, 12, 40, 20);
  made.commit("more", "1");
  made.git("repack -q -d");
  made.git("multi-pack-index write");
  check_all(made.open(), kOwn, all_objects(made));
}

// For example:
//   SLUICE_PACK_REPOSITORIES="cargo git" unit-pack -tc="*named*"
TEST_CASE("object reader: repositories that are named") {
  const char* const named = std::getenv("SLUICE_PACK_REPOSITORIES");
  std::istringstream paths(named != nullptr ? named : "");
  for (std::string path; paths >> path;) {
    CAPTURE(path);
    const Result<GitRepository> repository = GitRepository::open(path);
    REQUIRE(repository.has_value());
    const auto listed = git_output(
        repository->place(),
        {"cat-file", "--batch-all-objects", "--batch-check=%(objectname)"});
    const auto objects =
        git_output(repository->place(), {"rev-parse", "--git-path", "objects"});
    REQUIRE(listed.has_value());
    REQUIRE(objects.has_value());
    const std::vector<std::string> own = {
        objects->substr(0, objects->size() - 1)};
    const std::vector<ObjectId> ids = ids_in(*listed);
    const ObjectStore store = ObjectStore::open(repository->place().directory,
                                                own, id_size_of(*repository));
    std::vector<ObjectId> sorted;
    for (const std::size_t i : store.reading_order(ids))
      sorted.push_back(ids[i]);
    MESSAGE(path << ": " << sorted.size() << " objects in packs");
    check_all(*repository, own, sorted);
  }
}

TEST_CASE("object reader: what is too large or nowhere is left to git") {
  const TempRepository made;
  made.commit("large", std::string(ObjectReader::kMostObject + 1, 'x'));
  const ObjectId large =
      ObjectId::parse(made.git("rev-parse HEAD:large")).value();
  made.git("repack -q -a -d");
  const GitRepository repository = made.open();
  const ObjectStore store =
      ObjectStore::open(repository.place().directory, kOwn, 20);
  ObjectReader reader(store);
  CHECK(store.find(large).has_value());
  CHECK_FALSE(reader.read(large).has_value());
  CHECK_FALSE(
      reader.read(ObjectId::parse(std::string(40, '1')).value()).has_value());
}

TEST_CASE("object reader: damaged loose objects") {
  const TempRepository made;
  made.commit("a", "some text\n" + std::string(500, 'x'));
  const std::string id = made.git("rev-parse HEAD:a");
  const std::string path =
      made.path(".git/objects/" + id.substr(0, 2) + "/" + id.substr(2));
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  const int directory = ::open(made.root().c_str(), O_RDONLY | O_DIRECTORY);
  std::minstd_rand random(test::seed(3));
  std::size_t refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 << random() % 8);
    if (i % 5 == 0) damaged.resize(random() % damaged.size());
    if (i % 7 == 0) damaged += "more";
    std::ofstream(path, std::ios::binary) << damaged;
    const ObjectStore store = ObjectStore::open(directory, kOwn, 20);
    ObjectReader reader(store);
    if (!reader.read(ObjectId::parse(id).value())) ++refused;
  }
  ::close(directory);
  CHECK(refused > 290);
}

// Damaged packs: what is read is what git would give, or nothing; whatever the
// bytes, nothing else happens.
TEST_CASE("object reader: damaged packs") {
  const TempRepository made;
  fill(made, 99, 40, 20);
  const std::vector<ObjectId> ids = all_objects(made);
  std::string pack;
  for (const auto& entry :
       std::filesystem::directory_iterator(made.path(".git/objects/pack"))) {
    std::filesystem::permissions(entry, std::filesystem::perms::owner_all);
    if (entry.path().extension() == ".pack") pack = entry.path();
  }
  const std::string index =
      std::filesystem::path(pack).replace_extension(".idx");
  const auto text_of = [](const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const std::string whole_pack = text_of(pack);
  const std::string whole_index = text_of(index);
  const int directory = ::open(made.root().c_str(), O_RDONLY | O_DIRECTORY);
  std::minstd_rand random(test::seed(5));
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged_pack = whole_pack;
    std::string damaged_index = whole_index;
    std::string& damaged = i % 3 == 0 ? damaged_index : damaged_pack;
    for (auto flips = 1 + random() % 40; flips != 0; --flips)
      damaged[random() % damaged.size()] ^=
          static_cast<char>(1 << random() % 8);
    if (i % 10 == 0) damaged.resize(random() % damaged.size());
    std::ofstream(pack, std::ios::binary) << damaged_pack;
    std::ofstream(index, std::ios::binary) << damaged_index;
    const ObjectStore store = ObjectStore::open(directory, kOwn, 20);
    ObjectReader reader(store);
    for (const std::size_t at : store.reading_order(ids))
      if (reader.read(ids[at]))
        ++read;
      else
        ++refused;
  }
  ::close(directory);
  CHECK(read > 1000);
  CHECK(refused > 1000);
}

}  // namespace sluice::object_reader_test

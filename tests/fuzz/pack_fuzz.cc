// Packs of git, of any bytes: a pack whose objects are the input, with an index
// that finds some of them; a delta; the head of an object; an index; a loose
// object; a whole pack without an index. The first byte chooses one.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "pack/delta.h"
#include "pack/object_reader.h"
#include "pack/object_store.h"
#include "pack/pack_contents.h"
#include "pack/packed_entry.h"
#include "support/temp_tree.h"

using namespace sluice;

namespace {

constexpr std::size_t kIdSize = 20;

std::string word(std::size_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8)
    text += static_cast<char>(value >> shift);
  return text;
}

ObjectId id_of(std::size_t number) {
  ObjectId id;
  id.size = kIdSize;
  std::fill_n(id.bytes.begin(), kIdSize, static_cast<std::uint8_t>(number + 1));
  return id;
}

// Each byte of the head is the distance from one object to the next.
void read_pack(std::string_view text) {
  constexpr std::size_t kObjects = 8;
  if (text.size() < kObjects) return;
  std::string offsets;
  std::size_t offset = 12;
  for (std::size_t i = 0; i < kObjects; ++i) {
    offsets += word(offset);
    offset += static_cast<std::uint8_t>(text[i]);
  }
  const std::string sum(kIdSize, 's');
  std::string index("\377tOc\0\0\0\2", 8);
  for (std::size_t byte = 0; byte < 256; ++byte)
    index += word(std::min(byte, kObjects));
  for (std::size_t i = 0; i < kObjects; ++i)
    index.append(reinterpret_cast<const char*>(id_of(i).bytes.data()), kIdSize);
  index += std::string(4 * kObjects, 'c') + offsets + sum + sum;

  static const TempTree folder;  // gone at the end of the program
  folder.file("pack/p.pack", "PACK" + word(2) + word(kObjects) +
                                 std::string(text.substr(kObjects)) + sum);
  folder.file("pack/p.idx", index);
  const ObjectStore store = ObjectStore::open(
      AT_FDCWD, std::vector<std::string>{folder.path()}, kIdSize);
  std::vector<ObjectId> ids;
  for (std::size_t i = 0; i < kObjects; ++i) ids.push_back(id_of(i));
  std::vector<std::size_t> order = store.reading_order(ids);
  SLUICE_CHECK(order.size() == kObjects);
  // Whatever was read before, an object is the same.
  ObjectReader reader(store);
  for (const std::size_t i : order) {
    const auto object = reader.read(ids[i]);
    ObjectReader other(store);
    const auto again = other.read(ids[i]);
    SLUICE_CHECK(object.has_value() == again.has_value());
    if (!object) continue;
    SLUICE_CHECK(object->kind == again->kind);
    SLUICE_CHECK(object->bytes->view() == again->bytes->view());
  }
}

void apply(std::string_view text) {
  if (text.empty()) return;
  const std::size_t base_size = std::min<std::size_t>(
      static_cast<std::uint8_t>(text.front()), text.size() - 1);
  constexpr std::size_t kMost = 100'000;
  const auto made =
      apply_delta(text.substr(1, base_size), text.substr(1 + base_size), kMost);
  SLUICE_CHECK(!made || made->size <= kMost);
}

void read_index(std::string_view text) {
  const int fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  SLUICE_CHECK(fd >= 0);
  const std::string pack =
      "PACK" + word(2) + word(1) + "0123456789" + std::string(kIdSize, 's');
  SLUICE_CHECK(::write(fd, pack.data(), pack.size()) ==
               static_cast<ssize_t>(pack.size()));
  const auto opened = PackFile::open(fd, std::string(text), kIdSize);
  if (!opened) return;
  for (std::size_t i = 0; i < 255; ++i)
    static_cast<void>(opened->find(id_of(i)));
}

// The file is the input, or the deflated input, whose checksum is right.
void read_loose(std::string_view text, bool deflates) {
  std::string file(text);
  if (deflates) {
    uLongf size = ::compressBound(text.size());
    file.resize(size);
    SLUICE_CHECK(::compress(reinterpret_cast<Bytef*>(file.data()), &size,
                            reinterpret_cast<const Bytef*>(text.data()),
                            text.size()) == Z_OK);
    file.resize(size);
  }
  static const TempTree folder;  // gone at the end of the program
  const std::string hex = id_of(0).hex();
  folder.file(hex.substr(0, 2) + "/" + hex.substr(2), file);
  const ObjectStore store = ObjectStore::open(
      AT_FDCWD, std::vector<std::string>{folder.path()}, kIdSize);
  SLUICE_CHECK(store.has(id_of(0)) && !store.find(id_of(0)));
  const auto object = ObjectReader(store).read(id_of(0));
  if (!object) return;
  SLUICE_CHECK(!deflates || text.ends_with(object->bytes->view()));
}

void read_contents(std::string_view text) {
  const TextBytes bytes(text);
  // Differences of differences can make more than anyone waits for.
  std::size_t most = 4 << 20;
  PackContents contents(bytes, 0, 0, [](std::uint64_t) { return true; });
  if (!contents.list()) return;
  SLUICE_CHECK(contents.objects_end() <=
               std::max<std::size_t>(text.size(), 12));
  while (const auto object = contents.next()) {
    SLUICE_CHECK((object->bytes == nullptr) != object->why.empty());
    if (!object->bytes) continue;
    if (object->bytes->size > most) return;
    most -= object->bytes->size;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  switch (data[0] % 8) {
    case 0:
      read_pack(text);
      break;
    case 1:
      apply(text);
      break;
    case 2:
      if (const auto entry = read_packed_entry(text, kIdSize))
        SLUICE_CHECK(entry->head <= std::min(text.size(), kMostEntryHead));
      break;
    case 3:
      read_index(text);
      break;
    case 4:
    case 5:
      read_loose(text, data[0] % 8 == 5);
      break;
    default:
      read_contents(text);
  }
  return 0;
}

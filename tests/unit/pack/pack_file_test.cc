#include "pack/pack_file.h"

#include <doctest/doctest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace sluice::pack_file_test {

using namespace std::string_literals;

std::string word(std::uint32_t value) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8)
    text += static_cast<char>(value >> shift);
  return text;
}

// An index of the objects 0x10..., 0x20... and so on at these offsets.
std::string index_of(const std::vector<std::uint32_t>& offsets,
                     const std::string& large, const std::string& checksum) {
  std::string text = "\377tOc\0\0\0\2"s;
  for (unsigned byte = 0; byte < 256; ++byte)
    text +=
        word(std::min(byte / 16, static_cast<std::uint32_t>(offsets.size())));
  for (std::size_t i = 1; i <= offsets.size(); ++i)
    text += std::string(20, static_cast<char>(16 * i));
  text += std::string(4 * offsets.size(), 'c');
  for (const std::uint32_t offset : offsets) text += word(offset);
  return text + large + checksum + std::string(20, 'x');
}

std::optional<PackFile> open(const std::string& pack, std::string index) {
  const int fd = ::memfd_create("pack", MFD_CLOEXEC);
  REQUIRE(::write(fd, pack.data(), pack.size()) ==
          static_cast<ssize_t>(pack.size()));
  return PackFile::open(fd, std::move(index), 20);
}

ObjectId id_of(char byte) {
  ObjectId id;
  id.size = 20;
  id.bytes.fill(0);
  std::fill_n(id.bytes.begin(), 20, static_cast<std::uint8_t>(byte));
  return id;
}

const std::string kSum(20, 's');
const std::string kPack = "PACK" + word(2) + word(2) + "0123456789" + kSum;

TEST_CASE("pack file: where objects lie") {
  const auto pack = open(kPack, index_of({12, 17}, "", kSum));
  REQUIRE(pack.has_value());
  CHECK(pack->find(id_of(0x10)) == 12);
  CHECK(pack->find(id_of(0x20)) == 17);
  for (const int byte : {0, 0x0f, 0x11, 0x30, 0xff})
    CHECK_FALSE(pack->find(id_of(static_cast<char>(byte))).has_value());
  char buffer[64];
  CHECK(std::string(buffer, pack->read(17, buffer, 64)) == "56789");
  CHECK(std::string(buffer, pack->read(12, buffer, 3)) == "012");
  CHECK(pack->read(22, buffer, 64) == 0);
  CHECK(pack->read(3, buffer, 64) == 0);
  CHECK(pack->read(UINT64_MAX, buffer, 64) == 0);
}

TEST_CASE("pack file: offsets of 64 bits") {
  const auto pack =
      open(kPack, index_of({0x80000001, 0x80000002},
                           word(0) + word(12) + word(1) + word(2), kSum));
  REQUIRE(pack.has_value());
  CHECK(pack->find(id_of(0x10)) == 0x100000002);
  // Beyond the table.
  CHECK_FALSE(pack->find(id_of(0x20)).has_value());
}

TEST_CASE("pack file: no pack, or another one's index") {
  const std::string index = index_of({12, 17}, "", kSum);
  CHECK(open(kPack, index).has_value());
  CHECK(open("PACK" + word(3) + kPack.substr(8), index).has_value());
  CHECK_FALSE(open("PACK" + word(4) + kPack.substr(8), index).has_value());
  CHECK_FALSE(open("pack" + kPack.substr(4), index).has_value());
  CHECK_FALSE(open("", index).has_value());
  CHECK_FALSE(open(kPack, "").has_value());
  CHECK_FALSE(open(kPack, index.substr(1)).has_value());
  CHECK_FALSE(open(kPack, index_of({12}, "", kSum)).has_value());
  CHECK_FALSE(
      open(kPack, index_of({12, 17}, "", std::string(20, 't'))).has_value());
  std::string unsorted = index;
  unsorted[8] = 1;  // more names up to 0 than up to 1
  CHECK_FALSE(open(kPack, unsorted).has_value());
}

}  // namespace sluice::pack_file_test

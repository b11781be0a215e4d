#include "git/checksummed_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

#include "base/digest.h"
#include "git/object_id.h"
#include "support/temp_tree.h"

namespace sluice::checksummed_file_test {

std::string with_checksum(const std::string& text, bool is_sha256) {
  const ObjectId id =
      ObjectId::parse(is_sha256
                          ? to_hex(sha256(std::array{std::string_view(text)}))
                          : sha1_hex(text))
          .value();
  return text +
         std::string(reinterpret_cast<const char*>(id.bytes.data()), id.size);
}

struct Told {
  bool is_whole;
  bool is_unsigned;
  bool operator==(const Told&) const = default;
};

Told look_at(const std::string& content, bool is_sha256) {
  const TempTree tree;
  tree.file("f", content);
  const int fd = ::open(tree.path("f").c_str(), O_RDONLY | O_CLOEXEC);
  const ChecksummedFile file(fd, is_sha256);
  ::close(fd);
  return {file.is_whole(), file.is_unsigned()};
}

TEST_CASE("checksummed files: as they were written") {
  for (const bool is_sha256 : {false, true}) {
    CAPTURE(is_sha256);
    for (const std::string& text :
         {std::string(), std::string("DIRC"), std::string(100'000, 'x')}) {
      const std::string whole = with_checksum(text, is_sha256);
      CHECK(look_at(whole, is_sha256) == Told{true, false});
      // With the other hash, with one bit changed, cut off, grown.
      CHECK_FALSE(look_at(whole, !is_sha256).is_whole);
      std::string other = whole;
      other[text.size() / 2] ^= 1;
      CHECK_FALSE(look_at(other, is_sha256).is_whole);
      CHECK_FALSE(look_at(whole.substr(1), is_sha256).is_whole);
      CHECK_FALSE(look_at(whole + "x", is_sha256).is_whole);
    }
  }
}

TEST_CASE("checksummed files: without a checksum") {
  CHECK(look_at("DIRC" + std::string(20, '\0'), false) == Told{false, true});
  CHECK(look_at("DIRC" + std::string(32, '\0'), true) == Told{false, true});
  // Shorter than any checksum, empty, not to be read.
  CHECK(look_at(std::string(19, '\0'), false) == Told{false, false});
  CHECK(look_at("", false) == Told{false, false});
  const ChecksummedFile none(-1, false);
  CHECK_FALSE(none.is_whole());
  CHECK_FALSE(none.is_unsigned());
}

TEST_CASE("checksummed files: what they hold") {
  const TempTree tree;
  tree.file("f", with_checksum("link 0123", false));
  const int fd = ::open(tree.path("f").c_str(), O_RDONLY | O_CLOEXEC);
  const ChecksummedFile file(fd, false);
  ::close(fd);
  CHECK(file.holds("0123"));
  CHECK_FALSE(file.holds("3210"));
}

}  // namespace sluice::checksummed_file_test

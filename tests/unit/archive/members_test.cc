#include "archive/members.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "archive/held_bytes.h"

namespace sluice::members_test {

using namespace std::string_literals;

// Bytes that can be read once, a few at a time.
class Once final : public ByteSource {
 public:
  explicit Once(std::string bytes) : ByteSource(0, false), bytes_(bytes) {}
  Result<std::size_t> read(char* buffer, std::size_t size) const override {
    const std::size_t some =
        bytes_.copy(buffer, std::min<std::size_t>(size, 1000), at_);
    at_ += some;
    return some;
  }

 private:
  const std::string bytes_;
  mutable std::size_t at_ = 0;
};

struct Opened {
  const ArchiveBounds bounds{};
  UnpackMemory memory{0, 0};
  UnpackedCounts file, all;
  Unpacking unpacking{
      bounds, memory, {file, all}, 0, std::chrono::steady_clock::now()};
};

// A member of a cpio archive in octal digits ("odc"), and its end.
std::string odc(const std::string& name, const std::string& text) {
  const auto octal = [](std::size_t value, std::size_t digits) {
    std::string out(digits, '0');
    for (; digits > 0; value /= 8) out[--digits] = char('0' + value % 8);
    return out;
  };
  return "070707" + octal(0, 12) + octal(name.empty() ? 0 : 0100644, 6) +
         octal(0, 12) + octal(1, 6) + octal(0, 6) + octal(0, 11) +
         octal(name.size() + 1, 6) + octal(text.size(), 11) + name + '\0' +
         text;
}

const std::string kArchive = odc("./etc/a", "one\n") +
                             odc("b", std::string(200'000, 'x')) +
                             odc("TRAILER!!!", "");

std::string text_of(Members& members) {
  std::string text;
  char buffer[777];
  for (;;) {
    const Result<std::size_t> got = members.read(buffer, sizeof buffer);
    REQUIRE(got.has_value());
    if (*got == 0) return text;
    text.append(buffer, *got);
  }
}

void check_archive(const ByteSource& source) {
  Opened of;
  const auto members = Members::open(source, {}, Packing::kCpio, of.unpacking);
  Result<std::optional<Member>> member = members->next();
  REQUIRE((member && *member));
  CHECK((*member)->name == "etc/a");
  CHECK((*member)->is_file);
  CHECK(text_of(*members) == "one\n");
  member = members->next();
  REQUIRE((member && *member));
  CHECK(text_of(*members) == std::string(200'000, 'x'));
  member = members->next();
  CHECK((member && !*member));
  CHECK(of.file.bytes == 200'004);
}

TEST_CASE("members: one behind the other, from any source") {
  check_archive(Once(kArchive));
  Opened of;
  REQUIRE(of.unpacking.memory()->take(kArchive.size()));
  check_archive(HeldBytes(kArchive, of.unpacking.memory()));
}

TEST_CASE("members: behind the last one there is none, however often asked") {
  const Once source(kArchive);
  Opened of;
  const auto members = Members::open(source, {}, Packing::kCpio, of.unpacking);
  CHECK(members->pass());
  CHECK(members->pass());
  CHECK_FALSE(members->pass());
  CHECK_FALSE(members->pass());
  for (int i = 0; i < 2; ++i) {
    const Result<std::optional<Member>> member = members->next();
    REQUIRE(member.has_value());
    CHECK_FALSE(member->has_value());
  }
}

TEST_CASE("members: what stands behind the end can be read on") {
  const Once source(kArchive + "behind it\n");
  Opened of;
  const auto members = Members::open(source, {}, Packing::kCpio, of.unpacking);
  while (members->next().value().has_value()) continue;
  const std::optional<std::string> head = members->rest_head();
  REQUIRE(head.has_value());
  BytesBehind behind(*head, *members);
  std::string text;
  char buffer[100];
  while (const std::size_t got = behind.read(buffer, sizeof buffer).value())
    text.append(buffer, got);
  CHECK(text.find("behind it\n") != std::string::npos);
  CHECK(text.size() < 600);
}

TEST_CASE("members: what is cut off is an error, and what was read is given") {
  const Once source(kArchive.substr(0, 150'000));
  Opened of;
  const auto members = Members::open(source, {}, Packing::kCpio, of.unpacking);
  CHECK(members->next().has_value());
  CHECK(members->next().has_value());
  std::size_t size = 0;
  char buffer[1000];
  Result<std::size_t> got = members->read(buffer, sizeof buffer);
  for (; got && *got != 0; got = members->read(buffer, sizeof buffer))
    size += *got;
  CHECK_FALSE(got.has_value());
  CHECK(size > 100'000);
}

TEST_CASE("members: a bound of bytes ends the reading") {
  const Once source(kArchive);
  const ArchiveBounds bounds{.bytes = 1000};
  UnpackMemory memory{0, 0};
  UnpackedCounts file, all;
  Unpacking unpacking(bounds, memory, {file, all}, 0,
                      std::chrono::steady_clock::now());
  const auto members = Members::open(source, {}, Packing::kCpio, unpacking);
  CHECK(members->next().has_value());
  CHECK(members->next().has_value());
  char buffer[5000];
  Result<std::size_t> got = members->read(buffer, sizeof buffer);
  while (got && *got != 0) got = members->read(buffer, sizeof buffer);
  REQUIRE_FALSE(got.has_value());
  CHECK(got.error().message.find("--archive-bytes") != std::string::npos);
}

TEST_CASE("members: a source that fails is named, and ends the archive") {
  class Failing final : public ByteSource {
   public:
    Failing() : ByteSource(0, false) {}
    Result<std::size_t> read(char*, std::size_t) const override {
      return fail_errno(EIO, "reading");
    }
  };
  const Failing source;
  Opened of;
  const auto members = Members::open(source, {}, Packing::kTar, of.unpacking);
  const auto member = members->next();
  REQUIRE_FALSE(member.has_value());
  CHECK(member.error().message.find("Input/output error") != std::string::npos);
}

}  // namespace sluice::members_test

#include "archive/archive_end.h"

#include <doctest/doctest.h>

#include <string>

#include "archive/held_bytes.h"

namespace sluice::archive_end_test {

using namespace std::string_literals;

UnpackMemory memory(0, 0);
UnpackUse use(memory);

// The end of a zip with so many members and a comment.
std::string end_of(unsigned members, const std::string& comment) {
  std::string end = "PK\x05\x06"s + std::string(18, '\0') + comment;
  end[8] = end[10] = static_cast<char>(members);
  end[20] = static_cast<char>(comment.size());
  return end;
}

HeldBytes of(const std::string& bytes) { return {bytes, &use}; }

TEST_CASE("the end of a zip: behind its comment") {
  const std::string body(500, 'x');
  const auto plain = zip_end(of(body + end_of(7, "")));
  REQUIRE(plain.has_value());
  CHECK(plain->members == 7);
  CHECK(plain->end == 522);
  const auto longer = zip_end(of(body + end_of(7, "hello") + "and more"));
  REQUIRE(longer.has_value());
  CHECK(longer->end == 527);
  CHECK_FALSE(zip_end(of(body)).has_value());
  CHECK_FALSE(zip_end(of("PK\x05\x06")).has_value());
  CHECK_FALSE(zip_end(of("")).has_value());
}

TEST_CASE("the end of a zip: behind a file that begins as another thing") {
  const auto ends = [](const std::string& bytes) {
    const HeldBytes source = of(bytes);
    CHECK(ends_as_zip(source, bytes) ==
          ends_as_zip(source, bytes.substr(0, 9)));
    return ends_as_zip(source, bytes);
  };
  // An end record whose list of members has as many bytes.
  const auto record = [](std::size_t list, const std::string& comment) {
    std::string end = end_of(1, comment);
    end[12] = static_cast<char>(list);
    return end;
  };
  const std::string list = "PK\x01\x02" + std::string(42, '\0');
  const std::string script = "#!/bin/sh\n" + std::string(20'000, 'x');
  CHECK(ends(script + list + record(list.size(), "")));
  CHECK(ends(script + list + record(list.size(), "a comment")));
  CHECK(ends(script + list + record(list.size(), "") + "text behind it"));
  CHECK_FALSE(ends(script + list + record(list.size() - 1, "")));
  CHECK_FALSE(ends(script + record(200, "")));
  // A zip without members.
  CHECK(ends(script + end_of(0, "")));
  CHECK(ends(script + end_of(0, "a comment")));
  CHECK_FALSE(ends(script + end_of(0, "") + "x"));
  CHECK_FALSE(ends("short"));
  CHECK_FALSE(ends(""));
}

}  // namespace sluice::archive_end_test

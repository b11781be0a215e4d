#include "archive/archive_end.h"

#include <doctest/doctest.h>

#include <string>

#include "archive/held_bytes.h"

using namespace sluice;
using namespace std::string_literals;

namespace {

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

}  // namespace

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

TEST_CASE("the end of a zip: one without a comment is known by one look") {
  CHECK(ends_as_zip(of("#!/bin/sh\n" + end_of(1, ""))));
  CHECK_FALSE(ends_as_zip(of(end_of(1, "") + "x")));
  CHECK_FALSE(ends_as_zip(of("short")));
}

TEST_CASE("the end of a 7z: where its header says") {
  std::string head(32, '\0');
  head[12] = 100;
  head[20] = 20;
  CHECK(archive_end(of(head + std::string(200, 'x')), Packing::kSevenZip) ==
        152);
  head[19] = '\x7F';  // beyond all bytes
  CHECK_FALSE(
      archive_end(of(head + std::string(200, 'x')), Packing::kSevenZip));
}

#include "base/packed.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::packed_test {

// Bytes of which some repeat and some do not.
std::string some_bytes() {
  std::string bytes(100'000, '\0');
  unsigned state = 1;
  for (std::size_t i = 0; i < 10'000; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes[i] = static_cast<char>(state >> 24);
  }
  return bytes;
}

TEST_CASE("packed: comes back as it was, and is smaller") {
  const std::string bytes = some_bytes();
  const std::string packed = pack(bytes);
  CHECK(packed.size() < 11'000);
  REQUIRE(unpack(packed).has_value());
  CHECK(unpack(packed)->bytes() == bytes);
  REQUIRE(unpack(pack("")).has_value());
  CHECK(unpack(pack(""))->bytes().empty());
}

TEST_CASE("packed: what is damaged is not taken") {
  const std::string packed = pack(some_bytes());
  REQUIRE(unpack(packed).has_value());
  CHECK_FALSE(unpack("").has_value());
  CHECK_FALSE(unpack("1234567").has_value());
  CHECK_FALSE(unpack(packed.substr(0, packed.size() - 1)).has_value());
  CHECK_FALSE(unpack(packed + '\0').has_value());
  std::string longer = packed;
  ++longer[0];
  CHECK_FALSE(unpack(longer).has_value());
  std::string huge = packed;
  huge[7] = '\x7f';
  CHECK_FALSE(unpack(huge).has_value());
}

}  // namespace sluice::packed_test

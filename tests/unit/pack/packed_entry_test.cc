#include "pack/packed_entry.h"

#include <doctest/doctest.h>

#include <string>

namespace sluice::packed_entry_test {

using namespace std::string_literals;

TEST_CASE("packed entries: kinds and sizes") {
  auto entry = read_packed_entry("\x35rest", 20);
  REQUIRE(entry.has_value());
  CHECK(entry->kind == PackedKind::kBlob);
  CHECK(entry->size == 5);
  CHECK(entry->head == 1);
  CHECK_FALSE(entry->is_delta());
  entry = read_packed_entry("\x9f\x81\x02", 20);
  REQUIRE(entry.has_value());
  CHECK(entry->kind == PackedKind::kCommit);
  CHECK(entry->size == (15U | 1U << 4 | 2U << 11));
  CHECK(entry->head == 3);
}

TEST_CASE("packed entries: where the base is") {
  auto entry = read_packed_entry("\x61\x05", 20);
  REQUIRE(entry.has_value());
  CHECK(entry->kind == PackedKind::kOffsetDelta);
  CHECK(entry->back == 5);
  CHECK(entry->head == 2);
  // Each continued byte counts one more: 0x80 0x00 is 128.
  CHECK(read_packed_entry("\x61\x80\0"s, 20)->back == 128);
  CHECK(read_packed_entry("\x61\xff\x7f"s, 20)->back == 16511);
  for (const std::size_t size : {20U, 32U}) {
    entry = read_packed_entry("\x71" + std::string(size, 'a') + "x", size);
    REQUIRE(entry.has_value());
    CHECK(entry->kind == PackedKind::kNamedDelta);
    CHECK(entry->base.size == size);
    CHECK(entry->base.bytes[0] == 'a');
    CHECK(entry->head == 1 + size);
  }
}

TEST_CASE("packed entries: damaged or cut off") {
  for (const std::string& none :
       {""s, "\x05"s, "\x55"s, "\xb5"s, "\xb5\x80"s, "\x61"s, "\x61\x80"s,
        "\x61\0"s, "\x71short"s, "\xb5" + std::string(12, '\xff'),
        "\x61" + std::string(12, '\xff')}) {
    CAPTURE(none);
    CHECK_FALSE(read_packed_entry(none, 20).has_value());
  }
}

}  // namespace sluice::packed_entry_test

#include "text/quantity.h"

#include <doctest/doctest.h>

namespace sluice::quantity_test {

TEST_CASE("digits are grouped") {
  CHECK(group_digits(0) == "0");
  CHECK(group_digits(999) == "999");
  CHECK(group_digits(1000) == "1,000");
  CHECK(group_digits(123456) == "123,456");
  CHECK(group_digits(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("one is one and all others are many") {
  CHECK(counted(0, "file", "files") == "0 files");
  CHECK(counted(1, "file", "files") == "1 file");
  CHECK(counted(1204, "file", "files") == "1,204 files");
}

TEST_CASE("bytes are given in binary units") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(1023) == "1023 B");
  CHECK(format_bytes(1024) == "1.0 KiB");
  CHECK(format_bytes(1024 + 51) == "1.0 KiB");
  CHECK(format_bytes(1024 + 52) == "1.1 KiB");
  CHECK(format_bytes(1024 * 1024 - 52) == "1023.9 KiB");
  CHECK(format_bytes(1024 * 1024 - 1) == "1.0 MiB");
  CHECK(format_bytes(19'189'000) == "18.3 MiB");
  CHECK(format_bytes(std::uint64_t{5} << 40) == "5.0 TiB");
  CHECK(format_bytes(18446744073709551615u) == "16.0 EiB");
}

}  // namespace sluice::quantity_test

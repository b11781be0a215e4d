#include "pack/delta.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "support/effort.h"

namespace sluice::delta_test {

using namespace std::string_literals;

std::string varint(std::uint64_t value) {
  std::string text;
  for (; value >= 0x80; value >>= 7)
    text += static_cast<char>(0x80 | (value & 0x7F));
  return text + static_cast<char>(value);
}

std::string delta_of(std::size_t base, std::size_t made,
                     const std::string& instructions) {
  return varint(base) + varint(made) + instructions;
}

// Returns the result, or "none" if there is none.
std::string applied(const std::string& base, const std::string& delta,
                    std::size_t most = 1 << 20) {
  const auto made = apply_delta(base, delta, most);
  return made ? std::string(made->view()) : "none";
}

TEST_CASE("delta: numbers") {
  for (const std::uint64_t value :
       {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128},
        std::uint64_t{1} << 62}) {
    const std::string text = varint(value) + "x";
    std::string_view rest = text;
    CHECK(take_varint(&rest) == value);
    CHECK(rest == "x");
  }
  for (const std::string& none : {""s, "\x80"s, std::string(10, '\xff')}) {
    std::string_view rest = none;
    CHECK_FALSE(take_varint(&rest).has_value());
  }
}

TEST_CASE("delta: copies and bytes of its own") {
  const std::string base = "0123456789";
  CHECK(applied(base, delta_of(10, 5, "\x91\x02\x03\x02xy"s)) == "234xy");
  CHECK(applied(base, delta_of(10, 3, "\x90\x03"s)) == "012");
  CHECK(applied(base, delta_of(10, 0, "")) == "");
  CHECK(applied("", delta_of(0, 1, "\x01z"s)) == "z");
  // A size that is not there means 65,536.
  const std::string large(0x10000 + 3, 'x');
  CHECK(applied(large, delta_of(large.size(), 0x10000, "\x81\x03"s)) ==
        std::string(0x10000, 'x'));
  // Every byte of an offset and of a size.
  const std::string huge(0x1020304 + 0x10, 'y');
  CHECK(
      applied(huge, delta_of(huge.size(), 0x10, "\x9f\x04\x03\x02\x01\x10"s)) ==
      std::string(0x10, 'y'));
}

TEST_CASE("delta: what is none") {
  const std::string base = "0123456789";
  for (const std::string& none :
       {""s, "\x0a"s, delta_of(9, 1, "\x90\x01"s),  // of another base
        delta_of(10, 1, "\0"s),                     // reserved
        delta_of(10, 1, ""), delta_of(10, 1, "\x90\x02"s),
        delta_of(10, 3, "\x90\x02"s), delta_of(10, 11, "\x90\x0b"s),
        delta_of(10, 1, "\x91\x0a\x01"s), delta_of(10, 2, "\x02x"s),
        delta_of(10, 1, "\x91"s), delta_of(10, 1, "\x91\x01"s),
        delta_of(10, 4, "\x9f\xff\xff\xff\xff\x04"s)}) {
    CAPTURE(none);
    CHECK(applied(base, none) == "none");
  }
  CHECK(applied(base, delta_of(10, 5, "\x90\x05"s), 4) == "none");
}

TEST_CASE("delta: random bytes read nothing out of bounds") {
  std::minstd_rand random(test::seed(7));
  const std::string base(300, 'b');
  for (int i = 0; i < 20'000; ++i) {
    std::string delta = delta_of(base.size(), random() % 1000, "");
    for (auto size = random() % 30; size != 0; --size)
      delta += static_cast<char>(random());
    const auto made = apply_delta(base, delta, 1000);
    CHECK((!made || made->size < 1000));
  }
}

}  // namespace sluice::delta_test

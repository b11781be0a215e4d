// A literal that is searched for, and an occurrence of it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace sluice {

struct Literal {
  std::string text;
  bool caseless = false;  // ASCII letters match in either case
  bool operator==(const Literal&) const = default;
};

// Sets of bytes, in 64 bits. Some bytes share a bit: the two cases of a letter,
// a digit or sign and a control character, and bytes that differ in the topmost
// bit.
constexpr unsigned bit_number(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte & 0x1fU) | (byte >> 1U & 0x20U);
}
constexpr std::uint64_t bit_of(char c) {
  return std::uint64_t{1} << bit_number(c);
}

// The bytes that must follow an occurrence for a rule to need it: a set for
// each of the next bytes. There must be such a byte, or one above 127, unless
// the set is kAny.
struct Follow {
  static constexpr std::size_t kReach = 12;  // bytes
  static constexpr std::uint64_t kAny = ~std::uint64_t{0};
  std::array<std::uint64_t, kReach> bytes{};
};

// An occurrence: which literal, and the offset one past its last byte.
struct LiteralHit {
  std::uint32_t literal;
  std::uint32_t end;
  auto operator<=>(const LiteralHit&) const = default;
};

}  // namespace sluice

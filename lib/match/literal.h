// A literal that is looked for, and an occurrence of it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace sluice {

struct Literal {
  std::string text;
  bool caseless = false;  // ASCII letters match in either case
  bool operator==(const Literal&) const = default;
};

// An occurrence: which literal, and the offset one past its last byte.
struct LiteralHit {
  std::uint32_t literal;
  std::uint32_t end;
  auto operator<=>(const LiteralHit&) const = default;
};

}  // namespace sluice

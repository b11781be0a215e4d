// The words that an expression is made of.
// Thread-safety: pure function and plain values. Errors: of split(), kConfig,
// "line:column: why", counted from 1 in bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {
namespace expr {

struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

enum class TokenKind : std::uint8_t {
  kEnd,
  kName,  // also a word that is an operator elsewhere: `in`, `not`
  kNumber,
  kString,    // `text` is its meaning, without escapes
  kOperator,  // signs, brackets included
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  Place place;

  bool is(std::string_view sign) const {
    return (kind == TokenKind::kOperator || kind == TokenKind::kName) &&
           text == sign;
  }
};

// The tokens of `text`, the last one kEnd; comments are left out.
Result<std::vector<Token>> split(std::string_view text);

// The error of a place.
tl::unexpected<Error> fail_at(Place place, std::string_view why);

}  // namespace expr
}  // namespace sluice

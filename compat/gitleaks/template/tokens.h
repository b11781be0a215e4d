// Splits a template's text like Go: into text that is printed unchanged, and
// the tokens between {{ and }}. Blanks beside {{- and -}}, and comments, are
// removed.
// Thread-safety: a pure function. Ownership: the pieces own their texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice::go_template {

struct Token {
  enum class Kind : std::uint8_t {
    kDot,       // a single .
    kField,     // .Name; `text` is the name
    kVariable,  // $ or $name; `text` has the dollar
    kWord,      // a function's name, or a word of the language
    kString,    // `text` is its meaning, without escapes
    kNumber,    // as written
    kSign,      // | ( ) , := =
  };
  Kind kind = Kind::kSign;
  std::string text;
  bool behind_blank = false;

  bool is_sign(std::string_view sign) const {
    return kind == Kind::kSign && text == sign;
  }
  bool is_word(std::string_view word) const {
    return kind == Kind::kWord && text == word;
  }
};

struct Piece {
  bool is_text = false;
  std::string text;
  std::vector<Token> tokens;
  std::uint32_t line = 1;  // where it begins
};

// Errors: kUsage, "LINE: why".
Result<std::vector<Piece>> pieces_of(std::string_view text);

}  // namespace sluice::go_template

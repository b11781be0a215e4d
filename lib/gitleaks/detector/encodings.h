// Pieces of a text that may be encoded: percent escapes, Unicode escapes,
// hexadecimal digits, base64; found as gitleaks finds them.
// Thread-safety: pure functions; an EncodingScratch belongs to one worker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gitleaks/detector/encoded_spans.h"

namespace sluice {

// In falling rank: of two neighbours that touch, the lower waits.
enum class Encoding : std::uint8_t { kPercent, kUnicode, kHex, kBase64 };
inline constexpr std::array<std::string_view, 4> kEncodingNames = {
    "percent", "unicode", "hex", "base64"};

struct EncodedPiece {
  Encoding encoding;
  std::size_t begin, end;
};

struct EncodingScratch {
  std::vector<MaybeEncoded> places;
  std::vector<EncodedPiece> all;
};

// The pieces to decode in one pass over `text`, in their order, but for some
// that do not decode.
void find_encoded(std::string_view text, EncodingScratch& scratch,
                  std::vector<EncodedPiece>* pieces);

// Whether the first four digits of `piece`, at least as long, may be those of
// text in base64. Of the names in a program's source, hardly one passes.
bool may_be_base64_text(std::string_view piece);

// What a piece decodes to; empty if it does not.
std::string decode(Encoding encoding, std::string_view piece);

}  // namespace sluice

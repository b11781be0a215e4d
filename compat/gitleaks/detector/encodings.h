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

// Lists the pieces to decode in one pass over `text`, in their order. It leaves
// out some pieces that would not decode.
void find_encoded(std::string_view text, EncodingScratch& scratch,
                  std::vector<EncodedPiece>* pieces);

// Returns whether the first four digits of `piece`, which has at least four,
// may encode text in base64. Few of the names in a program's source pass.
bool may_be_base64_text(std::string_view piece);

// Returns the decoded text, or an empty one if `piece` does not decode.
std::string decode(Encoding encoding, std::string_view piece);

}  // namespace sluice

// What is encoded in a text as a whole, base64 or hexadecimal digits, and what
// it holds: another text, or one that gzip or zlib packed.
//
// Most runs of such digits are names, hashes and numbers. The first 16 digits
// decide: what is worth decoding begins with text or with the head of a packed
// one.
//
// Thread-safety: pure functions. Cost: encoded_run() looks at the first bytes
// of a run, and at its lines if these pass.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decode/coding.h"
#include "decode/decoders.h"
#include "decode/source_map.h"

namespace sluice {

// The longest span that is decoded; of a longer one its first bytes are.
inline constexpr std::size_t kLongestSpan = 1024 * 1024;

struct EncodedSpan {
  Coding coding = Coding::kBase64;
  SourceRange range;
};

struct DecodedSpan {
  SourceRange range;            // in the text that holds it
  std::vector<Coding> codings;  // the outermost first
  Decoded decoded;              // the map's offsets are from range.begin
  bool is_text = true;
  bool cut = false;  // there is more of it, which was not decoded
};

// Whether the run of digits that begins at `begin` goes on with an encoded text
// of the line before it.
bool is_continuation(std::string_view text, std::size_t begin);

// The encoded text that text[run) holds or begins: with further lines of it,
// its padding, and up to kLongestSpan bytes.
std::optional<EncodedSpan> encoded_run(std::string_view text, SourceRange run);

// A value that something else has led to, from 8 digits on, if it decodes to
// printable ASCII.
std::optional<DecodedSpan> decode_value(std::string_view text,
                                        SourceRange value);

// Nothing if it holds nothing to be read. What is packed gives `most` bytes at
// most.
std::optional<DecodedSpan> decode_span(std::string_view text,
                                       const EncodedSpan& span,
                                       std::size_t most);

}  // namespace sluice

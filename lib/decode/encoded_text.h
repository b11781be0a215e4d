// Finds what is encoded in base64 or hexadecimal digits, and decodes it. The result
// is a text, maybe one that gzip or zlib packed or one in UTF-16, or the bytes of a
// container.
//
// Most runs of such digits are names, hashes and numbers. The first 16 digits
// decide: a run worth decoding begins with text or with the head of a packed
// text or a container.
//
// Thread-safety: pure functions. Cost: encoded_head() looks at the first bytes
// of a run, is_continuation() at the line before it. with_lines() reads all of
// the span.
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
  SourceRange range;  // in the text around it
  // How many of its bytes, from its beginning on, were decoded: fewer than all if a
  // packed text ends earlier.
  std::size_t used = 0;
  Coding coding = Coding::kBase64;
  std::optional<Coding>
      packing;      // gzip, zlib or UTF-16 that was taken off then
  Decoded decoded;  // the map's offsets are from range.begin
  bool is_text = true;
  bool may_be_container = false;  // by its first bytes
  bool cut = false;               // there is more of it, which was not decoded
};

// Adds lines of digits without a run of `least` that are above the line of a run.
// Such a line may begin the encoded text to which the run belongs: `+`, `-` and `_`
// cut one of a hundred into short runs.
void add_lines_above(std::string_view text, std::size_t least,
                     std::vector<SourceRange>* runs);

// The encoded text that text[run) contains or begins, up to the end of the run.
std::optional<EncodedSpan> encoded_head(std::string_view text, SourceRange run);

// Whether the result of encoded_head() continues an encoded text of the line
// before it. Two spans of base64 that are no continuation share no byte, except
// for a text in lines of a packed one. So decoding them all is linear.
bool is_continuation(std::string_view text, const EncodedSpan& head);

// `head` with its padding and further lines of it, up to kLongestSpan bytes.
EncodedSpan with_lines(std::string_view text, EncodedSpan head);

// Returns the digits of the first line in text[begin, end) that begins there or
// after a line end; nothing if there is none.
std::optional<SourceRange> next_line(std::string_view text, std::size_t begin,
                                     std::size_t end);

// A value that something else has led to, from 8 digits on, if it decodes to
// printable ASCII.
std::optional<DecodedSpan> decode_value(std::string_view text,
                                        SourceRange value);

// Returns nothing if there is nothing to read. Unpacks at most `most` bytes.
std::optional<DecodedSpan> decode_span(std::string_view text,
                                       const EncodedSpan& span,
                                       std::size_t most);

}  // namespace sluice

// One function an encoding: what a text holds, decoded, with the way back.
//
// Thread-safety: pure functions. Cost: in proportion to what they are given,
// and what deflate() gives to `most`. None throws on any bytes, but for want of
// memory. What is no escape stays as it is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "decode/coding.h"
#include "decode/source_map.h"

namespace sluice {

struct Decoded {
  std::string text;
  SourceMap map;
};

// Digits of either alphabet, in lines that may be indented, with or without
// padding. Nothing if there is another character, or a number of digits that no
// bytes have.
std::optional<Decoded> decode_base64(std::string_view encoded);

// Nothing unless all are hexadecimal digits, of an even number.
std::optional<Decoded> decode_hex(std::string_view encoded);

Decoded decode_percent(std::string_view encoded);

// JSON's and the escapes of programs: \uXXXX (with surrogates), \xXX, and those
// of one character. \x80 and above are bytes. A backslash before anything else
// stays.
Decoded decode_backslash(std::string_view encoded);

// &quot; &apos; &amp; &lt; &gt; &nbsp; and numbers.
Decoded decode_html(std::string_view encoded);

// RFC 2045, 6.7; line ends of either kind.
Decoded decode_quoted_printable(std::string_view encoded);

// The text of an office document's paragraph without the tags between its runs.
Decoded decode_markup(std::string_view encoded);

// What gzip or zlib packed, `most` bytes of it at most. Nothing if it is
// neither; what was unpacked before an error counts.
struct Unpacked {
  Coding coding = Coding::kGzip;
  std::string text;
  bool cut = false;  // there is more of it
};
bool is_packed(std::string_view bytes);
std::optional<Unpacked> unpack(std::string_view bytes, std::size_t most);

}  // namespace sluice

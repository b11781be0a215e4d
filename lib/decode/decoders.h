// One function for each encoding: it returns the decoded text, with a map back
// to the encoded one.
//
// Thread-safety: pure functions. Cost: in proportion to the size of the input,
// and for deflate() of `most`. None of them throws for any bytes, except if
// memory runs out. A character that begins no escape stays as it is.
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

// Strings that a program puts together, as one: "ab" + "cd" is "abcd".
Decoded decode_parts(std::string_view encoded);

// Returns the size of what separates two parts of a string at `at`, where the
// first one ends: its closing quote, an operator, a line end and the opening
// quote of the next, or a backslash and a line end. 0 if nothing of the kind is
// there.
std::size_t joint_at(std::string_view text, std::size_t at);

// Unpacks gzip or zlib, at most `most` bytes. Returns nothing if the bytes are
// neither. If there is an error, the bytes before it are returned.
struct Unpacked {
  Coding coding = Coding::kGzip;
  std::string text;
  bool cut = false;      // there is more of it
  std::size_t read = 0;  // bytes up to its end; all of them if it has none
};
bool is_packed(std::string_view bytes);
std::optional<Unpacked> unpack(std::string_view bytes, std::size_t most);

}  // namespace sluice

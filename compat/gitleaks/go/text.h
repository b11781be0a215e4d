// Text as Go's encoders write it, byte for byte.
// Thread-safety: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// With quotation marks; encoding/json's: `<`, `>` and `&` are escaped too, and
// a byte that belongs to no character becomes \ufffd.
std::string go_json_string(std::string_view text);

// strconv.Quote's: as a literal of Go, with what cannot be printed escaped. Go
// also escapes characters that its version of Unicode does not have.
std::string go_quoted(std::string_view text);

// encoding/json's float32.
std::string go_json_number(float value);

// encoding/csv's: in quotation marks where it needs them.
std::string go_csv_field(std::string_view text);

// encoding/xml's, for text and attributes.
std::string go_xml_text(std::string_view text);

// strings.TrimSpace, and TrimRightFunc(unicode.IsSpace), which trims only the
// end.
std::string_view go_trim_space(std::string_view text);
std::string_view go_trim_space_right(std::string_view text);

// The blanks that `text` begins with.
std::string_view go_leading_space(std::string_view text);

// Returns Shannon entropy as gitleaks computes it, to the last digit of a
// float, in bits; 0 for an empty text. Characters are counted (each byte that
// belongs to none as U+FFFD), but their shares are those of the bytes, so that
// text beyond ASCII comes out too low.
double rune_entropy(std::string_view text);

}  // namespace sluice

// The encodings that may hide secrets in texts.
// Thread-safety: constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class Coding : std::uint8_t {
  kBase64,           // or base64url; with or without line breaks and padding
  kHex,              // hexadecimal digits, two a byte
  kPercent,          // %2F
  kBackslash,        // \u002f, \x2f, \n, \" and others
  kHtml,             // &quot;, &#47;, &#x2f;
  kQuotedPrintable,  // =2F, and lines that end with =
  kMarkup,           // the runs of an office document's paragraph
  kParts,            // the parts of a string that a program puts together
  kGzip,
  kZlib,
  kUtf16,  // within bytes that are no text (wide_text.h)
  kUtf32,
};
inline constexpr std::size_t kCodings = 12;

// The names in reports (Finding::decoded).
inline constexpr std::array<std::string_view, kCodings> kCodingNames = {
    "base64", "hex",   "percent", "backslash", "html",   "quoted-printable",
    "markup", "parts", "gzip",    "zlib",      "utf-16", "utf-32"};

constexpr std::string_view name_of(Coding coding) {
  return kCodingNames[static_cast<std::size_t>(coding)];
}

// Returns whether people can read the encoded text, except for single
// characters.
constexpr bool is_readable(Coding coding) {
  return coding == Coding::kPercent || coding == Coding::kBackslash ||
         coding == Coding::kHtml || coding == Coding::kQuotedPrintable ||
         coding == Coding::kMarkup || coding == Coding::kParts ||
         coding == Coding::kUtf16 || coding == Coding::kUtf32;
}

// The default and the greatest number of encodings inside each other.
inline constexpr unsigned kDecodeDepth = 5;
inline constexpr unsigned kMaxDecodeDepth = 10;

}  // namespace sluice

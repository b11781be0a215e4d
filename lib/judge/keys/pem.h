// Reads the text between "-----BEGIN ...-----" and "-----END": PEM (RFC 7468,
// 1421), with OpenPGP's additions, in the forms that files and programs
// contain: with real line breaks or written ones (\n), indented, quoted line by
// line, or after comment signs.
// Thread-safety: a pure function. Ownership: `label` points into the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct Pem {
  std::string_view label;  // "RSA PRIVATE KEY"
  std::string cipher;      // of a body that its header calls encrypted
  bool encrypted = false;
  std::string digits;  // base64, lines joined, without padding
  std::string crc;     // the four digits at the end of OpenPGP's
  // Every line except the last is as long as the first, and the last is not
  // longer. So no other text was taken for digits.
  bool even = false;
  bool has_end = false;  // whether a line ends the block
  // The body, with plain line breaks and without escapes.
  std::string body;
};

// Returns the first PEM block in `text`. Returns nothing if no line begins one.
// A block without an end extends to the end of the text.
std::optional<Pem> read_pem(std::string_view text);

// The digits of a body whose lines have text before or after them: the time of
// a log, a container's name, a call, a tag, colours of a terminal. The first
// entry contains the full lines; empty if there are none. Each of the others
// adds a piece of text after the last full line, which may be the short last
// line. The caller tries which one is a key.
std::vector<std::string> framed_digits(std::string_view body);

// All runs of digits of a body that are as long as lines of a key.
std::string long_runs(std::string_view body);

}  // namespace sluice

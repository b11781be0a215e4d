// Reads the text between "-----BEGIN ...-----" and "-----END": PEM (RFC 7468,
// 1421), with OpenPGP's additions, in the forms that files and programs
// contain: with real line breaks or written ones (\n), indented, quoted line by
// line, or after comment signs.
// Thread-safety: a pure function. Ownership: `label` points into the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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
};

// Returns the first PEM block in `text`. Returns nothing if no line begins one
// or no line ends it.
std::optional<Pem> read_pem(std::string_view text);

}  // namespace sluice

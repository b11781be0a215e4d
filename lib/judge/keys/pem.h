// The text between "-----BEGIN ...-----" and "-----END": PEM (RFC 7468, 1421)
// and OpenPGP armour, as files and programs hold it: with real line breaks or
// written ones (\n), indented, quoted line by line, behind comment signs.
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
  std::string crc;     // four digits that an OpenPGP armour ends with
  // Every line is as long as the first, the last one at most: nothing but
  // digits was taken for digits.
  bool even = false;
};

// The first armour in `text`; nothing if there is no line that begins one or
// none that ends it.
std::optional<Pem> read_pem(std::string_view text);

}  // namespace sluice

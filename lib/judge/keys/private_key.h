// Private keys as bytes: their kind and size, and whether they are encrypted.
// Thread-safety: pure functions.
// Cost: a few microseconds; grows at most with the size.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

struct PrivateKey {
  std::string kind;  // "RSA 2048 bits", "EC P-256", "Ed25519"
  bool encrypted = false;
  // Its numbers do not belong together: the modulus of an RSA key is not the
  // product of the primes.
  bool torn = false;
  // Identifies the key in any encoding: the modulus of an RSA key, the secret
  // number of others. Empty if it is not visible.
  std::string identity;
};

// PKCS#1 (RFC 8017), PKCS#8 (RFC 5958), SEC 1 (RFC 5915), and the DSA keys of
// OpenSSL. Returns nothing unless all of `bytes` is one of these.
std::optional<PrivateKey> parse_der_key(std::string_view bytes);

// OpenSSH's own format (its PROTOCOL.key).
std::optional<PrivateKey> parse_openssh_key(std::string_view bytes);

// The first packet of an OpenPGP key (RFC 9580).
std::optional<PrivateKey> parse_openpgp_key(std::string_view bytes);

// Whether `product` is `a` times `b`, modulo a prime of 61 bits. All are
// unsigned, the most significant byte first. A wrong product passes with a
// probability of 2^-61.
bool is_product(std::string_view product, std::string_view a,
                std::string_view b);

// Returns "RSA" and the number of bits.
std::string kind_of(std::string_view algorithm, std::string_view number);

}  // namespace sluice

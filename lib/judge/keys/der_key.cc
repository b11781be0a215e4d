// The first two values distinguish the formats: a version and a number (PKCS#1,
// DSA), a version and a string of octets (SEC 1), a version and an algorithm
// (PKCS#8), an algorithm and a string of octets (PKCS#8, encrypted). A
// certificate or a public key has none of these beginnings, so it is not a
// private key, whatever its label says.
//
// Deviations from the standards are read if OpenSSL reads them. Sizes are
// checked only as far as no real key violates the bounds: the oldest RSA keys
// in use have 512 bits, or one fewer, and so do small test keys by their
// labels.

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "judge/keys/der.h"
#include "judge/keys/private_key.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMinModulusBits = 511;
constexpr std::size_t kMaxModulusBits = 16384;

struct Curve {
  std::string_view oid, name;
  std::size_t bytes;  // of the secret number
};
constexpr auto kCurves = std::to_array<Curve>({
    {"\x2A\x86\x48\xCE\x3D\x03\x01\x07"sv, "P-256", 32},
    {"\x2B\x81\x04\x00\x22"sv, "P-384", 48},
    {"\x2B\x81\x04\x00\x23"sv, "P-521", 66},
    {"\x2B\x81\x04\x00\x0A"sv, "secp256k1", 32},
    {"\x2A\x86\x48\xCE\x3D\x03\x01\x01"sv, "P-192", 24},
    {"\x2B\x81\x04\x00\x21"sv, "P-224", 28},
    {"\x2B\x24\x03\x03\x02\x08\x01\x01\x07"sv, "brainpoolP256r1", 32},
    {"\x2B\x24\x03\x03\x02\x08\x01\x01\x0B"sv, "brainpoolP384r1", 48},
    {"\x2B\x24\x03\x03\x02\x08\x01\x01\x0D"sv, "brainpoolP512r1", 64},
    {"\x2A\x81\x1C\xCF\x55\x01\x82\x2D"sv, "SM2", 32},
});

// Algorithms whose secret is a string of octets.
struct OctetKey {
  std::string_view oid, name;
  std::size_t bytes;
};
constexpr auto kOctetKeys = std::to_array<OctetKey>({
    {"\x2B\x65\x70"sv, "Ed25519", 32},
    {"\x2B\x65\x71"sv, "Ed448", 57},
    {"\x2B\x65\x6E"sv, "X25519", 32},
    {"\x2B\x65\x6F"sv, "X448", 56},
});

constexpr std::string_view kRsa = "\x2A\x86\x48\x86\xF7\x0D\x01\x01\x01"sv;
constexpr std::string_view kRsaPss = "\x2A\x86\x48\x86\xF7\x0D\x01\x01\x0A"sv;
constexpr std::string_view kDh = "\x2A\x86\x48\x86\xF7\x0D\x01\x03\x01"sv;
constexpr std::string_view kDhX942 = "\x2A\x86\x48\xCE\x3E\x02\x01"sv;
constexpr std::string_view kDsa = "\x2A\x86\x48\xCE\x38\x04\x01"sv;
constexpr std::string_view kEc = "\x2A\x86\x48\xCE\x3D\x02\x01"sv;
// Two ways to encrypt by a password: PKCS#5 and PKCS#12.
constexpr std::string_view kPkcs5 = "\x2A\x86\x48\x86\xF7\x0D\x01\x05"sv;
constexpr std::string_view kPkcs12 = "\x2A\x86\x48\x86\xF7\x0D\x01\x0C\x01"sv;

using Found = std::optional<PrivateKey>;

// Reads the values after the version. If there are more than two primes, a
// sequence at the end contains them.
Found rsa_key(DerReader numbers) {
  std::array<std::string_view, 8> n;  // n, e, d, p, q, and three of CRT
  for (std::size_t i = 0; i < n.size(); ++i) {
    const auto value = numbers.take_unsigned();
    if (!value || (value->empty() && i < 3)) return std::nullopt;
    n[i] = *value;
  }
  const std::size_t bits = bits_of(n[0]);
  if (bits < kMinModulusBits || bits > kMaxModulusBits) return std::nullopt;
  const bool two_primes = numbers.at_end();
  if (!two_primes && (!numbers.take(der::kSequence) || !numbers.at_end()))
    return std::nullopt;
  PrivateKey key;
  key.kind = kind_of("RSA", n[0]);
  // If only the exponent was known, the writer put zeros for the rest.
  const bool has_primes = !n[3].empty() || !n[4].empty();
  key.torn = two_primes && has_primes && !is_product(n[0], n[3], n[4]);
  key.identity = n[0];
  return key;
}

// OpenSSL's: p, q, g, the public and the secret number.
Found dsa_key(DerReader numbers) {
  std::array<std::string_view, 5> n;
  for (std::string_view& number : n) {
    const auto value = numbers.take_unsigned();
    if (!value || value->empty()) return std::nullopt;
    number = *value;
  }
  if (!numbers.at_end() || n[4].size() > n[1].size() ||
      n[1].size() > n[0].size())
    return std::nullopt;
  PrivateKey key;
  key.kind = kind_of("DSA", n[0]);
  key.identity = n[4];
  return key;
}

// SEC 1, from the string of octets on. `curve` is named outside of it, or
// empty.
Found ec_key(DerReader values, std::string_view curve) {
  const auto secret = values.take(der::kOctetString);
  if (!secret) return std::nullopt;
  if (values.next_is(der::kContext0)) {
    const auto named = values.take(der::kContext0);
    if (!named) return std::nullopt;
    DerReader parameters(*named);
    if (parameters.next_is(der::kObjectId))
      curve = parameters.take(der::kObjectId).value_or(curve);
  }
  if (values.next_is(der::kContext1) && !values.take(der::kContext1))
    return std::nullopt;
  if (!values.at_end()) return std::nullopt;
  const std::size_t zeros = secret->find_first_not_of('\0');
  if (zeros == std::string_view::npos || secret->size() > 80)
    return std::nullopt;
  PrivateKey key;
  key.kind = "EC";
  const auto* const known = std::ranges::find(kCurves, curve, &Curve::oid);
  if (known != kCurves.end()) {
    // PuTTY writes one zero more before a secret whose first bit is set.
    if (secret->size() - zeros > known->bytes) return std::nullopt;
    key.kind = fmt::format("EC {}", known->name);
  }
  key.identity = secret->substr(zeros);
  return key;
}

// Reads the octets of PKCS#8.
Found inner_key(std::string_view oid, DerReader parameters,
                std::string_view octets) {
  DerReader outer(octets);
  if (oid == kRsa || oid == kRsaPss) {
    const auto sequence = outer.take(der::kSequence);
    if (!sequence || !outer.at_end()) return std::nullopt;
    DerReader numbers(*sequence);
    return numbers.take(der::kInteger) ? rsa_key(numbers) : std::nullopt;
  }
  if (oid == kEc) {
    const auto curve = parameters.next_is(der::kObjectId)
                           ? parameters.take(der::kObjectId)
                           : std::nullopt;
    const auto sequence = outer.take(der::kSequence);
    if (!sequence || !outer.at_end()) return std::nullopt;
    DerReader values(*sequence);
    if (!values.take(der::kInteger)) return std::nullopt;
    return ec_key(values, curve.value_or(std::string_view()));
  }
  PrivateKey key;
  if (oid == kDsa || oid == kDh || oid == kDhX942) {
    const auto secret = outer.take_unsigned();
    if (!secret || secret->empty() || !outer.at_end()) return std::nullopt;
    const auto group = parameters.take(der::kSequence);
    const auto prime = group ? DerReader(*group).take_unsigned() : std::nullopt;
    const std::string_view name = oid == kDsa ? "DSA" : "DH";
    key.kind = prime ? kind_of(name, *prime) : std::string(name);
    key.identity = *secret;
    return key;
  }
  const auto* const known = std::ranges::find(kOctetKeys, oid, &OctetKey::oid);
  if (known != kOctetKeys.end()) {
    const auto secret = outer.take(der::kOctetString);
    if (!secret || secret->size() != known->bytes || !outer.at_end())
      return std::nullopt;
    key.kind = known->name;
    key.identity = *secret;
    return key;
  }
  if (octets.empty()) return std::nullopt;
  key.kind = "PKCS#8 key";
  return key;
}

Found pkcs8_key(DerReader values, std::string_view algorithm) {
  DerReader identifier(algorithm);
  const auto oid = identifier.take(der::kObjectId);
  const auto octets = values.take(der::kOctetString);
  if (!oid || !octets) return std::nullopt;
  // Attributes and, since RFC 5958, the public key.
  while (!values.at_end()) {
    const auto value = values.next();
    if (!value || (value->tag & 0xC0U) != 0x80) return std::nullopt;
  }
  return inner_key(*oid, identifier, *octets);
}

Found encrypted_key(DerReader values, std::string_view algorithm) {
  const auto oid = DerReader(algorithm).take(der::kObjectId);
  const auto octets = values.take(der::kOctetString);
  if (!oid || !octets || octets->size() < 16 || !values.at_end() ||
      !(oid->starts_with(kPkcs5) || oid->starts_with(kPkcs12)))
    return std::nullopt;
  PrivateKey key;
  key.kind = "PKCS#8 key";
  key.encrypted = true;
  return key;
}

}  // namespace

std::string kind_of(std::string_view algorithm, std::string_view number) {
  return fmt::format("{} {} bits", algorithm, bits_of(number));
}

bool is_product(std::string_view product, std::string_view a,
                std::string_view b) {
  constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61U) - 1;
  const auto residue = [](std::string_view number) {
    std::uint64_t rest = 0;
    // Below 2^61 times 2^8, for which 128 bits suffice.
    for (const char c : number) {
      __extension__ using Wide = unsigned __int128;
      rest = static_cast<std::uint64_t>(
          ((static_cast<Wide>(rest) << 8U) | static_cast<unsigned char>(c)) %
          kPrime);
    }
    return rest;
  };
  __extension__ using Wide = unsigned __int128;
  return residue(product) ==
         static_cast<std::uint64_t>(static_cast<Wide>(residue(a)) * residue(b) %
                                    kPrime);
}

std::optional<PrivateKey> parse_der_key(std::string_view bytes) {
  DerReader outer(bytes);
  const auto sequence = outer.take(der::kSequence);
  if (!sequence || !outer.at_end()) return std::nullopt;
  DerReader values(*sequence);
  if (values.next_is(der::kSequence)) {
    const auto algorithm = values.take(der::kSequence);
    return algorithm ? encrypted_key(values, *algorithm) : std::nullopt;
  }
  if (!values.take(der::kInteger)) return std::nullopt;  // the version
  if (values.next_is(der::kSequence)) {
    const auto algorithm = values.take(der::kSequence);
    return algorithm ? pkcs8_key(values, *algorithm) : std::nullopt;
  }
  if (values.next_is(der::kOctetString)) return ec_key(values, {});
  const auto key = rsa_key(values);
  return key ? key : dsa_key(values);
}

}  // namespace sluice

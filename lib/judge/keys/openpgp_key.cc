// A transferable secret key begins with the packet of its primary key: public
// numbers, then a byte that says whether the secret ones are encrypted. GnuPG
// writes packets whose secret part is missing or on a card. The subkeys after
// it may still have their secret parts, so such a packet counts as encrypted,
// not as no key. Sources: RFC 9580, sections 4.2 and 5.5.3; GnuPG's doc/DETAILS
// for the missing part.

#include <algorithm>
#include <array>
#include <cstdint>

#include "judge/keys/byte_reader.h"
#include "judge/keys/der.h"
#include "judge/keys/private_key.h"

namespace sluice {
namespace {

constexpr unsigned kSecretKeyPacket = 5;
constexpr unsigned kGnuExtension = 101;  // as a way to make a key of a password

// A number of OpenPGP: its size in bits comes first.
std::string_view take_mpi(ByteReader& reader) {
  return reader.take(static_cast<std::size_t>((reader.number(2) + 7) / 8));
}

// Returns the body of the first packet if it is a secret key's.
std::optional<std::string_view> first_body(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::size_t head = reader.number(1);
  std::size_t length = 0;
  if ((head & 0xC0U) == 0xC0) {
    if ((head & 0x3FU) != kSecretKeyPacket) return std::nullopt;
    length = reader.number(1);
    if (length >= 224 && length < 255) return std::nullopt;  // in parts
    if (length == 255) {
      length = reader.number(4);
    } else if (length >= 192) {
      length = ((length - 192) << 8U) + reader.number(1) + 192;
    }
  } else {
    if ((head & 0x80U) == 0 || (head >> 2U & 0x0FU) != kSecretKeyPacket ||
        (head & 3U) == 3)
      return std::nullopt;
    length = reader.number(std::size_t{1} << (head & 3U));
  }
  const std::string_view body = reader.take(length);
  if (reader.failed()) return std::nullopt;
  return body;
}

struct Algorithm {
  std::size_t id;
  std::string_view name;
  std::size_t numbers;      // public MPIs
  bool curve = false;       // an object identifier comes before them
  bool derivation = false;  // parameters of a key derivation follow
  std::size_t octets = 0;   // instead of MPIs
};
constexpr auto kAlgorithms = std::to_array<Algorithm>({
    {1, "RSA", 2},
    {2, "RSA", 2},
    {3, "RSA", 2},
    {16, "Elgamal", 3},
    {17, "DSA", 4},
    {18, "ECDH", 1, true, true},
    {19, "ECDSA", 1, true},
    {22, "EdDSA", 1, true},
    {25, "X25519", 0, false, false, 32},
    {26, "X448", 0, false, false, 56},
    {27, "Ed25519", 0, false, false, 32},
    {28, "Ed448", 0, false, false, 57},
});

// Reads the public numbers. Returns the name, and the size if it has a meaning.
std::string read_public(const Algorithm& algorithm, ByteReader* reader) {
  if (algorithm.curve) reader->take(reader->number(1));
  std::string_view first;
  for (std::size_t i = 0; i < algorithm.numbers; ++i) {
    const std::string_view number = take_mpi(*reader);
    if (i == 0) first = number;
  }
  if (algorithm.derivation) reader->take(reader->number(1));
  reader->take(algorithm.octets);
  const bool sized = !algorithm.curve && algorithm.octets == 0;
  return sized ? kind_of(algorithm.name, first) : std::string(algorithm.name);
}

}  // namespace

std::optional<PrivateKey> parse_openpgp_key(std::string_view bytes) {
  const auto body = first_body(bytes);
  if (!body) return std::nullopt;
  ByteReader reader(*body);
  const std::size_t version = reader.number(1);
  if (version < 3 || version > 6) return std::nullopt;
  reader.take(version == 3 ? 6 : 4);  // times
  const std::size_t id = reader.number(1);
  const auto* const algorithm =
      std::ranges::find(kAlgorithms, id, &Algorithm::id);
  const bool known = algorithm != kAlgorithms.end();
  const std::size_t size = version >= 5 ? reader.number(4) : 0;
  // Newer versions state the length of the public numbers.
  if (reader.failed() || (!known && version < 5)) return std::nullopt;

  PrivateKey key;
  if (known) {
    key.kind = read_public(*algorithm, &reader);
  } else {
    key.kind = "OpenPGP key";
    reader.take(size);
  }
  const std::size_t usage = reader.number(1);
  if (reader.failed()) return std::nullopt;
  key.encrypted = usage != 0;
  if (usage >= 253) {
    if (version >= 5) reader.take(1);
    reader.take(usage == 253 ? 2 : 1);  // cipher and its mode
    if (version == 6) reader.take(1);
    if (reader.number(1) == kGnuExtension)
      key.kind += ", its secret part elsewhere";
    if (reader.failed()) return std::nullopt;
  }
  return key;
}

}  // namespace sluice

// The key of the MAC: a digest of a constant, the salt and the password, each
// repeated to whole blocks, digested again as often as the store says. A key as
// long as the digest needs one round of that (RFC 7292, B.2, with n = 1).

#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>

#include <algorithm>
#include <array>
#include <string>

#include "judge/key_files/readers.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct Digest {
  std::string_view oid;
  const nettle_hash* hash;
};
const std::array<Digest, 5> kDigests = {{
    {"\x2B\x0E\x03\x02\x1A"sv, &nettle_sha1},
    {"\x60\x86\x48\x01\x65\x03\x04\x02\x04"sv, &nettle_sha224},
    {"\x60\x86\x48\x01\x65\x03\x04\x02\x01"sv, &nettle_sha256},
    {"\x60\x86\x48\x01\x65\x03\x04\x02\x02"sv, &nettle_sha384},
    {"\x60\x86\x48\x01\x65\x03\x04\x02\x03"sv, &nettle_sha512},
}};

// The largest state and digest of those above.
union State {
  sha1_ctx sha1;
  sha256_ctx sha256;
  sha512_ctx sha512;
};
using Bytes = std::array<std::uint8_t, SHA512_DIGEST_SIZE>;

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::string repeated(std::string_view text, std::size_t block) {
  std::string all;
  if (text.empty()) return all;
  const std::size_t size = (text.size() + block - 1) / block * block;
  while (all.size() < size)
    all += text.substr(0, std::min(text.size(), size - all.size()));
  return all;
}

}  // namespace

bool opens(const Pkcs12Mac& mac, std::string_view content,
           std::string_view password) {
  const auto* const known =
      std::ranges::find(kDigests, mac.digest, &Digest::oid);
  if (known == kDigests.end()) return false;
  const nettle_hash& hash = *known->hash;
  if (mac.mac.size() != hash.digest_size) return false;
  constexpr char kForMac = 3;
  const std::string first = std::string(hash.block_size, kForMac) +
                            repeated(mac.salt, hash.block_size) +
                            repeated(password, hash.block_size);
  State state;
  Bytes key{};
  hash.init(&state);
  hash.update(&state, first.size(), bytes_of(first));
  hash.digest(&state, hash.digest_size, key.data());
  for (std::uint64_t i = 1; i < mac.iterations; ++i) {
    hash.update(&state, hash.digest_size, key.data());
    hash.digest(&state, hash.digest_size, key.data());
  }
  State outer;
  State inner;
  hmac_set_key(&outer, &inner, &state, &hash, hash.digest_size, key.data());
  hmac_update(&state, &hash, content.size(), bytes_of(content));
  Bytes made{};
  hmac_digest(&outer, &inner, &state, &hash, hash.digest_size, made.data());
  return std::equal(made.begin(), made.begin() + hash.digest_size,
                    bytes_of(mac.mac));
}

}  // namespace sluice

// The format: the magic text, the names of cipher and key derivation, public
// keys, and the private part, which is not encrypted if the cipher is "none".
// The private part begins with a number twice, and names the same type as the
// public part. Both are checked. Source: OpenSSH's PROTOCOL.key; RFC 4251,
// section 5.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "judge/keys/der.h"
#include "judge/keys/private_key.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "openssh-key-v1\0"sv;

class SshReader {
 public:
  explicit SshReader(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::uint32_t> number() {
    if (rest_.size() < 4) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value = value << 8U | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(4);
    return value;
  }

  std::optional<std::string_view> string() {
    const auto size = number();
    if (!size || rest_.size() < *size) return std::nullopt;
    const std::string_view text = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return text;
  }

  // Without the zero that keeps the sign; empty if there is none.
  std::string_view mpint() {
    std::string_view value = string().value_or(std::string_view());
    if (value.starts_with('\0')) value.remove_prefix(1);
    return value;
  }

 private:
  std::string_view rest_;
};

struct Name {
  std::string_view type, shown;
};
constexpr auto kNames = std::to_array<Name>({
    {"ssh-ed25519", "Ed25519"},
    {"ssh-ed448", "Ed448"},
    {"ecdsa-sha2-nistp256", "EC P-256"},
    {"ecdsa-sha2-nistp384", "EC P-384"},
    {"ecdsa-sha2-nistp521", "EC P-521"},
    {"sk-ssh-ed25519@openssh.com", "Ed25519, held by a security key"},
    {"sk-ecdsa-sha2-nistp256@openssh.com", "EC P-256, held by a security key"},
});

// Splits a public key: the type, and the numbers after it.
std::optional<std::string> kind_of_public(std::string_view blob) {
  SshReader reader(blob);
  const auto type = reader.string();
  if (!type) return std::nullopt;
  if (*type == "ssh-rsa") {
    reader.mpint();
    const std::string_view modulus = reader.mpint();
    if (bits_of(modulus) < 512) return std::nullopt;
    return kind_of("RSA", modulus);
  }
  if (*type == "ssh-dss") {
    const std::string_view prime = reader.mpint();
    if (prime.empty()) return std::nullopt;
    return kind_of("DSA", prime);
  }
  const auto* const name = std::ranges::find(kNames, *type, &Name::type);
  return std::string(name == kNames.end() ? "OpenSSH key" : name->shown);
}

// Reads the private part: the numbers that identify the key.
bool read_private(std::string_view part, std::string_view public_type,
                  PrivateKey* key) {
  SshReader reader(part);
  const auto check = reader.number();
  if (!check || check != reader.number()) return false;
  const auto type = reader.string();
  if (type != public_type) return false;
  if (*type == "ssh-rsa") {
    std::array<std::string_view, 6> n;  // n, e, d, 1/q mod p, p, q
    for (std::string_view& number : n) number = reader.mpint();
    key->torn = !is_product(n[0], n[4], n[5]);
    key->identity = n[0];
    return !n[5].empty();
  }
  if (*type == "ssh-ed25519") {
    reader.string();
    const auto secret = reader.string();  // the seed, then the public key
    if (!secret || secret->size() != 64) return false;
    key->identity = secret->substr(0, 32);
    return true;
  }
  if (type->starts_with("ecdsa-")) {
    reader.string();
    reader.string();
    key->identity = reader.mpint();
    return !key->identity.empty();
  }
  return true;
}

}  // namespace

std::optional<PrivateKey> parse_openssh_key(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return std::nullopt;
  SshReader reader(bytes.substr(kMagic.size()));
  const auto cipher = reader.string();
  if (!cipher || !reader.string() || !reader.string()) return std::nullopt;
  if (reader.number() != 1U) return std::nullopt;
  const auto public_key = reader.string();
  const auto private_part = reader.string();
  if (!public_key || !private_part || private_part->size() < 16)
    return std::nullopt;
  const auto kind = kind_of_public(*public_key);
  if (!kind) return std::nullopt;
  PrivateKey key;
  key.kind = *kind;
  key.encrypted = *cipher != "none";
  if (key.encrypted) return key;
  const auto type = SshReader(*public_key).string();
  if (!read_private(*private_part, *type, &key)) return std::nullopt;
  return key;
}

}  // namespace sluice

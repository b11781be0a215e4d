// Formats of one key or one kind of keys: DER, GnuPG's, Kerberos', KeePass'.
// Sources: MIT's doc/formats/keytab_file_format.rst; GnuPG's
// agent/keyformat.txt and RFC 9580; KeePass' documentation of KDBX.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "judge/checks/checks.h"
#include "judge/key_files/readers.h"
#include "judge/keys/der.h"
#include "judge/keys/known_keys.h"
#include "judge/keys/private_key.h"
#include "text/ascii.h"
#include "text/quantity.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

std::optional<KeyFile> as_key_file(KeyFileKind kind, std::string_view format,
                                   const PrivateKey& key) {
  const std::string what = fmt::format("{}, {}", format, key.kind);
  if (is_known_key(key.identity)) return std::nullopt;
  if (key.torn) return KeyFile{kind, doubted(what + ", its numbers at odds")};
  if (!key.encrypted) return KeyFile{kind, proven(what)};
  return KeyFile{
      kind,
      {ChecksumVerdict::kValid, CheckEffect::kDoubt, what + ", encrypted"}};
}

// The size of the OpenPGP packet at the beginning, with its head. 0 if there is
// none of a size that is given.
std::size_t packet_size(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::uint64_t head = reader.number(1);
  std::uint64_t length = 0;
  if ((head & 0xC0U) == 0xC0) {
    length = reader.number(1);
    if (length == 255)
      length = reader.number(4);
    else if (length >= 192 && length < 224)
      length = ((length - 192) << 8U) + reader.number(1) + 192;
    else if (length >= 224)
      return 0;
  } else {
    if ((head & 3U) == 3) return 0;
    length = reader.number(std::size_t{1} << (head & 3U));
  }
  return reader.failed() ? 0 : bytes.size() - reader.left() + length;
}

// Whether `head` is that of a packet that comes after a key: a signature, a
// subkey, a name, a mark of trust.
bool follows_key(unsigned char head) {
  constexpr auto kTags = std::to_array<unsigned>({2, 7, 12, 13, 17});
  const unsigned tag = (head & 0x40U) != 0 ? head & 0x3FU : head >> 2U & 0x0FU;
  return (head & 0x80U) != 0 && std::ranges::find(kTags, tag) != kTags.end();
}

// secring.gpg, and what `gpg --export-secret-keys` writes. The packet after the
// first is looked at, since some bytes by chance are a key's.
std::optional<KeyFile> read_keyring(std::string_view bytes) {
  if ((static_cast<unsigned char>(bytes[0]) & 0x80U) == 0) return std::nullopt;
  const std::size_t size = packet_size(bytes);
  if (size == 0 || size > bytes.size()) return std::nullopt;
  if (size < bytes.size() &&
      !follows_key(static_cast<unsigned char>(bytes[size])))
    return std::nullopt;
  const auto key = parse_openpgp_key(bytes);
  if (!key) return std::nullopt;
  return as_key_file(KeyFileKind::kGnupgKey, "OpenPGP", *key);
}

// A file of private-keys-v1.d: an S-expression, or lines of "Name: value" of
// which one is that. The file of a key on a card has no secret.
std::optional<KeyFile> read_agent_key(std::string_view bytes) {
  constexpr std::size_t kMostLines = 8192;
  bool open = false;
  std::string_view algorithm;
  if (bytes.starts_with("(11:private-key(") ||
      bytes.starts_with("(21:protected-private-key(")) {
    open = bytes.starts_with("(11:");
    algorithm = bytes.substr(bytes.find('(', 1) + 1);
    const std::size_t colon = algorithm.find(':');
    if (colon == algorithm.npos || colon != 1) return std::nullopt;
    algorithm =
        algorithm.substr(2, static_cast<std::size_t>(algorithm[0] - '0'));
  } else {
    if (!bytes.starts_with("Key: (") && !bytes.starts_with("Created: ") &&
        !bytes.starts_with("Use-for-") && !bytes.starts_with("Label: "))
      return std::nullopt;
    const std::string_view lines = bytes.substr(0, kMostLines);
    std::size_t at = lines.find("Key: (");
    if (at == lines.npos || (at != 0 && lines[at - 1] != '\n'))
      return std::nullopt;
    std::string_view key = lines.substr(at + "Key: ("sv.size());
    constexpr std::string_view kProtected = "protected-private-key (";
    constexpr std::string_view kOpen = "private-key (";
    open = key.starts_with(kOpen);
    if (!open && !key.starts_with(kProtected)) return std::nullopt;
    key.remove_prefix(open ? kOpen.size() : kProtected.size());
    algorithm = key.substr(0, key.find_first_of(" ("));
  }
  if (algorithm.size() != 3 || !std::ranges::all_of(algorithm, is_lower))
    return std::nullopt;
  std::string what = fmt::format("gpg-agent, {}", algorithm);
  return KeyFile{KeyFileKind::kGnupgKey,
                 open ? proven(what + ", not encrypted") : locked(what)};
}

bool is_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
}

// Reads an entry. Returns the principal, or nothing.
std::optional<std::string> read_entry(ByteReader reader) {
  constexpr std::uint64_t kMostParts = 16;
  const std::uint64_t parts = reader.number(2);
  if (parts == 0 || parts > kMostParts) return std::nullopt;
  const std::string_view realm = reader.take(reader.number(2));
  std::string principal;
  for (std::uint64_t i = 0; i < parts; ++i) {
    if (i != 0) principal += '/';
    principal += reader.take(reader.number(2));
  }
  reader.take(4 + 4 + 1);  // the kind of the name, a time, a version
  const std::uint64_t type = reader.number(2);
  const std::string_view key = reader.take(reader.number(2));
  const bool ends = reader.at_end() || reader.left() >= 4;
  if (reader.failed() || !ends || type == 0 || key.empty() || realm.empty() ||
      !is_name(realm) || !is_name(principal))
    return std::nullopt;
  principal += '@';
  return principal.append(realm);
}

}  // namespace

std::optional<KeyFile> read_der_key(std::string_view bytes, bool whole) {
  if (!whole || der_size(bytes) != bytes.size()) return std::nullopt;
  const auto key = parse_der_key(bytes);
  if (!key) return std::nullopt;
  return as_key_file(KeyFileKind::kDerKey, "DER", *key);
}

std::optional<KeyFile> read_gnupg_key(std::string_view bytes, bool /*whole*/) {
  auto key = read_agent_key(bytes);
  return key ? key : read_keyring(bytes);
}

std::optional<KeyFile> read_keytab(std::string_view bytes, bool whole) {
  if (!bytes.starts_with("\x05\x02"sv)) return std::nullopt;
  ByteReader reader(bytes);
  reader.take(2);
  std::size_t keys = 0;
  std::string principal;
  while (!reader.at_end()) {
    auto size = static_cast<std::int32_t>(reader.number(4));
    if (reader.failed() || size == 0) break;
    const std::int64_t length = size < 0 ? -std::int64_t{size} : size;
    const std::string_view entry =
        reader.take(static_cast<std::size_t>(length));
    if (reader.failed()) break;
    if (size < 0) continue;  // deleted
    auto read = read_entry(ByteReader(entry));
    if (!read) return std::nullopt;
    if (keys++ == 0) principal = std::move(*read);
  }
  if (keys == 0 || (whole && reader.failed())) return std::nullopt;
  return KeyFile{
      KeyFileKind::kKeytab,
      {ChecksumVerdict::kAbsent, CheckEffect::kNone,
       fmt::format("{} of {}", counted(keys, "key", "keys"), principal)}};
}

std::optional<KeyFile> read_keepass(std::string_view bytes, bool /*whole*/) {
  if (!bytes.starts_with("\x03\xD9\xA2\x9A"sv)) return std::nullopt;
  const std::string_view kind = bytes.substr(4, 4);
  std::string what;
  if (kind == "\x65\xFB\x4B\xB5"sv) {
    what = "KeePass 1";
  } else if (kind == "\x66\xFB\x4B\xB5"sv || kind == "\x67\xFB\x4B\xB5"sv) {
    const auto number = [&](std::size_t at) {
      return static_cast<unsigned char>(bytes[at]) |
             static_cast<unsigned char>(bytes[at + 1]) << 8;
    };
    what = fmt::format("KeePass, KDBX {}.{}", number(10), number(8));
  } else {
    return std::nullopt;
  }
  return KeyFile{KeyFileKind::kKeepass, locked(std::move(what))};
}

}  // namespace sluice

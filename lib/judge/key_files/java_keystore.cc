// Java's own formats, JKS and JCEKS: a list of entries, and a digest over the
// password, a fixed text and the list. So a password is checked by one SHA-1.
// Source: OpenJDK's sun.security.provider.JavaKeyStore and
// com.sun.crypto.provider.JceKeyStore. A store of certificates has no secret.

#include <algorithm>
#include <string>
#include <utility>

#include "base/digest.h"
#include "judge/checks/checks.h"
#include "judge/key_files/readers.h"
#include "text/quantity.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct Entries {
  std::size_t private_keys = 0;
  // The size of a secret key is not given, so what follows one is not read.
  bool has_secret_key = false;
  bool is_of_android = false;  // the key for debugging that its tools make
  bool failed = false;
};

void skip_certificate(ByteReader* reader, std::uint64_t version) {
  if (version == 2) reader->take(reader->number(2));  // its type
  reader->take(reader->number(4));
}

Entries read_entries(ByteReader reader, std::uint64_t version,
                     std::uint64_t count) {
  constexpr std::uint64_t kPrivateKey = 1;
  constexpr std::uint64_t kCertificate = 2;
  constexpr std::uint64_t kSecretKey = 3;
  constexpr std::size_t kTime = 8;
  Entries entries;
  for (; count > 0 && !reader.failed(); --count) {
    const std::uint64_t tag = reader.number(4);
    const std::string_view alias = reader.take(reader.number(2));
    reader.take(kTime);
    if (tag == kPrivateKey) {
      reader.take(reader.number(4));
      std::uint64_t certificates = reader.number(4);
      for (; certificates > 0 && !reader.failed(); --certificates)
        skip_certificate(&reader, version);
      if (!reader.failed()) ++entries.private_keys;
      if (alias == "androiddebugkey") entries.is_of_android = true;
    } else if (tag == kCertificate) {
      skip_certificate(&reader, version);
    } else if (tag == kSecretKey && !reader.failed()) {
      entries.has_secret_key = true;
      return entries;
    } else {
      break;
    }
  }
  entries.failed = reader.failed() || count > 0;
  return entries;
}

}  // namespace

std::optional<KeyFile> read_java_keystore(std::string_view bytes, bool whole) {
  const bool jks = bytes.starts_with("\xFE\xED\xFE\xED"sv);
  if (!jks && !bytes.starts_with("\xCE\xCE\xCE\xCE"sv)) return std::nullopt;
  ByteReader reader(bytes);
  reader.take(4);
  const std::uint64_t version = reader.number(4);
  const std::uint64_t count = reader.number(4);
  if (reader.failed() || version < 1 || version > 2) return std::nullopt;
  const Entries entries = read_entries(reader, version, count);
  if (entries.private_keys == 0 && !entries.has_secret_key) return std::nullopt;
  if (entries.failed && whole) return std::nullopt;
  std::string contents = jks ? "JKS, " : "JCEKS, ";
  contents += entries.has_secret_key ? "with secret keys"
                                     : counted(entries.private_keys,
                                               "private key", "private keys");
  if (entries.is_of_android && entries.private_keys == 1)
    return KeyFile{KeyFileKind::kJavaKeystore,
                   {ChecksumVerdict::kValid, CheckEffect::kRefuted,
                    contents + ", Android's key for debugging"}};
  constexpr std::size_t kDigest = 20;
  if (whole && bytes.size() > kDigest) {
    const std::string_view list = bytes.substr(0, bytes.size() - kDigest);
    for (const std::string_view password : kWellKnownPasswords) {
      const std::string key = in_utf16(password);
      const Sha1Digest digest = sha1({{key, "Mighty Aphrodite"sv, list}});
      if (std::ranges::equal(digest, bytes.substr(list.size()),
                             [](std::uint8_t a, char b) {
                               return a == static_cast<unsigned char>(b);
                             }))
        return KeyFile{KeyFileKind::kJavaKeystore,
                       opened_by(std::move(contents), password)};
    }
  }
  return KeyFile{KeyFileKind::kJavaKeystore, locked(std::move(contents))};
}

}  // namespace sluice

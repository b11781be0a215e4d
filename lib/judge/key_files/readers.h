// The readers of the single kinds, for key_file.cc. Each takes the beginning of
// a file, or with `whole` all of it, and returns nothing for other files.
// Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "judge/key_files/key_file.h"
#include "judge/keys/byte_reader.h"

namespace sluice {

// Passwords that manuals and tools set, and that people leave so. The empty one
// is first.
inline constexpr auto kWellKnownPasswords = std::to_array<std::string_view>(
    {"", "changeit", "changeme", "password", "secret", "123456", "notasecret",
     "android"});

// `password` in UTF-16, the most significant byte first, with `end` after it.
std::string in_utf16(std::string_view password, std::string_view end = {});

// The results for a store that `password` opens, and for one that none of the
// well-known passwords opens.
CheckResult opened_by(std::string contents, std::string_view password);
CheckResult locked(std::string contents);

std::optional<KeyFile> read_java_keystore(std::string_view bytes, bool whole);
std::optional<KeyFile> read_pkcs12(std::string_view bytes, bool whole);
std::optional<KeyFile> read_der_key(std::string_view bytes, bool whole);
std::optional<KeyFile> read_gnupg_key(std::string_view bytes, bool whole);
std::optional<KeyFile> read_keytab(std::string_view bytes, bool whole);
std::optional<KeyFile> read_keepass(std::string_view bytes, bool whole);
// Kinds that are databases of SQLite or of Berkeley DB.
std::optional<KeyFile> read_sqlite_keys(std::string_view bytes, bool whole);
std::optional<KeyFile> read_berkeley_keys(std::string_view bytes, bool whole);

// Whether `mac` is the one that `password` gives for `content` by the way of
// PKCS#12 (RFC 7292, appendix B). False for an unknown digest.
struct Pkcs12Mac {
  std::string_view digest;  // its object identifier
  std::string_view mac;
  std::string_view salt;
  std::uint64_t iterations = 1;
};
// `password` is in_utf16() with its end of two NULs, or empty for none at all.
bool opens(const Pkcs12Mac& mac, std::string_view content,
           std::string_view password);

}  // namespace sluice

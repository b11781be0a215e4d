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

namespace sluice {

// Passwords that manuals and tools set, and that people leave so. The empty one
// is first.
inline constexpr auto kWellKnownPasswords = std::to_array<std::string_view>(
    {"", "changeit", "changeme", "password", "secret", "123456", "notasecret",
     "android"});

// `password` in UTF-16, the most significant byte first, with `end` after it.
std::string in_utf16(std::string_view password, std::string_view end = {});

// Reads numbers and stretches of bytes. After the first read that goes beyond
// the end, failed() is true and every read returns nothing.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

  std::string_view take(std::size_t count) {
    if (failed_ || rest_.size() < count) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  // A number of up to 8 bytes, the most significant first.
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const char c : take(bytes))
      value = value << 8U | static_cast<unsigned char>(c);
    return value;
  }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

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

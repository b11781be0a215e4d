#include "judge/key_files/key_file.h"

#include <fmt/core.h>

#include <utility>

#include "judge/checks/checks.h"
#include "judge/key_files/readers.h"

namespace sluice {

using namespace std::string_view_literals;

std::string in_utf16(std::string_view password, std::string_view end) {
  std::string text;
  for (const char c : password) {
    text.push_back('\0');
    text.push_back(c);
  }
  return text.append(end);
}

CheckResult opened_by(std::string contents, std::string_view password) {
  return proven(password.empty()
                    ? contents + ", opens without a password"
                    : fmt::format("{}, opens with the well-known password "
                                  "\"{}\"",
                                  contents, password));
}

CheckResult locked(std::string contents) {
  return {ChecksumVerdict::kValid, CheckEffect::kDoubt,
          std::move(contents) + ", locked by a password"};
}

std::optional<KeyFile> read_key_file(std::string_view bytes, bool whole) {
  constexpr std::size_t kSmallest = 16;
  if (bytes.size() < kSmallest) return std::nullopt;
  // Two kinds begin with a number whose meaning is elsewhere.
  if (bytes.substr(12, 4) == "\x62\x31\x05\x00"sv ||
      bytes.substr(12, 4) == "\x00\x05\x31\x62"sv ||
      bytes.starts_with("\x00\x06\x15\x61"sv) ||
      bytes.starts_with("\x61\x15\x06\x00"sv))
    return read_berkeley_keys(bytes, whole);
  switch (static_cast<unsigned char>(bytes[0])) {
    case 0xFE:
    case 0xCE:
      return read_java_keystore(bytes, whole);
    case 0x30: {
      auto store = read_pkcs12(bytes, whole);
      return store ? store : read_der_key(bytes, whole);
    }
    case 0x03:
      return read_keepass(bytes, whole);
    case 0x05:
      return read_keytab(bytes, whole);
    case 'S':
      return read_sqlite_keys(bytes, whole);
    default:
      return read_gnupg_key(bytes, whole);
  }
}

}  // namespace sluice

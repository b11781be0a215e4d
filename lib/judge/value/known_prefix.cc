#include "judge/value/known_prefix.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/context/caseless.h"

namespace sluice {
namespace {

// In small letters: they are compared in any case.
constexpr auto kEncryptedStarts = std::to_array<std::string_view>(
    {"$ansible_vault", "01000000d08c9ddf", "ageencryption", "aqicah",
     "cryptedpw", "dec(", "enc(", "enc[", "encrypted:", "gaaaaab", "pbe(",
     "u2fsdgvkx1", "vault:v1", "wcfma", "{3des", "{aes", "{cipher}", "{des",
     "{enc"});

constexpr auto kPublicStarts =
    std::to_array<std::string_view>({"-----BEGIN",
                                     "/9j/",
                                     "AAAAB3NzaC1",
                                     "AAAAC3NzaC1",
                                     "AAAAE2VjZHNh",
                                     "AyM1SysPpbyDfgZld3umj1qz",
                                     "Eby8vdM02xNOcqFlq",
                                     "GTM-",
                                     "LS0tLS1CRUdJTiBD",
                                     "LS0tLS1CRUdJTiBQVU",
                                     "Mid-client-",
                                     "NRJS-",
                                     "SB-Mid-client-",
                                     "MCow",
                                     "MFkw",
                                     "MFww",
                                     "MIGf",
                                     "MIIB",
                                     "MIIC",
                                     "MIID",
                                     "MIIE",
                                     "MIIF",
                                     "R0lGOD",
                                     "RWT",
                                     "UA-",
                                     "age1",
                                     "amzn_",
                                     "appl_",
                                     "data:",
                                     "ecdsa-sha2",
                                     "eyJ",
                                     "goog_",
                                     "iVBOR",
                                     "key_live_",
                                     "key_test_",
                                     "md5:",
                                     "npub1",
                                     "phc_",
                                     "pk.ey",
                                     "pk_live_",
                                     "pk_test_",
                                     "rcb_",
                                     "sb_publishable_",
                                     "sha1-",
                                     "sha1:",
                                     "sha256-",
                                     "sha256:",
                                     "sha384-",
                                     "sha512-",
                                     "sha512:",
                                     "ssh-dss",
                                     "ssh-ed25519",
                                     "ssh-rsa",
                                     "xpub"});

// {AQAAABAAAAAQ...}: Jenkins, Maven.
bool is_base64_in_braces(std::string_view value) {
  constexpr std::size_t kMin = 16;
  return value.size() >= kMin && value.front() == '{' && value.back() == '}' &&
         std::ranges::all_of(value.substr(1, value.size() - 2), [](char c) {
           return is_letter(c) || is_digit(c) || c == '+' || c == '/' ||
                  c == '=';
         });
}

// Of Spring, Dovecot and LDAP for passwords as they are, of SAS for ones that
// anybody can read; of Laravel for a key's bytes.
constexpr auto kOpenSchemes = std::to_array<std::string_view>(
    {"base64:", "{clear}", "{cleartext}", "{noop}", "{plain}", "{sas001}",
     "{sas002}"});

bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_lower_word(char c) { return is_digit(c) || is_lower(c); }

// Whether `value` is `start` and then `size` of a kind.
template <typename Is>
bool is_of(std::string_view value, std::string_view start, std::size_t size,
           Is is) {
  return value.size() == start.size() + size && value.starts_with(start) &&
         std::ranges::all_of(value.substr(start.size()), is);
}

// Of browsers: Datadog, Adyen, Paddle, Braintree.
bool is_client_key(std::string_view value) {
  if (is_of(value, "pub", 32, is_lower_hex)) return true;
  for (const std::string_view start : {"live_", "test_"}) {
    if (is_of(value, start, 27, is_lower_word)) return true;
    if (is_of(value, start, 32,
              [](char c) { return is_digit(c) || is_upper(c); }))
      return true;
  }
  for (const std::string_view start : {"production_", "sandbox_"})
    if (is_of(value, start, 25,
              [](char c) { return is_lower_word(c) || c == '_'; }))
      return value[start.size() + 8] == '_';
  return false;
}

}  // namespace

bool is_password_hash(std::string_view value) {
  constexpr auto kStarts = std::to_array<std::string_view>({"$1$",
                                                            "$2a$",
                                                            "$2b$",
                                                            "$2x$",
                                                            "$2y$",
                                                            "$5$",
                                                            "$6$",
                                                            "$7$",
                                                            "$H$",
                                                            "$P$",
                                                            "$S$",
                                                            "$apr1$",
                                                            "$argon2",
                                                            "$pbkdf2",
                                                            "$scrypt",
                                                            "$sha1$",
                                                            "$y$",
                                                            "bcrypt$",
                                                            "bcrypt_sha256$",
                                                            "hmacsha1+",
                                                            "hmacsha2+",
                                                            "md5$",
                                                            "pbkdf2_",
                                                            "pbkdf2:",
                                                            "scrypt:",
                                                            "sha1$",
                                                            "sha256$",
                                                            "{argon2",
                                                            "{blf-crypt",
                                                            "{crypt}",
                                                            "{md5",
                                                            "{pbkdf2",
                                                            "{pkcs5",
                                                            "{sha",
                                                            "{smd5",
                                                            "{ssha"});
  return starts_caseless(value, kStarts);
}

std::string_view without_scheme(std::string_view value) {
  for (const std::string_view scheme : kOpenSchemes)
    if (starts_caseless(value, scheme)) return value.substr(scheme.size());
  return value;
}

bool is_encrypted(std::string_view value) {
  if (is_base64_in_braces(value)) return true;
  // A sealed secret: "Ag" and the length of an RSA block, in base64.
  if (value.size() > 100 && value.starts_with("Ag")) return true;
  return starts_caseless(value, kEncryptedStarts);
}

bool is_public(std::string_view value) {
  if (is_client_key(value)) return true;
  return std::ranges::any_of(kPublicStarts, [&](std::string_view start) {
    return value.starts_with(start);
  });
}

}  // namespace sluice

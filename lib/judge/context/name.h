// The meaning of a name for the value that is assigned to it: `db.password` and
// `kApiSecret` mean that it is secret; `password_hint` and `publicKey` that it
// is not.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class NameSays : std::uint8_t {
  kNothing,   // the value is no secret, or of an unknown kind
  kPassword,  // a person or a generator made it up
  kSecret,    // either that or a random value
  kToken,     // a random value
  kSalt,      // a random value, maybe a short one
  kKey,       // maybe a random value that is secret: of unknown purpose
};

NameSays name_says(std::string_view name);

// Returns the name around the byte at text[at], which belongs to a name; at
// most kNameAround bytes of it on either side.
inline constexpr std::size_t kNameAround = 64;
std::string_view name_around(std::string_view text, std::size_t at);

// Whether a password is its own name, or that without a word for passwords:
// "bindPW: bindPW", "smtpPassword: smtp".
bool repeats_name(std::string_view name, std::string_view value);

// Whether the value is that of a user's name in the 240 bytes before text[at]:
// "user: nxrm" above "password: nxrm".
bool repeats_user(std::string_view text, std::size_t at,
                  std::string_view value);

}  // namespace sluice

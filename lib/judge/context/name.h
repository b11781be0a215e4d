// What a name says of the value that is assigned to it: `db.password` and
// `kApiSecret` say that it is secret; `password_hint` and `publicKey` that it
// is not. Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class NameSays : std::uint8_t {
  kNothing,   // the value is no secret, or of no kind known here
  kPassword,  // what a person or a generator made up
  kSecret,    // either that or a random value
  kToken,     // a random value
  kSalt,      // a random value, maybe a short one
  kKey,       // maybe a random value that is secret: of unknown purpose
};

NameSays name_says(std::string_view name);

// The name that the byte at text[at] belongs to, which is one of a name's; no
// more than kNameAround bytes of it on either side.
inline constexpr std::size_t kNameAround = 64;
std::string_view name_around(std::string_view text, std::size_t at);

}  // namespace sluice

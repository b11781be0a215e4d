// The text that replaces a secret.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "redact/text_format.h"

namespace sluice {

enum class RedactStyle : std::uint8_t {
  kLabel,  // [github-pat:1]
  kStars,  // ********
  kEmpty,  // nothing
};

struct RedactChoices {
  RedactStyle style = RedactStyle::kLabel;
  // The replacement has as many characters as the secret, and its line ends.
  bool keep_length = false;
};

// A secret and the text around it.
struct Spot {
  std::string_view rule;
  std::uint64_t number = 0;  // of the secret; 0 if it has none
  TextFormat format = TextFormat::kOther;
  bool in_string = false;  // of JSON; other formats do not set it
  std::string_view before;
  std::string_view secret;  // as it stands in the text
  std::string_view after;
};

// How many bytes of `before` and `after` count.
inline constexpr std::size_t kSpotBytes = 512;

// Returns what replaces the secret so that a text of the format stays valid: a
// value without quotes gets some where a label alone would be no value.
std::string replacement(const Spot& spot, const RedactChoices& choices);

}  // namespace sluice

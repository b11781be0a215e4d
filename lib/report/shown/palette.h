// The colours of what people read, as Select Graphic Rendition parameters.
// Chosen to be read on a light background as well as on a dark one: no yellow,
// no blue, no white.
#pragma once

#include <string_view>

namespace sluice {

inline constexpr std::string_view kBold = "1";
inline constexpr std::string_view kFaint = "2";
inline constexpr std::string_view kRuleColor = "35";      // magenta
inline constexpr std::string_view kSecretColor = "1;31";  // red

}  // namespace sluice

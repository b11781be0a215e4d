// Base64 (RFC 4648, section 4), with padding.
// Thread-safety: a pure function.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

std::string base64_encode(std::string_view bytes);

}  // namespace sluice

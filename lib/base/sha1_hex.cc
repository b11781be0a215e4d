#include "base/sha1_hex.h"

#include <sys/types.h>
// This header needs the declarations of the one above.
#include <sha1.h>

#include <array>
#include <cstdint>

namespace sluice {

std::string sha1_hex(std::string_view text) {
  std::array<char, SHA1_DIGEST_STRING_LENGTH> hex{};
  SHA1Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
           hex.data());
  return hex.data();
}

}  // namespace sluice

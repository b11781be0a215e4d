#include "decode/decoders.h"
#include "text/ascii.h"

namespace sluice {

std::optional<Decoded> decode_hex(std::string_view encoded) {
  if (encoded.empty() || encoded.size() % 2 != 0) return std::nullopt;
  Decoded decoded;
  decoded.text.reserve(encoded.size() / 2);
  for (std::size_t at = 0; at < encoded.size(); at += 2) {
    if (!is_hex(encoded[at]) || !is_hex(encoded[at + 1])) return std::nullopt;
    decoded.text += static_cast<char>(hex_value(encoded[at]) << 4 |
                                      hex_value(encoded[at + 1]));
  }
  decoded.map.add(0, {0, encoded.size()}, 1, 2);
  return decoded;
}

}  // namespace sluice

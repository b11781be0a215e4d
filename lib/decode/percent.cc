#include "decode/decoders.h"
#include "decode/text_builder.h"
#include "text/ascii.h"

namespace sluice {

Decoded decode_percent(std::string_view encoded) {
  TextBuilder out(encoded);
  constexpr std::size_t kSize = 3;
  for (std::size_t at = encoded.find('%'); at < encoded.size();
       at = encoded.find('%', at)) {
    if (encoded.size() - at < kSize || !is_hex(encoded[at + 1]) ||
        !is_hex(encoded[at + 2])) {
      ++at;
      continue;
    }
    out.keep_to(at);
    const char byte = static_cast<char>(hex_value(encoded[at + 1]) << 4 |
                                        hex_value(encoded[at + 2]));
    out.replace(kSize, {&byte, 1});
    at += kSize;
    // In a form a blank is a plus; between escapes it is hardly one of base64.
    if (encoded.substr(at).starts_with("+%")) {
      out.replace(1, " ");
      ++at;
    }
  }
  return out.finish();
}

}  // namespace sluice

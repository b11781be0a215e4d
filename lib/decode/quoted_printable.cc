#include "decode/decoders.h"
#include "decode/text_builder.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Returns the size of a line end at the start of `text`, with the blanks before
// it that some mail program has added. Returns 0 if there is none.
std::size_t line_end_at(std::string_view text) {
  std::size_t at = 0;
  constexpr std::size_t kMostBlanks = 8;
  while (at < text.size() && at < kMostBlanks &&
         (text[at] == ' ' || text[at] == '\t'))
    ++at;
  if (at < text.size() && text[at] == '\r') ++at;
  return at < text.size() && text[at] == '\n' ? at + 1 : 0;
}

}  // namespace

Decoded decode_quoted_printable(std::string_view encoded) {
  TextBuilder out(encoded);
  for (std::size_t at = encoded.find('='); at < encoded.size();
       at = encoded.find('=', at)) {
    const std::string_view behind = encoded.substr(at + 1);
    if (const std::size_t end = line_end_at(behind); end != 0) {
      out.keep_to(at);
      out.replace(1 + end, {});
      at += 1 + end;
    } else if (behind.size() >= 2 && is_hex(behind[0]) && is_hex(behind[1])) {
      out.keep_to(at);
      const char byte =
          static_cast<char>(hex_value(behind[0]) << 4 | hex_value(behind[1]));
      out.replace(3, {&byte, 1});
      at += 3;
    } else {
      ++at;
    }
  }
  return out.finish();
}

}  // namespace sluice

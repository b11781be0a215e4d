// Encoded text, from any bytes: nothing throws, places are inside the text and
// in order, and the encoded bytes of each place decode to the text of this
// place.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "decode/decoders.h"
#include "decode/encoded_text.h"
#include "decode/marks.h"
#include "decode/stretches.h"

using namespace sluice;

namespace {

void check_map(const Decoded& decoded, std::size_t size) {
  if (decoded.text.empty()) return;
  std::size_t before = 0;
  for (std::size_t at = 0; at < decoded.text.size(); ++at) {
    const SourceRange range = decoded.map.source_of({at, at + 1});
    SLUICE_CHECK(range.begin < range.end && range.end <= size);
    SLUICE_CHECK(range.begin >= before);
    before = range.begin;
  }
}

void check_span(std::string_view text, const EncodedSpan& span) {
  SLUICE_CHECK(span.range.begin <= span.range.end &&
               span.range.end <= text.size());
  constexpr std::size_t kMost = 1 << 16;
  const auto decoded = decode_span(text, span, kMost);
  if (!decoded) return;
  SLUICE_CHECK(decoded->decoded.text.size() <= text.size() + kMost);
  if (decoded->decoded.text.size() < 4096)
    check_map(decoded->decoded, span.range.end - span.range.begin);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Decoded& decoded :
       {decode_percent(text), decode_backslash(text), decode_html(text),
        decode_quoted_printable(text), decode_markup(text)}) {
    SLUICE_CHECK(decoded.text.size() <= text.size());
    if (size < 4096) check_map(decoded, size);
  }
  if (const auto decoded = decode_base64(text); decoded && size < 4096)
    check_map(*decoded, size);
  if (const auto decoded = decode_hex(text); decoded && size < 4096)
    check_map(*decoded, size);
  if (is_packed(text)) (void)unpack(text, 1 << 16);
  for (const Escapes escapes : {Escapes::kAll, Escapes::kRows}) {
    Marks marks;
    find_marks(text, 0, size, escapes, &marks);
    for (const SourceRange& run : marks.runs) {
      if (const auto head = encoded_head(text, run)) {
        (void)is_continuation(text, *head);
        check_span(text, with_lines(text, *head));
      }
      (void)decode_value(text, run);
    }
    for (const EncodedSpan& span : stretches_of(text, marks.triggers))
      check_span(text, span);
  }
  return 0;
}

// Encodings of any bytes: UTF-16 in pieces decodes like the whole, escapes and
// base64 can be undone, and text that is made safe for a place is safe.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "scan/text/encoding.h"
#include "text/base64.h"
#include "text/escape.h"
#include "text/line_cursor.h"
#include "text/utf16.h"
#include "text/utf8.h"

using namespace sluice;

namespace {

std::string decode_whole(std::string_view bytes, ByteOrder order) {
  std::string text(2 * bytes.size() + 3, '\0');
  const DecodedStep step =
      decode_utf16(bytes, order, true, text.data(), text.size());
  SLUICE_CHECK(step.read == bytes.size());
  text.resize(step.written);
  return text;
}

// In pieces of at most `most` bytes, into as much room and the three bytes that
// may stay free.
std::string decode_in_pieces(std::string_view bytes, ByteOrder order,
                             std::size_t most) {
  const std::size_t room = most + 3;
  const auto out = std::make_unique<char[]>(room);
  std::string text;
  for (std::size_t given = 0; !bytes.empty();) {
    given = std::min(bytes.size(), given + most);
    const DecodedStep step = decode_utf16(
        bytes.substr(0, given), order, given == bytes.size(), out.get(), room);
    SLUICE_CHECK(step.read <= given && step.written <= room);
    text.append(out.get(), step.written);
    bytes.remove_prefix(step.read);
    given -= step.read;
  }
  return text;
}

void check_utf16(std::string_view bytes, std::size_t most) {
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string text = decode_whole(bytes, order);
    SLUICE_CHECK(is_utf8(text));
    SLUICE_CHECK(decode_in_pieces(bytes, order, most) == text);
    // A unit at the end of which half is there counts as whole.
    DecodedCursor cursor(0);
    SLUICE_CHECK(cursor.advance(text, 0, text.size()) ==
                 (bytes.size() + 1) / 2 * 2);
  }
}

void check_utf8(std::string_view bytes) {
  const std::string replaced = replace_invalid_utf8(bytes);
  SLUICE_CHECK(replaced.size() == bytes.size());
  SLUICE_CHECK(is_utf8(replaced));
  SLUICE_CHECK((replaced == bytes) == is_utf8(bytes));
  const std::string escaped = escape_invalid_utf8(bytes);
  SLUICE_CHECK(is_utf8(escaped));
  SLUICE_CHECK((escaped == bytes) || !is_utf8(bytes));
  const std::string shown = escape_for_terminal(bytes);
  SLUICE_CHECK(is_utf8(shown));
  for (std::string_view rest = shown; !rest.empty();) {
    const Utf8Char c = decode_utf8(rest);
    SLUICE_CHECK(c.size > 0 && !is_control(c.code));
    rest.remove_prefix(c.size);
  }
}

unsigned from_hex(char c) {
  return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10);
}

void check_percent(std::string_view bytes) {
  const std::string escaped = escape_percent(bytes, ":");
  SLUICE_CHECK(is_utf8(escaped) && escaped.find(':') == std::string::npos);
  std::string back;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '%') {
      back += escaped[i];
      continue;
    }
    SLUICE_CHECK(i + 2 < escaped.size());
    back += static_cast<char>(from_hex(escaped[i + 1]) * 16 +
                              from_hex(escaped[i + 2]));
    i += 2;
  }
  SLUICE_CHECK(back == bytes);
}

void check_base64(std::string_view bytes) {
  SLUICE_CHECK(base64_decode(base64_encode(bytes), Base64::kStandard) == bytes);
  for (const Base64 kind : {Base64::kStandard, Base64::kUrl, Base64::kEither}) {
    const auto decoded = base64_decode(bytes, kind);
    if (!decoded) continue;
    const auto room = std::make_unique<char[]>(decoded->size());
    const auto same = base64_decode(bytes, kind, {room.get(), decoded->size()});
    SLUICE_CHECK(same == *decoded);
  }
}

// Any steps lead to the place that counting leads to.
void check_lines(std::string_view text, std::size_t most) {
  LineCursor steps;
  for (std::size_t at = 0; at < text.size(); at += most)
    steps.advance(text, 0, at);
  const LineCursor::LineColumn place = steps.advance(text, 0, text.size());
  const auto newlines =
      static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  SLUICE_CHECK(place.line == newlines + 1);
  SLUICE_CHECK(place.column == text.size() - (text.rfind('\n') + 1) + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  const std::size_t most = 1U + data[0];
  check_utf16(text, most);
  check_utf8(text);
  check_percent(text);
  check_base64(text);
  check_lines(text, most);
  const FileHead head = sniff_head(text);
  SLUICE_CHECK(head.mark <= text.size());
  SLUICE_CHECK(!is_decoded(head.encoding) || !head.binary);
  return 0;
}

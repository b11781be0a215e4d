// A delta is the size of its base, the size of the text that it makes, and
// instructions (Git's Documentation/gitformat-pack.txt):
//   1xxxxxxx  copy from the base; the bits say which bytes of the offset (4)
//             and of the size (3) follow, the others are 0; size 0 is 65,536
//   0xxxxxxx  the next x bytes of the delta; x = 0 is reserved
// All of it is foreign, so each size is compared with the bytes that are there.
#include "pack/delta.h"

#include <cstring>

namespace sluice {
namespace {

// Takes the bytes that the lowest `count` bits announce: a number, of which
// absent bytes are 0. Returns nothing if they are cut off.
std::optional<std::uint32_t> take_parts(unsigned bits, unsigned count,
                                        std::string_view* text) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < count; ++i) {
    if ((bits >> i & 1) == 0) continue;
    if (text->empty()) return std::nullopt;
    value |= std::uint32_t{static_cast<std::uint8_t>(text->front())} << 8 * i;
    text->remove_prefix(1);
  }
  return value;
}

}  // namespace

std::optional<std::uint64_t> take_varint(std::string_view* text) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    if (text->empty()) return std::nullopt;
    const auto byte = static_cast<std::uint8_t>(text->front());
    text->remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<Bytes> apply_delta(std::string_view base, std::string_view delta,
                                 std::size_t most) {
  const auto base_size = take_varint(&delta);
  const auto size = take_varint(&delta);
  if (!base_size || !size || *base_size != base.size() || *size > most)
    return std::nullopt;
  Bytes made = Bytes::of_size(static_cast<std::size_t>(*size));
  std::size_t filled = 0;
  while (!delta.empty()) {
    const auto code = static_cast<std::uint8_t>(delta.front());
    delta.remove_prefix(1);
    std::string_view piece;
    if ((code & 0x80U) != 0) {
      const auto offset = take_parts(code & 0xFU, 4, &delta);
      auto length = take_parts(code >> 4 & 7U, 3, &delta);
      if (!offset || !length) return std::nullopt;
      if (*length == 0) length = 0x10000;
      if (*offset > base.size() || *length > base.size() - *offset)
        return std::nullopt;
      piece = base.substr(*offset, *length);
    } else {
      if (code == 0 || code > delta.size()) return std::nullopt;
      piece = delta.substr(0, code);
      delta.remove_prefix(code);
    }
    if (piece.size() > made.size - filled) return std::nullopt;
    std::memcpy(made.data.get() + filled, piece.data(), piece.size());
    filled += piece.size();
  }
  if (filled != made.size) return std::nullopt;
  return made;
}

}  // namespace sluice

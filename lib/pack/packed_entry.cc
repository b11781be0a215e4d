// A head is a byte of kind and size, more bytes of the size, and for a delta
// the distance of its base or the base's name. In a distance, each byte that
// another one follows counts one more than its bits say.
#include "pack/packed_entry.h"

#include <algorithm>

namespace sluice {
namespace {

std::optional<std::uint8_t> take_byte(std::string_view* text) {
  if (text->empty()) return std::nullopt;
  const auto byte = static_cast<std::uint8_t>(text->front());
  text->remove_prefix(1);
  return byte;
}

std::optional<std::uint64_t> take_distance(std::string_view* text) {
  std::uint64_t value = 0;
  for (int i = 0; i < 9; ++i) {
    const std::optional<std::uint8_t> byte = take_byte(text);
    if (!byte) return std::nullopt;
    value = value << 7 | (*byte & 0x7FU);
    if (*byte < 0x80) return value;
    ++value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view kind_name(PackedKind kind) {
  switch (kind) {
    case PackedKind::kCommit:
      return "commit";
    case PackedKind::kTree:
      return "tree";
    case PackedKind::kTag:
      return "tag";
    case PackedKind::kBlob:
    case PackedKind::kOffsetDelta:
    case PackedKind::kNamedDelta:
      break;
  }
  return "blob";
}

std::optional<PackedEntry> read_packed_entry(std::string_view text,
                                             std::size_t id_size) {
  const std::size_t all = text.size();
  PackedEntry entry;
  std::optional<std::uint8_t> byte = take_byte(&text);
  if (!byte) return std::nullopt;
  const unsigned kind = *byte >> 4 & 7U;
  if (kind == 0 || kind == 5) return std::nullopt;
  entry.kind = static_cast<PackedKind>(kind);
  entry.size = *byte & 0xFU;
  for (unsigned shift = 4; *byte >= 0x80; shift += 7) {
    byte = take_byte(&text);
    if (!byte || shift > 53) return std::nullopt;
    entry.size |= std::uint64_t{*byte & 0x7FU} << shift;
  }
  if (entry.kind == PackedKind::kOffsetDelta) {
    const auto back = take_distance(&text);
    if (!back || *back == 0) return std::nullopt;
    entry.back = *back;
  } else if (entry.kind == PackedKind::kNamedDelta) {
    if (text.size() < id_size) return std::nullopt;
    entry.base.size = static_cast<std::uint8_t>(id_size);
    std::ranges::copy(text.substr(0, id_size), entry.base.bytes.begin());
    text.remove_prefix(id_size);
  }
  entry.head = all - text.size();
  return entry;
}

}  // namespace sluice

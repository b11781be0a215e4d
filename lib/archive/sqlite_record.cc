#include "archive/sqlite_record.h"

#include <array>

namespace sluice {
namespace {

// The sizes of numbers, by kind. 10 and 11 are no kinds.
constexpr std::uint64_t kNoKind = ~std::uint64_t{0};
constexpr std::array<std::uint64_t, 12> kNumbers = {
    0, 1, 2, 3, 4, 6, 8, 8, 0, 0, kNoKind, kNoKind};

std::uint64_t size_of(std::uint64_t kind) {
  return kind < kNumbers.size() ? kNumbers[kind] : (kind - 12) / 2;
}

}  // namespace

std::optional<std::uint64_t> read_varint(std::string_view bytes,
                                         std::size_t* at) {
  constexpr int kMost = 9;
  std::uint64_t value = 0;
  for (int i = 1; *at < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[(*at)++]);
    if (i == kMost) return value << 8 | byte;
    value = value << 7 | (byte & 0x7FU);
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::uint64_t kept_in_page(std::uint64_t size, std::uint64_t usable,
                           bool is_table) {
  constexpr std::uint64_t kLink = 4;
  const std::uint64_t most =
      is_table ? usable - 35 : (usable - 12) * 64 / 255 - 23;
  if (size <= most) return size;
  const std::uint64_t least = (usable - 12) * 32 / 255 - 23;
  const std::uint64_t kept = least + (size - least) % (usable - kLink);
  return kept > most ? least : kept;
}

RecordHead read_record_head(std::string_view bytes, std::uint64_t size,
                            std::vector<std::uint64_t>* ends) {
  std::size_t at = 0;
  const std::optional<std::uint64_t> head = read_varint(bytes, &at);
  if (!head) return RecordHead::kCut;
  if (*head < at || *head > size) return RecordHead::kWrong;
  const bool is_cut = *head > bytes.size();
  std::uint64_t end = *head;
  ends->assign({end});
  while (at < *head) {
    const std::optional<std::uint64_t> kind = read_varint(bytes, &at);
    if (!kind) return RecordHead::kCut;
    const std::uint64_t value = size_of(*kind);
    if (value > size - end) return RecordHead::kWrong;
    end += value;
    ends->push_back(end);
  }
  if (is_cut) return RecordHead::kCut;
  return at == *head && end == size ? RecordHead::kRight : RecordHead::kWrong;
}

}  // namespace sluice

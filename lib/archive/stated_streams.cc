#include "archive/stated_streams.h"

#include <algorithm>
#include <string>

#include "archive/held_bytes.h"
#include "archive/value_bytes.h"

namespace sluice {
namespace {

using Places = Result<std::vector<std::uint64_t>>;

std::uint64_t big_number(std::string_view bytes, std::size_t at,
                         std::size_t size) {
  return ValueBytes(bytes, true).number(at, size);
}

// A table of places of tables of clusters. An entry of the latter says whether
// its cluster is compressed.
Places clusters_of_qcow(const ByteSource& source, std::string_view head,
                        Unpacking& unpacking) {
  constexpr std::uint64_t kPlaceBits = 0x00FF'FFFF'FFFF'FE00;
  constexpr std::uint64_t kCompressed = std::uint64_t{1} << 62U;
  constexpr unsigned kLeastBits = 9;
  constexpr unsigned kMostBits = 21;
  constexpr std::uint64_t kMostTable = 32 << 20;
  constexpr std::size_t kEntry = 8;
  std::vector<std::uint64_t> places;
  const std::uint64_t bits = big_number(head, 20, 4);
  if (bits < kLeastBits || bits > kMostBits) return places;
  const std::uint64_t cluster = std::uint64_t{1} << bits;
  const std::uint64_t offset_bits = 62 - (bits - 8);
  SLUICE_TRY_ASSIGN(
      const std::string table,
      bytes_at(source, big_number(head, 40, 8),
               std::min(kMostTable, big_number(head, 36, 4) * kEntry)));
  for (std::size_t i = 0; i < table.size(); i += kEntry) {
    const std::uint64_t at = big_number(table, i, kEntry) & kPlaceBits;
    if (at == 0) continue;
    SLUICE_TRY_ASSIGN(const std::string entries, bytes_at(source, at, cluster));
    for (std::size_t k = 0; k < entries.size(); k += kEntry) {
      const std::uint64_t entry = big_number(entries, k, kEntry);
      if ((entry & kCompressed) == 0) continue;
      if (places.size() == kMostStated) return places;
      places.push_back(entry & ((std::uint64_t{1} << offset_bits) - 1));
    }
    if (!unpacking.add(0)) return fail(ErrorCode::kIo, "{}", unpacking.over());
  }
  return places;
}

// A number of Avro: seven bits a byte, the sign in the last bit. Moves `*at`
// after it; sets it to the end if there is none.
std::uint64_t take_number(std::string_view bytes, std::size_t* at) {
  constexpr unsigned kMostShift = 56;
  std::uint64_t value = 0;
  for (unsigned shift = 0; *at < bytes.size() && shift <= kMostShift;
       shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[(*at)++]);
    value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return value % 2 == 0 ? value / 2 : bytes.size();
  }
  *at = bytes.size();
  return 0;
}

// A map with the kind of compression, 16 bytes that end each block, and blocks:
// how many rows, how many bytes.
Places blocks_of_avro(const ByteSource& source, std::string_view head,
                      Unpacking& unpacking) {
  constexpr std::size_t kMark = 16;
  constexpr std::size_t kBlockHead = 20;
  std::vector<std::uint64_t> places;
  std::size_t at = 4;
  bool is_deflated = false;
  while (std::uint64_t count = take_number(head, &at)) {
    for (; count > 0 && at < head.size(); --count) {
      const auto take_text = [&] {
        const std::size_t size =
            std::min<std::uint64_t>(take_number(head, &at), head.size() - at);
        at += size;
        return head.substr(at - size, size);
      };
      const std::string_view name = take_text();
      if (take_text() == "deflate" && name == "avro.codec") is_deflated = true;
    }
  }
  if (!is_deflated) return places;
  for (std::uint64_t block = at + kMark;
       block < source.size() && places.size() < kMostStated;) {
    SLUICE_TRY_ASSIGN(const std::string begin,
                      bytes_at(source, block, kBlockHead));
    std::size_t of_data = 0;
    take_number(begin, &of_data);
    const std::uint64_t size = take_number(begin, &of_data);
    if (size == 0 || size > source.size() - block) break;
    places.push_back(block + of_data);
    block += of_data + size + kMark;
    if (!unpacking.add(0)) return fail(ErrorCode::kIo, "{}", unpacking.over());
  }
  return places;
}

}  // namespace

Places stated_streams(const ByteSource& source, std::string_view head,
                      Unpacking& unpacking) {
  if (head.starts_with("QFI\xFB"))
    return clusters_of_qcow(source, head, unpacking);
  if (head.starts_with("Obj\x01"))
    return blocks_of_avro(source, head, unpacking);
  return std::vector<std::uint64_t>();
}

}  // namespace sluice

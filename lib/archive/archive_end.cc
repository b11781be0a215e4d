// Of zip: APPNOTE.TXT 4.3.16 (end of central directory), which a comment may follow, and
// 4.3.14 (zip64's, of archives with more than 65,534 members), which stands
// before it. Of 7z: 7zFormat.txt, "SignatureHeader", behind which so many bytes and
// the header stand. Of cab: CFHEADER's cbCabinet.

#include "archive/archive_end.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace sluice {
namespace {

std::uint64_t little(std::string_view text, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(text[at + i]);
  return value;
}

constexpr std::size_t kEndRecord = 22;
constexpr std::string_view kSignature = "PK\x05\x06";

}  // namespace

std::optional<ZipEnd> zip_end(const ByteSource& bytes) {
  constexpr std::size_t kMostBehind = 64 * 1024 + 512;
  const std::size_t size =
      std::min<std::uint64_t>(bytes.size(), kEndRecord + kMostBehind);
  std::string tail(size, '\0');
  const Result<std::size_t> got =
      bytes.read_at(tail.data(), size, bytes.size() - size);
  if (!got || *got != size) return std::nullopt;
  const std::size_t at = tail.rfind(kSignature);
  if (at == tail.npos || size - at < kEndRecord) return std::nullopt;
  ZipEnd end{little(tail, at + 10, 2),
             bytes.size() - size + at + kEndRecord + little(tail, at + 20, 2)};
  const std::size_t wide = tail.rfind("PK\x06\x06", at);
  constexpr std::size_t kWideEnd = 56;
  if (end.members == 0xFFFF && wide != tail.npos && size - wide >= kWideEnd)
    end.members = little(tail, wide + 32, 8);
  return end;
}

std::optional<std::uint64_t> archive_end(const ByteSource& bytes,
                                         Packing packing) {
  if (packing == Packing::kZip) {
    const std::optional<ZipEnd> zip = zip_end(bytes);
    return zip ? std::optional(zip->end) : std::nullopt;
  }
  constexpr std::size_t kHead = 32;
  char head[kHead];
  if (bytes.read_at(head, kHead, 0).value_or(0) != kHead) return std::nullopt;
  const std::string_view text(head, kHead);
  if (packing == Packing::kSevenZip) {
    const std::uint64_t offset = little(text, 12, 8);
    const std::uint64_t size = little(text, 20, 8);
    if (offset > bytes.size() || size > bytes.size()) return std::nullopt;
    return kHead + offset + size;
  }
  if (packing == Packing::kCab) return little(text, 8, 4);
  return std::nullopt;
}

bool ends_as_zip(const ByteSource& bytes) {
  char tail[kEndRecord];
  if (bytes.size() < kEndRecord) return false;
  const Result<std::size_t> got =
      bytes.read_at(tail, kEndRecord, bytes.size() - kEndRecord);
  return got && *got == kEndRecord &&
         std::string_view(tail, kEndRecord).starts_with(kSignature) &&
         little({tail, kEndRecord}, 20, 2) == 0;
}

}  // namespace sluice

// zip: APPNOTE.TXT 4.3.16 (end of central directory), which a comment may
// follow, and 4.3.14 (zip64's, for archives with more than 65,534 members),
// which comes before it.

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

bool ends_as_zip(const ByteSource& bytes, std::string_view head) {
  // libarchive looks no further.
  constexpr std::size_t kTail = 16 * 1024;
  const std::size_t size = std::min<std::uint64_t>(bytes.size(), kTail);
  const std::uint64_t begin = bytes.size() - size;
  std::string read;
  std::string_view tail;
  if (head.size() >= bytes.size()) {
    tail = head.substr(begin, size);
  } else {
    read.resize(size);
    const Result<std::size_t> got = bytes.read_at(read.data(), size, begin);
    if (!got || *got != size) return false;
    tail = read;
  }
  for (std::size_t at = 0; (at = tail.find(kSignature, at)) != tail.npos;
       ++at) {
    if (size - at < kEndRecord) return false;
    const std::uint64_t list = little(tail, at + 12, 4);
    const std::uint64_t end = begin + at;
    if (little(tail, at + 10, 2) == 0 && list == 0 &&
        end + kEndRecord + little(tail, at + 20, 2) == bytes.size())
      return true;
    // The value is in zip64's record instead.
    constexpr std::uint64_t kElsewhere = 0xFFFFFFFF;
    if (list == kElsewhere && end + kEndRecord == bytes.size()) return true;
    constexpr std::string_view kEntry = "PK\1\2";
    char first[kEntry.size()];
    if (list >= kEntry.size() && list <= end &&
        bytes.read_at(first, sizeof first, end - list).value_or(0) ==
            sizeof first &&
        std::string_view(first, sizeof first) == kEntry)
      return true;
  }
  return false;
}

}  // namespace sluice

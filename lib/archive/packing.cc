// Signatures: file(1)'s and the formats' own documents (APPNOTE.TXT 4.3.7, RFC
// 1952, RFC 8878, the lz4 frame format, 7zFormat.txt, tar(5), cpio(5), ar(5),
// rpm's file format, ECMA-119 8.1, xar's header, git's gitformat-pack.txt and
// gitformat-bundle.txt, SQLite's file format).
//
// A tar from before POSIX has no signature: its header is one if the sum of its
// bytes is the number in it. lzma's header (lzma-file-format.txt of xz) proves
// too little: one of a million random files has one. So its name counts, too.

#include "archive/packing.h"

#include <algorithm>
#include <cstdint>

#include "archive/stream_texts.h"
#include "text/ascii.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct PackingSignature {
  std::string_view bytes;
  Packing packing;
};

constexpr PackingSignature kPackingSignatures[] = {
    {"PK\x03\x04"sv, Packing::kZip},
    {"PK\x05\x06"sv, Packing::kZip},            // without members
    {"PK\x07\x08PK\x03\x04"sv, Packing::kZip},  // of several parts, whole
    {"PK00PK\x03\x04"sv, Packing::kZip},
    {"7z\xBC\xAF\x27\x1C"sv, Packing::kSevenZip},
    {"Rar!\x1A\x07"sv, Packing::kRar},
    {"\x1F\x8B\x08"sv, Packing::kGzip},
    {"\xFD"
     "7zXZ\0"sv,
     Packing::kXz},
    {"\x28\xB5\x2F\xFD"sv, Packing::kZstd},
    {"\x04\x22\x4D\x18"sv, Packing::kLz4},
    {"LZIP\x01"sv, Packing::kLzip},
    {"MSCF\0\0\0\0"sv, Packing::kCab},
    {"\xED\xAB\xEE\xDB"sv, Packing::kRpm},
    {"PACK\0\0\0\x02"sv, Packing::kPack},
    {"PACK\0\0\0\x03"sv, Packing::kPack},
    {"# v2 git bundle\n"sv, Packing::kBundle},
    {"# v3 git bundle\n"sv, Packing::kBundle},
    {"SQLite format 3\0"sv, Packing::kSqlite},
    {"xar!\0"sv, Packing::kXar},  // and the size of a header below 256
};

// "BZh", a level, and a block or the end of a stream without one.
bool is_bzip2(std::string_view head) {
  return head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' &&
         head[3] <= '9' &&
         (head.substr(4, 6) == "\x31\x41\x59\x26\x53\x59"sv ||
          head.substr(4, 6) == "\x17\x72\x45\x38\x50\x90"sv);
}

// Two bytes, and the most bits of a code.
bool is_compress(std::string_view head) {
  if (head.size() < 3 || !head.starts_with("\x1F\x9D")) return false;
  const int bits = head[2] & 0x1F;
  return (head[2] & 0x60) == 0 && bits >= 9 && bits <= 16;
}

// Six digits, of which texts have some, and all the other fields in digits.
bool is_text_cpio(std::string_view head) {
  if (!head.starts_with("0707")) return false;
  const std::string_view kind = head.substr(0, 6);
  const bool octal = kind == "070707";
  if (!octal && kind != "070701" && kind != "070702") return false;
  const std::size_t size = octal ? 76 : 110;
  return head.size() >= size &&
         std::ranges::all_of(head.substr(0, size), [&](char c) {
           return octal ? c >= '0' && c <= '7' : is_hex(c);
         });
}

// Its first line, and the end of a member's header.
bool is_ar(std::string_view head) {
  constexpr std::string_view kFirst = "!<arch>\n";
  constexpr std::size_t kEnd = 66;
  return head == kFirst ||
         (head.starts_with(kFirst) &&
          head.substr(0, kEnd + 2).ends_with("`\n") && head.size() >= kEnd + 2);
}

// Two bytes in either order, and a name that ends with a NUL.
bool is_binary_cpio(std::string_view head) {
  constexpr std::size_t kHeader = 26;
  constexpr std::size_t kNameSize = 20;
  if (head.size() < kHeader) return false;
  const auto at = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(head[i]));
  };
  const bool little = head.starts_with("\xC7\x71");
  if (!little && !head.starts_with("\x71\xC7")) return false;
  const std::size_t name = little ? at(kNameSize) | at(kNameSize + 1) << 8
                                  : at(kNameSize) << 8 | at(kNameSize + 1);
  return name > 1 && kHeader + name <= head.size() &&
         head.substr(kHeader, name).find('\0') == name - 1;
}

bool is_tar(std::string_view head) {
  constexpr std::size_t kHeader = 512;
  constexpr std::size_t kSum = 148;
  constexpr std::size_t kSumSize = 8;
  if (head.size() < kHeader || head[0] == '\0') return false;
  if (head.substr(257, 5) == "ustar") return true;
  std::uint64_t said = 0;
  bool any = false;
  for (const char c : head.substr(kSum, kSumSize)) {
    if (c >= '0' && c <= '7') {
      said = said * 8 + static_cast<std::uint64_t>(c - '0');
      any = true;
    } else if (c != ' ' && c != '\0') {
      return false;
    } else if (any) {
      break;
    }
  }
  if (!any) return false;
  std::uint64_t sum = kSumSize * ' ';
  for (std::size_t i = 0; i < kHeader; ++i)
    if (i < kSum || i >= kSum + kSumSize)
      sum += static_cast<unsigned char>(head[i]);
  return sum == said;
}

// Bytes may come before it. A text that mentions it is none.
bool is_pdf(std::string_view head) {
  constexpr std::string_view kMark = "%PDF-";
  constexpr std::size_t kLatest = 1024;
  if (head.starts_with(kMark)) return true;
  const std::size_t at = head.substr(0, kLatest + kMark.size()).find(kMark);
  return at != head.npos && head.substr(0, 2 * kLatest).find('\0') != head.npos;
}

bool is_iso(std::string_view head) {
  return head.size() >= kPackingHead && head.substr(32'769, 5) == "CD001";
}

// A byte of properties, the size of the dictionary (2^n, or half as much again),
// and the unpacked size, or -1 if it is unknown.
bool is_lzma(std::string_view head) {
  constexpr std::size_t kHeader = 13;
  constexpr unsigned kMostProperties = 9 * 5 * 5;
  constexpr std::uint64_t kMostUnpacked = std::uint64_t{1} << 38;
  if (head.size() < kHeader) return false;
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i > 0; --i)
      value = value << 8 | static_cast<unsigned char>(head[at + i - 1]);
    return value;
  };
  const std::uint64_t dictionary = number(1, 4);
  const std::uint64_t lowest = dictionary & (~dictionary + 1);
  const std::uint64_t unpacked = number(5, 8);
  return number(0, 1) < kMostProperties && dictionary != 0 &&
         (dictionary == lowest || dictionary == lowest * 3) &&
         (unpacked < kMostUnpacked || ~unpacked == 0);
}

// A kind that has no signature: how its files' names end, and what its head is.
struct NamedKind {
  std::string_view ending;
  bool (*may_be)(std::string_view head);
  Packing packing;
};

constexpr NamedKind kNamedKinds[] = {
    {".lzma", is_lzma, Packing::kLzma},
    {".tlz", is_lzma, Packing::kLzma},
};

// zstd and lz4 may begin with `frames` bytes of other frames, which they skip.
// If these reach beyond the head, the file counts as zstd, whose
// parallel packer writes such frames.
std::optional<Packing> behind_frames(std::string_view head,
                                     std::uint64_t frames) {
  if (frames > head.size()) return Packing::kZstd;
  const std::string_view next = head.substr(frames);
  if (next.starts_with("\x28\xB5\x2F\xFD")) return Packing::kZstd;
  if (next.starts_with("\x04\x22\x4D\x18")) return Packing::kLz4;
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Packing packing) {
  switch (packing) {
    case Packing::kZip:
      return "zip archive";
    case Packing::kSevenZip:
      return "7z archive";
    case Packing::kRar:
      return "rar archive";
    case Packing::kTar:
      return "tar archive";
    case Packing::kCpio:
      return "cpio archive";
    case Packing::kAr:
      return "ar archive";
    case Packing::kCab:
      return "cab archive";
    case Packing::kIso:
      return "image of a disc";
    case Packing::kXar:
      return "xar archive";
    case Packing::kPack:
      return "pack of git";
    case Packing::kBundle:
      return "bundle of git";
    case Packing::kSqlite:
      return "database of SQLite";
    case Packing::kPdf:
      return "PDF file";
    case Packing::kGzip:
    case Packing::kBzip2:
    case Packing::kXz:
    case Packing::kLzma:
    case Packing::kZstd:
    case Packing::kLz4:
    case Packing::kLzip:
    case Packing::kCompress:
      return "compressed file";
    case Packing::kRpm:
      return "rpm package";
  }
  return "";
}

std::string_view short_name_of(Packing packing) {
  constexpr std::string_view kNames[] = {
      "zip",  "7z",   "rar",    "tar",    "cpio",     "ar",   "cab",   "iso",
      "xar",  "pack", "bundle", "sqlite", "pdf",      "gzip", "bzip2", "xz",
      "lzma", "zstd", "lz4",    "lzip",   "compress", "rpm"};
  return kNames[static_cast<std::size_t>(packing)];
}

bool is_read_from_any_place(Packing packing) {
  return packing == Packing::kZip || packing == Packing::kSevenZip ||
         packing == Packing::kIso || packing == Packing::kCab ||
         packing == Packing::kRar || packing == Packing::kXar ||
         packing == Packing::kPack || packing == Packing::kBundle ||
         packing == Packing::kSqlite || packing == Packing::kPdf;
}

std::optional<Packing> packing_of(std::string_view head,
                                  std::string_view name) {
  if (head.empty()) return std::nullopt;
  for (const PackingSignature& one : kPackingSignatures)
    if (head[0] == one.bytes[0] && head.starts_with(one.bytes))
      return one.packing;
  if (const std::uint64_t frames = skippable_frames(head); frames != 0)
    return behind_frames(head, frames);
  if (is_bzip2(head)) return Packing::kBzip2;
  if (is_compress(head)) return Packing::kCompress;
  if (is_pdf(head)) return Packing::kPdf;
  for (const NamedKind& kind : kNamedKinds)
    if (name.ends_with(kind.ending) && kind.may_be(head)) return kind.packing;
  if (is_text_cpio(head)) return Packing::kCpio;
  if (is_ar(head)) return Packing::kAr;
  // All others have NULs near their head, and texts have none.
  constexpr std::size_t kNear = 512;
  if (head.substr(0, kNear).find('\0') == head.npos) return std::nullopt;
  if (is_binary_cpio(head)) return Packing::kCpio;
  if (is_tar(head)) return Packing::kTar;
  if (is_iso(head)) return Packing::kIso;
  return std::nullopt;
}

}  // namespace sluice

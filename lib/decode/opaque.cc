#include "decode/opaque.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf16.h"
#include "text/utf8.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

// The signatures of archive/packing.cc, at most the bytes that 16 hexadecimal digits
// have. Its test has one of each kind.
constexpr auto kHeads = std::to_array<std::string_view>({
    "PK\x03\x04"sv,
    "PK\x05\x06"sv,
    "PK\x07\x08"sv,
    "PK00PK\x03\x04"sv,
    "7z\xBC\xAF"sv,
    "Rar!\x1A\x07"sv,
    "\x1F\x8B\x08"sv,
    "\xFD"
    "7zXZ\0"sv,
    "\x28\xB5\x2F\xFD"sv,
    "\x04\x22\x4D\x18"sv,
    "LZIP\x01"sv,
    "MSCF\0\0\0\0"sv,
    "\xED\xAB\xEE\xDB"sv,
    "PACK\0\0\0"sv,
    "xar!\0"sv,
    "BZh"sv,
    "SQLite f"sv,
    "\x5D\0\0"sv,
    "%PDF-"sv,
    "!<arch>\n"sv,
    "070707"sv,
    "070701"sv,
    "070702"sv,
    "# v2 git"sv,
    "# v3 git"sv,
});

// Whether one of them begins with a byte.
constexpr auto kHeadFirsts = [] {
  std::array<bool, 256> firsts{};
  for (const std::string_view head : kHeads)
    firsts[static_cast<unsigned char>(head.front())] = true;
  return firsts;
}();

bool is_sign(char c) {
  return is_printable(c) || is_blank(c) || c == '\n' || c == '\r';
}

// compress(1): two bytes, and the most bits of a code.
bool is_compress(std::string_view head) {
  return head.size() > 2 && head.starts_with("\x1F\x9D") &&
         (head[2] & 0x60) == 0 && (head[2] & 0x1F) >= 9 &&
         (head[2] & 0x1F) <= 16;
}

// The binary form of cpio: two bytes in either order, and after two more numbers the
// kind of a file.
bool is_binary_cpio(std::string_view head) {
  const bool little = head.starts_with("\xC7\x71");
  if (head.size() < kOpaqueHead || (!little && !head.starts_with("\x71\xC7")))
    return false;
  const auto kind = static_cast<unsigned char>(head[little ? 7 : 6]) >> 4U;
  return kind == 8 || kind == 4 || kind == 0xA;
}

// zstd's and lz4's frames that readers skip.
bool is_skippable(std::string_view head) {
  return head.size() >= 4 && (head[0] & '\xF0') == '\x50' &&
         head.substr(1).starts_with("\x2A\x4D\x18");
}

// A name that NULs fill up to 100 bytes, as a tar archive begins.
bool begins_as_tar(std::string_view head) {
  constexpr std::size_t kName = 100;
  head = head.substr(0, kName);
  const std::size_t name = head.find('\0');
  return name != head.npos && name > 0 &&
         std::ranges::all_of(head.substr(0, name), is_printable) &&
         head.find_first_not_of('\0', name) == head.npos;
}

constexpr std::size_t kMarkedHead = 12;  // as many bytes as 16 digits of base64

std::optional<ByteOrder> order_of(std::string_view head) {
  if (head.size() < kOpaqueHead) return std::nullopt;
  // Nearly all texts have an ASCII character among the first ones; other bytes have
  // none.
  const auto has_ascii_at = [&](std::size_t odd) {
    for (std::size_t i = 2; i + 1 < std::min(head.size(), kMarkedHead); i += 2)
      if (head[i + odd] == '\0' && is_sign(head[i + 1 - odd])) return true;
    return false;
  };
  if (head.starts_with("\xFF\xFE") && has_ascii_at(1))
    return ByteOrder::kLittle;
  if (head.starts_with("\xFE\xFF") && has_ascii_at(0)) return ByteOrder::kBig;
  const auto has_nuls_at = [&](std::size_t odd) {
    for (std::size_t i = 0; i < kOpaqueHead; ++i)
      if (i % 2 == odd ? head[i] != '\0' : !is_sign(head[i])) return false;
    return true;
  };
  if (has_nuls_at(1)) return ByteOrder::kLittle;
  if (has_nuls_at(0)) return ByteOrder::kBig;
  return std::nullopt;
}

}  // namespace

bool is_text(std::string_view bytes) {
  constexpr std::size_t kOddOneIn = 32;
  std::size_t odd = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80) {
      odd += is_sign(bytes[at]) ? 0U : 1U;
      ++at;
      continue;
    }
    const std::size_t size = decode_utf8(bytes.substr(at)).size;
    odd += size == 0 ? 1U : 0U;
    at += std::max<std::size_t>(size, 1);
  }
  return odd * kOddOneIn <= bytes.size();
}

bool may_begin_container(std::string_view head) {
  if (head.empty()) return false;
  const bool is_known = kHeadFirsts[static_cast<unsigned char>(head.front())] &&
                        std::ranges::any_of(kHeads, [&](std::string_view one) {
                          return head.starts_with(one);
                        });
  return is_known || is_skippable(head) || is_compress(head) ||
         is_binary_cpio(head) || begins_as_tar(head);
}

bool may_begin_utf16(std::string_view head) {
  return order_of(head).has_value();
}

std::optional<std::string> text_of_utf16(std::string_view bytes) {
  const std::optional<ByteOrder> order = order_of(bytes);
  if (!order) return std::nullopt;
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    bytes.remove_prefix(2);
  // A unit has two bytes, and three in UTF-8 at most.
  std::string text(bytes.size() / 2 * 3 + 3, '\0');
  text.resize(
      decode_utf16(bytes, *order, true, text.data(), text.size()).written);
  if (!is_text(text)) return std::nullopt;
  return text;
}

}  // namespace sluice

// What the head of a file says of how to read it.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class Encoding : std::uint8_t {
  kBytes,  // matched as it stands: UTF-8, or whatever keeps ASCII
  kUtf16Little,
  kUtf16Big,
  kUtf32,  // not decoded: its bytes are matched as they stand
};

inline bool is_utf16(Encoding encoding) {
  return encoding == Encoding::kUtf16Little || encoding == Encoding::kUtf16Big;
}

struct FileHead {
  Encoding encoding = Encoding::kBytes;
  std::size_t mark = 0;  // bytes of the byte-order mark that stands first
  bool binary = false;
};

// How many bytes of the head are looked at.
inline constexpr std::size_t kSniffBytes = 8000;

// `head` holds the first kSniffBytes or more, or the whole file.
FileHead sniff_head(std::string_view head);

}  // namespace sluice

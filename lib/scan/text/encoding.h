// Determines from the head of a file how to read it.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

enum class TextEncoding : std::uint8_t {
  kBytes,  // matched unchanged: UTF-8, or any encoding that keeps ASCII
  kUtf16Little,
  kUtf16Big,
  kUtf32,  // not decoded: its bytes are matched unchanged
};

inline bool is_utf16(TextEncoding encoding) {
  return encoding == TextEncoding::kUtf16Little ||
         encoding == TextEncoding::kUtf16Big;
}

struct FileHead {
  TextEncoding encoding = TextEncoding::kBytes;
  std::size_t mark = 0;  // bytes of the byte-order mark at the beginning
  bool binary = false;
};

// How many bytes of the head are examined.
inline constexpr std::size_t kSniffBytes = 8000;

// `head` contains the first kSniffBytes or more, or the whole file.
FileHead sniff_head(std::string_view head);

}  // namespace sluice

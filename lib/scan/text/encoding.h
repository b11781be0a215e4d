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
  kUtf32Little,
  kUtf32Big,
};

// Whether the text that is matched has other bytes than the file.
inline bool is_decoded(TextEncoding encoding) {
  return encoding != TextEncoding::kBytes;
}

// Returns how many bytes a unit of a decoded text has in the file.
inline std::size_t unit_bytes(TextEncoding encoding) {
  return encoding == TextEncoding::kUtf32Little ||
                 encoding == TextEncoding::kUtf32Big
             ? 4
             : 2;
}

struct FileHead {
  TextEncoding encoding = TextEncoding::kBytes;
  std::size_t mark = 0;  // bytes of the byte-order mark at the beginning
  bool binary = false;
  // A program or a library of Linux, Windows or macOS, of Java, Python, Android or
  // WebAssembly, whatever its name says.
  bool program = false;
};

// How many bytes of the head are examined.
inline constexpr std::size_t kSniffBytes = 8000;

// `head` contains the first kSniffBytes or more, or the whole file.
FileHead sniff_head(std::string_view head);

}  // namespace sluice

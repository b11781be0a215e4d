// Tells what bytes that are no text may be, once an encoding is taken off: a
// container, which lib/archive opens, or text in UTF-16.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// Whether nearly all of the bytes are text.
bool is_text(std::string_view bytes);

// Whether a container or a compressed file may begin so (archive/packing.h). A few
// of its bytes suffice; with fewer than kOpaqueHead, more may begin so.
inline constexpr std::size_t kOpaqueHead = 8;
bool may_begin_container(std::string_view head);

// Whether the bytes may be text in UTF-16: they begin with a byte-order mark, or
// with ASCII characters between NULs.
bool may_begin_utf16(std::string_view head);

// The bytes in UTF-8; nothing if they are no text in UTF-16.
std::optional<std::string> text_of_utf16(std::string_view bytes);

}  // namespace sluice

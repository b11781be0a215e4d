// A pattern with fewer groups that capture. RE2's NFA keeps the places of all
// groups for each of its threads, so that its time and memory grow with the
// product of a pattern's size and its groups.
// Thread-safety: pure function.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

// `regex`, in RE2's syntax, in which the groups `first` to `last`, counted from
// 1, capture as before, and the others become (?:...). It matches the same
// texts.
std::string keep_captures(std::string_view regex, std::uint32_t first,
                          std::uint32_t last);

}  // namespace sluice

// Numbers for people.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

// With commas: "1,204".
std::string group_digits(std::uint64_t number);

// "1 file", "1,204 files".
std::string counted(std::uint64_t number, std::string_view one,
                    std::string_view many);

// Bytes in binary units with one place: "512 B", "18.3 MiB".
std::string format_bytes(std::uint64_t bytes);

}  // namespace sluice

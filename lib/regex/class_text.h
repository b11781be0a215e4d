// A character class of a pattern, by its text.
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Returns the place after the class, [^a-z], that opens at `at`, or
// regex.size() if it is not closed. Any bytes are accepted.
std::size_t end_of_class(std::string_view regex, std::size_t at);

}  // namespace sluice

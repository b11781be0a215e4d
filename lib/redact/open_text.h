// How much of a text may be passed on although more of it is to come.
// Thread-safety: a pure function. Cost: linear.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Returns the size of the beginning of `text` that no later byte can make part
// of a secret: whole lines, up to the first that begins something which goes on
// after the end of `text`. This is a key block, a base64 text in lines, or a
// line whose last character says that it goes on.
std::size_t closed_size(std::string_view text);

}  // namespace sluice

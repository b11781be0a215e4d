// A made-up text to measure rules on.
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <string>

namespace sluice {

// `bytes` of what trees of source code are made of: code in several languages,
// settings, logs, documents, data in hexadecimal and base64, one long line. The
// same at every call. Words that rules look for stand in it as often as in such
// trees; secrets do not.
std::string made_up_sample(std::size_t bytes);

}  // namespace sluice

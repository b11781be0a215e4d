// A made-up text to measure rules on.
// Thread-safety: pure function.
#pragma once

#include <cstddef>
#include <string>

namespace sluice {

// Makes `bytes` of text that resembles trees of source code: code in several
// languages, settings, logs, documents, data in hexadecimal and base64, one
// long line. Every call returns the same text. The words that rules search for
// occur as often as in such trees; secrets do not occur.
std::string made_up_sample(std::size_t bytes);

}  // namespace sluice

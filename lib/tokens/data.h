// The files of data/ that the build embeds.
// Thread-safety: constants.
#pragma once

#include <string_view>

namespace sluice {

// data/cl100k_pairs.bin: data/README.md explains how it is built.
extern const std::string_view kTokenPairs;

// data/words.txt: a word a line, in their order.
extern const std::string_view kDictionaryWords;

}  // namespace sluice

// Masks tokens in text that may contain names: paths in reports, in the
// coverage and in messages. One function for all of them.
// Thread-safety: any thread may call it.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// Returns `text` with the tokens masked that the default rules find in names
// (scan/find/name_finder.h). A text without anything like a token costs one pass
// over it. The first other one has the rules prepared, which takes milliseconds.
std::string masked_tokens(std::string_view text);

}  // namespace sluice

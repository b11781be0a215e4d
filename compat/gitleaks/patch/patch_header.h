// Reads what `git log` prints about a commit before its changes.
// Thread-safety: a pure function.
#pragma once

#include <optional>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

// `text` is in git's medium format with dates as --date=raw has them, from the
// line "commit ID" on. The date comes out in UTC; the message is whole, its
// title joined to one line. Nothing if it is not understood.
std::optional<Commit> read_patch_header(std::string_view text);

}  // namespace sluice

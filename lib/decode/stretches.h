// The stretches of a text in which escapes are decoded: around those that pay,
// as far as a secret and its name can reach.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "decode/encoded_text.h"
#include "decode/marks.h"

namespace sluice {

// How far a stretch reaches before an escape, and after it.
inline constexpr std::size_t kBeforeEscape = 512;
inline constexpr std::size_t kBehindEscape = 1024;

// The stretches around `triggers`, which are in order. Stretches of one
// encoding do not overlap.
std::vector<EncodedSpan> stretches_of(std::string_view text,
                                      std::span<const Trigger> triggers);

}  // namespace sluice

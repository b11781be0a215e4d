// The memory of findings, for the code that bounds it.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>

#include "finding/finding.h"

namespace sluice {

// In bytes, counted by their content, so that equal findings count alike.
std::uint64_t size_of(const Finding& finding);
std::uint64_t size_of(const Dropped& dropped);
std::uint64_t size_of(const FileReport& report);

}  // namespace sluice

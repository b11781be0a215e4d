// How a command that scans closes itself in (sandbox/sandbox.h).
// Thread-safety: called once, by the only thread that there is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice {

// kAuto: as far as the kernel can; kOn: not at all is an error.
enum class SandboxMode : std::uint8_t { kAuto, kOn, kOff };

// Lets the process write to `writable` and below alone, run git alone, and so
// on. Gives what is in force, in words. Error: kUsage, if that is not all and
// `mode` is kOn.
Result<std::string> close_in(SandboxMode mode,
                             std::vector<std::string> writable);

}  // namespace sluice

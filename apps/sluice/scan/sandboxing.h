// How a command that scans restricts its own rights (sandbox/sandbox.h).
// Thread-safety: called once, before any other thread starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

// kAuto restricts as far as the kernel can. With kOn, it is an error if the
// kernel cannot enforce everything.
enum class SandboxMode : std::uint8_t { kAuto, kOn, kOff };

// Reads "auto", "on" or "off", the values of --sandbox and of SLUICE_SANDBOX.
// Returns nothing for any other word.
std::optional<SandboxMode> sandbox_mode(std::string_view word);

// The value of SLUICE_SANDBOX, for commands without the option; kAuto for any
// other word.
SandboxMode sandbox_by_variable();

// Lets the process write only to `writable` and below, run only git, and so on.
// Returns a description of the restrictions in force. Error: kUsage if `mode`
// is kOn and the kernel cannot enforce everything.
Result<std::string> close_in(SandboxMode mode,
                             std::vector<std::string> writable);

}  // namespace sluice

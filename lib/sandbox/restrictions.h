// Which files may be written and run, by Landlock, and which system calls may
// be made, by seccomp. Thread-safety and errors: sandbox.h.
#pragma once

#include <linux/filter.h>

#include <span>
#include <string>

#include "sandbox/sandbox.h"

namespace sluice {

// Refuses everything that `needs` does not name. Returns the reason if that
// failed; `*gap` names the part that stays open nevertheless.
std::string restrict_files(const SandboxNeeds& needs, std::string* gap);

// The filter that the kernel runs for each call.
std::span<const sock_filter> call_filter();

// Gives the reason if it could not.
std::string restrict_calls();

}  // namespace sluice

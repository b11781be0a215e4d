// Which system calls may be made, by seccomp.
// Thread-safety and errors: sandbox.h.
#pragma once

#include <linux/filter.h>

#include <span>
#include <string>

namespace sluice {

// The filter that the kernel runs for each call.
std::span<const sock_filter> call_filter();

// Gives the reason if it could not.
std::string restrict_calls();

}  // namespace sluice

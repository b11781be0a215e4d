// Which system calls may be made, by seccomp.
// Thread-safety and errors: sandbox.h.
#pragma once

#include <string>

namespace sluice {

// Gives the reason if it could not.
std::string restrict_calls();

}  // namespace sluice

// Which files may be written and run, by Landlock.
// Thread-safety and errors: sandbox.h.
#pragma once

#include <string>

#include "sandbox/sandbox.h"

namespace sluice {

// Refuses what `needs` does not name. Gives the reason if it could not; `*gap`
// says what is open all the same.
std::string restrict_files(const SandboxNeeds& needs, std::string* gap);

}  // namespace sluice

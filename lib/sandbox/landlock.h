// Which files may be written and run, by Landlock.
// Thread-safety and errors: sandbox.h.
#pragma once

#include <string>

#include "sandbox/sandbox.h"

namespace sluice {

// Refuses everything that `needs` does not name. Returns the reason if that
// failed; `*gap` names the part that stays open nevertheless.
std::string restrict_files(const SandboxNeeds& needs, std::string* gap);

}  // namespace sluice

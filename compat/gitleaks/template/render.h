// Runs a template.
// Thread-safety: as pure as the functions of functions.h.
#pragma once

#include <string>

#include "base/error.h"
#include "gitleaks/template/tree.h"

namespace sluice::go_template {

// `data` is the first value of the dot. Errors: kUsage, "NAME:LINE: why".
Result<std::string> render(const Template& parsed, const Value& data);

}  // namespace sluice::go_template

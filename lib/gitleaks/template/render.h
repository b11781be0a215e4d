// Runs a template.
// Thread-safety: a pure function, but for what functions.h says.
#pragma once

#include <string>

#include "base/error.h"
#include "gitleaks/template/tree.h"

namespace sluice::go_template {

// `data` is what the dot means at first. Errors: kUsage, "NAME:LINE: why".
Result<std::string> render(const Template& parsed, const Value& data);

}  // namespace sluice::go_template

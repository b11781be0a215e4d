// Templates: Go's and Helm's, Jinja and its kin, ERB, the expressions of GitHub.
// Thread-safety: a pure function. Cost: some bytes before the value are read.
#pragma once

#include <string_view>

namespace sluice {

// Whether `before`, the text of the line before a value, opens an action of a
// template and does not close it: {{- $password := include ". So the value is
// part of an expression. An object of a program, {{ name: "v" }}, is none.
bool in_template_action(std::string_view before);

}  // namespace sluice

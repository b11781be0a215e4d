// Parses a template in the language of Go's text/template, as far as reports
// need it: fields, variables, pipelines, functions (functions.h), `if`, `else
// if`, `else`, `range`, `with`, comments, trimmed blanks. The other words of
// the language (`define`, `template`, `block`, `break`, `continue`, methods)
// are errors that name the word.
// Thread-safety: a pure function.
#pragma once

#include <string_view>

#include "base/error.h"
#include "gitleaks/template/tree.h"

namespace sluice::go_template {

// `name` is the file's, for messages. Errors: kUsage, "NAME:LINE: why".
Result<Template> parse_template(std::string_view name, std::string_view text);

}  // namespace sluice::go_template

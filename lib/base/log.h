// Messages to the person who runs sluice, on standard error, one line each,
// that begin with "sluice: ". Findings and the coverage are not messages: they
// belong to the report. A message never contains a secret.
// Thread-safety: any thread may call all of it.
#pragma once

#include <string_view>

namespace sluice {

// Shows log_detail() from now on.
void log_verbosely();

void log_error(std::string_view message);

// For input that looks like a mistake (a misspelt variable, a key without
// effect): the program goes on.
void log_warning(std::string_view message);

// A step that the program takes; printed with --verbose only.
void log_detail(std::string_view message);

}  // namespace sluice

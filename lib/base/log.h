// Messages to the person who runs sluice, on standard error, one line each,
// that begin with "sluice: ". Findings and the coverage are not messages: they
// belong to the report. A message never contains a secret.
// Thread-safety: any thread may call all of it.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// Shows log_detail() from now on.
void log_verbosely();

// From now on, messages are what `mask` returns for them: a message may contain
// the name of a file, and the name a secret. To be called before any other
// thread begins.
void log_masked_by(std::string (*mask)(std::string_view));

void log_error(std::string_view message);

// For input that looks like a mistake (a misspelt variable, a key without
// effect): the program goes on.
void log_warning(std::string_view message);

// A step that the program takes; printed with --verbose only.
void log_detail(std::string_view message);

}  // namespace sluice

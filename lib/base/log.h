// Messages to the person who runs sluice, on standard error, one line each,
// headed "sluice: ". Findings and the coverage are not messages: they belong to
// the report. No secret may stand in a message.
// Thread-safety: all of it, from any thread.
#pragma once

#include <string_view>

namespace sluice {

// Shows log_detail() from now on.
void log_verbosely();

void log_error(std::string_view message);

// Something is not as it seems to be meant, and the program goes on.
void log_warning(std::string_view message);

// What is being done, for those who asked (-v).
void log_detail(std::string_view message);

}  // namespace sluice

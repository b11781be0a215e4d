// The time, for formats that ask for it.
// Thread-safety: any thread, as far as the environment is not changed.
#pragma once

#include <string>

namespace sluice {

// "2026-11-22T09:57:00", in UTC: now, or what SOURCE_DATE_EPOCH says, so that
// equal input can give equal bytes.
std::string report_time();

}  // namespace sluice

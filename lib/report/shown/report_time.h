// The time, for formats that need it.
// Thread-safety: any thread, while nobody changes the environment.
#pragma once

#include <string>

namespace sluice {

// "2026-11-22T09:57:00", in UTC: now, or SOURCE_DATE_EPOCH, so that equal input
// can give equal bytes.
std::string report_time();

}  // namespace sluice

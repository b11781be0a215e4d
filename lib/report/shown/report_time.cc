#include "report/shown/report_time.h"

#include <charconv>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace sluice {

std::string report_time() {
  std::time_t time = std::time(nullptr);
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text = fixed;
    std::time_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) time = value;
  }
  std::tm utc{};
  if (::gmtime_r(&time, &utc) == nullptr) return "1970-01-01T00:00:00";
  char out[32];
  out[std::strftime(out, sizeof out, "%Y-%m-%dT%H:%M:%S", &utc)] = '\0';
  return out;
}

}  // namespace sluice

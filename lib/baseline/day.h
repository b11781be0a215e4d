// Days of the calendar, in UTC: until when an entry of a baseline counts.
// Thread-safety: pure functions, apart from today(), which reads the clock.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

using Day = std::chrono::sys_days;

// Reads "2027-01-31"; nothing for another form, or a day that does not exist.
std::optional<Day> read_day(std::string_view text);

// Returns the day in the form that read_day() reads.
std::string day_text(Day day);

// Returns the day that it is now in UTC, so that every machine agrees.
Day today();

}  // namespace sluice

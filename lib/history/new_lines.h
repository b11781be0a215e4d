// Which findings stand on lines that an older version of the file does not
// have. Thread-safety: a pure function.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

// Takes out of `report->findings`, `report->mistyped` and `report->dropped`
// what is on lines of `text`, the file that was scanned, that each stand in one
// of `old`, too; such findings go to `report->covered`, so that they stay
// masked. A line that stands in the text more often than in all older versions
// is new where it is repeated.
void keep_new_lines(std::string_view text, std::span<const std::string> old,
                    FileReport* report);

}  // namespace sluice

// Finds the findings on lines that an older version of the file lacks.
// Thread-safety: a pure function.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace sluice {

// Compares the findings with `text`, the file that was scanned. A finding is
// not new if each of its lines also occurs in one of the texts in `old`. This
// takes such findings out of `report->findings`, `report->mistyped` and
// `report->dropped` and puts them into `report->covered`, so that they stay
// masked. A line that the text has more often than all older versions together
// is new where it is repeated.
void keep_new_lines(std::string_view text, std::span<const std::string> old,
                    FileReport* report);

}  // namespace sluice

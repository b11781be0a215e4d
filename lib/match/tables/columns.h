// Tables of text, a row on a line (CSV, RFC 4180, and its kin): which columns
// their first line names, and what stands in them.
// Thread-safety: pure functions. Ownership: results point into what was given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace sluice {

struct Columns {
  char delimiter = ',';
  std::vector<std::uint32_t> wanted;  // from 0, ascending; empty: none
};

// Lines with more bytes are no rows of a table worth reading.
inline constexpr std::size_t kLongestRow = longest(Assignment::kColumn);

// Which of `header`'s names end with one of `names` (lower case; in any case
// there). Ascending.
std::vector<std::uint32_t> wanted_of(std::span<const std::string_view> header,
                                     std::span<const std::string_view> names);

// The same of a table's first line, without its end. `delimiter` 0: the one of
// , ; tab | that stands there most often.
Columns columns_named(std::string_view header,
                      std::span<const std::string_view> names,
                      char delimiter = 0);

// The last field of a line that is none of comments: behind its last colon, or
// without one its last blank, or all of it. Without quotes and blanks around.
std::string_view last_field(std::string_view line);

// The cell of each wanted column of a row, without quotes and blanks around it.
// A row that ends within quotes goes on in the next line: its last cell is left
// out.
void cells_of(std::string_view row, const Columns& columns,
              std::vector<std::string_view>* cells);

}  // namespace sluice

// Tables in text, one row per line (CSV, RFC 4180, and related formats): the
// columns that their first line names, and the cells of these columns.
// Thread-safety: pure functions. Ownership: results point into the given text.
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
  std::vector<std::uint32_t> wanted;  // from 0, ascending; may be empty
};

// Longer lines are not rows of a table worth reading.
inline constexpr std::size_t kLongestRow = longest(Assignment::kColumn);

// Returns the columns of `header` whose names end with one of `names`, in
// ascending order. `names` are in lower case; the header may have any case.
std::vector<std::uint32_t> wanted_of(std::span<const std::string_view> header,
                                     std::span<const std::string_view> names);

// Finds the columns in the first line of a table, without its line end. If
// `delimiter` is 0, it is the most frequent of , ; tab | in this line.
Columns columns_named(std::string_view header,
                      std::span<const std::string_view> names,
                      char delimiter = 0);

// Returns the last field of a line that is not a comment: the text after its
// last colon, otherwise after its last blank, otherwise the whole line. Without
// quotes and blanks around it.
std::string_view last_field(std::string_view line);

// Returns the cell of each wanted column of a row, without quotes and blanks
// around it. If a row ends within quotes, it continues on the next line, so its
// last cell is left out.
void cells_of(std::string_view row, const Columns& columns,
              std::vector<std::string_view>* cells);

}  // namespace sluice

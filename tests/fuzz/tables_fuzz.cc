// Rows of tables, of any bytes: the fields of a line lie in it, in their order
// if the columns have one.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "match/tables/columns.h"
#include "match/tables/tables.h"

using namespace sluice;

namespace {

constexpr std::array<std::string_view, 3> kNames = {"password", "token", "a"};

void check_cells(std::string_view line, std::vector<std::string_view>* cells) {
  for (const std::string_view cell : *cells)
    SLUICE_CHECK(cell.empty() ||
                 (cell.data() >= line.data() &&
                  cell.data() + cell.size() <= line.data() + line.size()));
  cells->clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  PipeTable pipes;
  SqlRows rows;
  Columns columns;
  bool at_head = true;
  std::vector<std::string_view> cells;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    pipes.read(line, kNames, &cells);
    check_cells(line, &cells);
    rows.read(line, kNames, &cells);
    check_cells(line, &cells);
    if (at_head) columns = columns_named(line, kNames);
    SLUICE_CHECK(std::ranges::is_sorted(columns.wanted));
    if (!at_head) cells_of(line, columns, &cells);
    SLUICE_CHECK(cells.size() <= columns.wanted.size());
    check_cells(line, &cells);
    cells.push_back(last_field(line));
    check_cells(line, &cells);
    at_head = false;
  }
  return 0;
}

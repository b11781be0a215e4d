// Tables within other text: those of Markdown, and the rows that SQL's INSERT
// and COPY bring. Their columns have names, and this finds what stands below
// some of them, line by line.
// Thread-safety: each belongs to one text, which one thread reads at a time.
// Ownership: cells point into the line that was given.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "match/tables/columns.h"

namespace sluice {

// A table of Markdown.
class PipeTable {
 public:
  // Takes the text's next line, without its end, and gives the cells in it that
  // stand below a column whose name ends with one of `names` (lower case; in
  // any case there). A line of more than kLongestRow bytes ends a table.
  void read(std::string_view line, std::span<const std::string_view> names,
            std::vector<std::string_view>* cells);

  // Whether lines that do not begin with | may be left out.
  bool is_outside() const { return !inside_; }

 private:
  bool inside_ = false;
  Columns columns_;
};

// The rows of SQL. A row's brackets must stand on one line.
class SqlRows {
 public:
  // As PipeTable::read().
  void read(std::string_view line, std::span<const std::string_view> names,
            std::vector<std::string_view>* cells);

  bool is_outside() const { return place_ == State::kOutside; }

 private:
  enum class State : std::uint8_t {
    kOutside,
    kNames,   // behind INSERT INTO or COPY; the names of the columns are next
    kValues,  // behind them
    kCopy,    // behind COPY ... FROM; rows end with a line of "\."
  };

  // These add to `cells`.
  void read_rest(std::string_view line, std::span<const std::string_view> names,
                 std::vector<std::string_view>* cells);
  void read_groups(std::string_view line,
                   std::span<const std::string_view> names,
                   std::vector<std::string_view>* cells);

  State place_ = State::kOutside;
  Columns columns_;
};

}  // namespace sluice

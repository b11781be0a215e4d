// Tables within other text: those of Markdown, and rows of SQL's INSERT and
// COPY. Their columns have names, and this finds the values of some columns,
// line by line.
// Thread-safety: each belongs to one text, which one thread reads at a time.
// Ownership: cells point into the given line.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "match/tables/columns.h"

namespace sluice {

// A table of Markdown.
class PipeTable {
 public:
  // Reads the next line of the text, without its end, and returns its cells in
  // columns whose name ends with one of `names` (lower case; the table may have
  // any case). A line of more than kLongestRow bytes ends a table.
  void read(std::string_view line, std::span<const std::string_view> names,
            std::vector<std::string_view>* cells);

  // Whether lines that do not begin with | may be skipped.
  bool is_outside() const { return !inside_; }

 private:
  bool inside_ = false;
  Columns columns_;
};

// The rows of SQL. The brackets of a row must be on one line.
class SqlRows {
 public:
  // As PipeTable::read().
  void read(std::string_view line, std::span<const std::string_view> names,
            std::vector<std::string_view>* cells);

  bool is_outside() const { return place_ == State::kOutside; }

 private:
  enum class State : std::uint8_t {
    kOutside,
    kNames,   // after INSERT INTO or COPY: the names of columns
    kValues,  // after these names
    kCopy,    // after COPY ... FROM; a line of "\." ends it
  };

  // These add to `cells`.
  void read_rest(std::string_view line, std::span<const std::string_view> names,
                 std::vector<std::string_view>* cells);
  void read_groups(std::string_view line,
                   std::span<const std::string_view> names,
                   std::vector<std::string_view>* cells);
  // `header` has the names of the columns, which are `parts`.
  void read_header(std::string_view header,
                   std::vector<std::string_view>* parts,
                   std::span<const std::string_view> names);

  static constexpr std::size_t kLongestHeader = 256;  // that is kept

  State place_ = State::kOutside;
  Columns columns_;
  std::string header_;  // the last one; columns_.wanted are its columns
};

}  // namespace sluice

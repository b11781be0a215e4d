// The rows of a table of an SQLite database: first their lines, and then the
// large values, which are members of their own.
// Thread-safety: one thread at a time. Ownership: refers to the database.
// Memory: one row, and the text of one of its columns. Errors: as SqliteFile's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/sqlite_file.h"
#include "base/error.h"

namespace sluice {

class SqliteTable {
 public:
  static Result<std::unique_ptr<SqliteTable>> open(SqliteFile& file,
                                                   const std::string& name);

  // How many columns a row has at most.
  std::size_t columns() const { return columns_.size(); }

  // Reads the lines; 0 means the end.
  Result<std::size_t> read(char* buffer, std::size_t size);

  // Returns the name of the next large value, or nothing after the last.
  Result<std::optional<std::string>> next_value();
  // Reads it; 0 means the end.
  std::size_t read_value(char* buffer, std::size_t size);

  // Does not read the lines, but the large values.
  void pass_lines() { has_large_ = true; }

 private:
  SqliteTable(SqliteFile& file, std::string name,
              std::vector<std::string> columns);

  Result<void> begin();
  Result<bool> add_text();
  void add_column(std::size_t column);
  bool is_pair();
  SqliteRows::Value value(std::size_t column) {
    return rows_->value(static_cast<int>(column) + 1);
  }

  SqliteFile& file_;
  const std::string name_;
  const std::vector<std::string> columns_;
  // The columns of names and of values, if it has these.
  const std::optional<std::pair<std::size_t, std::size_t>> pair_;
  bool has_rowids_ = false;
  std::unique_ptr<SqliteRows> rows_;  // null before and after the reading
  std::uint64_t row_ = 0;             // its number, from 1
  std::size_t column_ = 0;            // the next one of the row
  bool in_row_ = false;
  bool has_columns_ = false;  // the line has one
  bool paired_ = false;       // the row's value stands beside its name
  bool ended_ = false;        // all lines were read
  bool has_large_ = false;    // there are large values
  std::string text_;          // not read yet from given_ on
  std::size_t given_ = 0;
  std::string_view large_;  // what is left of the large value
};

}  // namespace sluice

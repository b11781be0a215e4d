#include "archive/sqlite_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "archive/sqlite_row.h"
#include "text/ascii.h"

namespace sluice {

SqliteTable::SqliteTable(SqliteFile& file, std::string name,
                         std::vector<std::string> columns)
    : file_(file),
      name_(std::move(name)),
      columns_(std::move(columns)),
      pair_(names_and_values(columns_)) {}

Result<std::unique_ptr<SqliteTable>> SqliteTable::open(
    SqliteFile& file, const std::string& name) {
  SLUICE_TRY_ASSIGN(std::vector<std::string> columns, file.columns(name));
  std::unique_ptr<SqliteTable> table(
      new SqliteTable(file, name, std::move(columns)));
  SLUICE_TRY(table->begin());
  return table;
}

// Begins to read the rows in their own order, not by an index. A table without
// rowids has none to be asked for.
Result<void> SqliteTable::begin() {
  row_ = 0;
  column_ = columns_.size();
  std::string names;
  for (const std::string& column : columns_) names += ", " + sql_name(column);
  const std::string from =
      fmt::format("{} FROM main.{} NOT INDEXED", names, sql_name(name_));
  const auto is_column = [&](std::string_view name) {
    return std::ranges::any_of(columns_, [&](const std::string& column) {
      return std::ranges::equal(column, name, {}, lower);
    });
  };
  for (const std::string_view rowid : {"rowid", "_rowid_", "oid"}) {
    if (is_column(rowid)) continue;
    Result<std::unique_ptr<SqliteRows>> rows =
        file_.rows(fmt::format("SELECT {}{}", rowid, from));
    has_rowids_ = rows.has_value();
    if (rows) rows_ = std::move(*rows);
    if (rows) return {};
    break;
  }
  SLUICE_TRY_ASSIGN(rows_, file_.rows(fmt::format("SELECT 0{}", from)));
  return {};
}

Result<std::size_t> SqliteTable::read(char* buffer, std::size_t size) {
  while (given_ == text_.size() && !ended_) {
    text_.clear();
    given_ = 0;
    SLUICE_TRY_ASSIGN(const bool any, add_text());
    ended_ = !any;
  }
  const std::size_t some = text_.copy(buffer, size, given_);
  given_ += some;
  return some;
}

// Adds more of the lines. Returns false after the last.
Result<bool> SqliteTable::add_text() {
  if (rows_ == nullptr) return false;
  if (in_row_ && column_ < columns_.size()) {
    add_column(column_++);
    return true;
  }
  if (std::exchange(in_row_, false)) text_ = "}\n";
  SLUICE_TRY_ASSIGN(in_row_, rows_->step());
  if (!in_row_) rows_.reset();
  if (!in_row_) return !text_.empty();
  column_ = 0;
  has_columns_ = false;
  paired_ = is_pair();
  text_ += '{';
  return true;
}

// Whether the row is a name and a value beside it.
bool SqliteTable::is_pair() {
  constexpr std::size_t kLongest = 256;
  if (!pair_) return false;
  const SqliteRows::Value name = value(pair_->first);
  if (name.type != SqliteRows::Type::kText || name.bytes.empty() ||
      name.bytes.size() > kLongest)
    return false;
  const SqliteRows::Value of_name = value(pair_->second);
  return of_name.type != SqliteRows::Type::kNull && !is_member(of_name);
}

void SqliteTable::add_column(std::size_t column) {
  if (paired_ && column == pair_->first) return;
  const SqliteRows::Value one = value(column);
  if (one.type == SqliteRows::Type::kNull) return;
  if (is_member(one)) {
    has_large_ = true;
    return;
  }
  if (std::exchange(has_columns_, true)) text_ += ", ";
  const bool is_of_name = paired_ && column == pair_->second;
  add_json(is_of_name ? value(pair_->first).bytes : columns_[column], &text_);
  text_ += ": ";
  add_json(one, &text_);
}

Result<std::optional<std::string>> SqliteTable::next_value() {
  if (!has_large_) return std::nullopt;
  if (rows_ == nullptr) SLUICE_TRY(begin());
  for (;;) {
    for (; in_row_ && column_ < columns_.size(); ++column_) {
      const SqliteRows::Value one = value(column_);
      if (!is_member(one)) continue;
      large_ = one.bytes;
      const std::string row = has_rowids_ ? std::string(rows_->value(0).bytes)
                                          : fmt::format("{}", row_);
      return fmt::format("{}/{}", row, columns_[column_++]);
    }
    SLUICE_TRY_ASSIGN(in_row_, rows_->step());
    if (!in_row_) return std::nullopt;
    ++row_;
    column_ = 0;
  }
}

std::size_t SqliteTable::read_value(char* buffer, std::size_t size) {
  const std::size_t some = large_.copy(buffer, size);
  large_.remove_prefix(some);
  return some;
}

}  // namespace sluice

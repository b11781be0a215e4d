// An SQLite database that is read by libsqlite3 from a source of bytes, without
// a copy of it. Only this file uses libsqlite3.
//
// A database is foreign, and its schema is a program. So nothing of it runs:
// no view, trigger, function, virtual table or generated column. libsqlite3
// reads rows of tables, within the bounds of the Unpacking: time and bytes by a
// handler that libsqlite3 calls between its steps, memory as for all libraries.
//
// Rejected: sqlite3_deserialize(), which needs all bytes in memory, so that a
// database above some size would not be opened.
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place, and to the Unpacking. Errors: kIo, with only the
// reason, in words of our own or libsqlite3's fixed ones, never the database's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/unpacking.h"
#include "base/error.h"
#include "fs/byte_source.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sluice {

// Rows of a table with more bytes in one value are not read.
inline constexpr int kMostOfValue = 32 << 20;

class SqliteFile;

class SqliteRows {
 public:
  enum class Type : std::uint8_t { kNull, kNumber, kText, kBlob };
  struct Value {
    Type type = Type::kNull;
    std::string_view bytes;  // a number's digits; valid until the next step
  };

  SqliteRows(SqliteFile& file, sqlite3_stmt* statement)
      : file_(&file), statement_(statement) {}
  ~SqliteRows();
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;

  // Steps to the next row. Returns false after the last.
  Result<bool> step();
  Value value(int column);

 private:
  SqliteFile* file_;
  sqlite3_stmt* statement_;
};

class SqliteFile {
 public:
  SqliteFile(const ByteSource& source, Unpacking& unpacking)
      : source_(source), unpacking_(unpacking) {}
  ~SqliteFile();
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  Result<void> open();

  // Rows of a query, which names only tables of the database.
  Result<std::unique_ptr<SqliteRows>> rows(const std::string& query);

  // Whether the name is a table's, not a view's or a virtual table's.
  bool is_table(const std::string& name);

  // The columns that a table keeps, in their order.
  Result<std::vector<std::string>> columns(const std::string& table);

 private:
  friend class SqliteRows;

  tl::unexpected<Error> failure(int code);

  const ByteSource& source_;
  Unpacking& unpacking_;
  sqlite3* database_ = nullptr;
};

// The name in double quotes, for a query.
std::string sql_name(std::string_view name);

}  // namespace sluice

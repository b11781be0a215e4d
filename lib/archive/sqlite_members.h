// The members of an SQLite database:
//
//   sqlite_schema       the statements that made it
//   users               a table: a row is a line, an object of JSON
//   users/3/avatar      a value that is large or has lines: the row (its rowid, or its number in a
//                       table without rowids) and the column
//
// Objects of JSON, since a value is then beside its column's name in a form
// that the rules for assignments read, and escapes keep a row in one line. In a
// table of names and values ("key", "value") a value has the name that stands
// in its row: {"smtp_password": "..."}.
//
// Thread-safety, ownership, errors: as Members. The source can be read from any
// place.
#pragma once

#include <memory>

#include "archive/members.h"

namespace sluice {

std::unique_ptr<Members> open_sqlite(const ByteSource& source,
                                     Unpacking& unpacking);

}  // namespace sluice

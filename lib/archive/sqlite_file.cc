// libsqlite3 reads through a VFS of our own, which knows one file: the source
// of the thread that opens a database. It cannot be written, locked or deleted,
// and has neither a journal nor a WAL beside it.
//
// The first page may say that the database has a WAL (bytes 18 and 19 are 2).
// Then libsqlite3 would refuse a file system without shared memory, so it gets
// to read that there is none. The page also has the number of pages; a database
// that was cut off has fewer, and libsqlite3 would refuse all of it. So it gets
// to read 0 (bytes 28 to 31), which means that the file's size decides.

#include "archive/sqlite_file.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace sluice {
namespace {

constexpr char kVfs[] = "sluice";

// The source of the database that this thread opens.
thread_local const ByteSource* opening = nullptr;

struct SourceFile {
  sqlite3_file base;  // first, for libsqlite3
  const ByteSource* source;
};

Result<std::size_t> read_fully(const ByteSource& source, char* buffer,
                               std::size_t size, std::uint64_t at) {
  const UnpackScope pause(nullptr);  // a source may have memory of its own
  std::size_t filled = 0;
  while (filled < size) {
    SLUICE_TRY_ASSIGN(
        const std::size_t got,
        source.read_at(buffer + filled, size - filled, at + filled));
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

int read_file(sqlite3_file* file, void* buffer, int size, sqlite3_int64 at) {
  constexpr std::uint64_t kVersions = 18;  // to write, and to read
  constexpr std::uint64_t kPages = 28;
  const auto wanted = static_cast<std::size_t>(size);
  const auto begin = static_cast<std::uint64_t>(at);
  auto* const bytes = static_cast<char*>(buffer);
  Result<std::size_t> got = 0;
  try {
    got = read_fully(*reinterpret_cast<SourceFile*>(file)->source, bytes,
                     wanted, begin);
  } catch (const std::exception&) {
    return SQLITE_IOERR_READ;
  }
  if (!got) return SQLITE_IOERR_READ;
  std::memset(bytes + *got, 0, wanted - *got);
  for (std::size_t i = 0; i < *got && begin + i < kPages + 4; ++i) {
    const std::uint64_t place = begin + i;
    if (place >= kPages) bytes[i] = 0;
    if (place >= kVersions && place < kVersions + 2 && bytes[i] == 2)
      bytes[i] = 1;
  }
  return *got == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

const sqlite3_io_methods& file_methods() {
  static const sqlite3_io_methods methods = [] {
    sqlite3_io_methods is{};
    is.iVersion = 1;
    is.xClose = [](sqlite3_file*) { return SQLITE_OK; };
    is.xRead = read_file;
    is.xWrite = [](sqlite3_file*, const void*, int, sqlite3_int64) {
      return SQLITE_READONLY;
    };
    is.xTruncate = [](sqlite3_file*, sqlite3_int64) { return SQLITE_READONLY; };
    is.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
    is.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
      *size = static_cast<sqlite3_int64>(
          reinterpret_cast<SourceFile*>(file)->source->size());
      return SQLITE_OK;
    };
    is.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
    is.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
    is.xCheckReservedLock = [](sqlite3_file*, int* is_locked) {
      *is_locked = 0;
      return SQLITE_OK;
    };
    is.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
    is.xSectorSize = [](sqlite3_file*) { return 4096; };
    is.xDeviceCharacteristics = [](sqlite3_file*) {
      return SQLITE_IOCAP_IMMUTABLE;
    };
    return is;
  }();
  return methods;
}

int open_file(sqlite3_vfs*, const char*, sqlite3_file* file, int flags,
              int* flags_out) {
  file->pMethods = nullptr;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0 || opening == nullptr)
    return SQLITE_CANTOPEN;
  reinterpret_cast<SourceFile*>(file)->source = opening;
  file->pMethods = &file_methods();
  if (flags_out != nullptr) *flags_out = SQLITE_OPEN_READONLY;
  return SQLITE_OK;
}

sqlite3_vfs vfs_of_sources() {
  sqlite3_vfs is{};
  is.iVersion = 1;
  is.szOsFile = sizeof(SourceFile);
  is.mxPathname = 16;
  is.zName = kVfs;
  is.xOpen = open_file;
  is.xDelete = [](sqlite3_vfs*, const char*, int) { return SQLITE_READONLY; };
  is.xAccess = [](sqlite3_vfs*, const char*, int, int* exists) {
    *exists = 0;
    return SQLITE_OK;
  };
  is.xFullPathname = [](sqlite3_vfs*, const char* name, int size, char* full) {
    sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
  };
  is.xRandomness = [](sqlite3_vfs*, int size, char* bytes) {
    std::memset(bytes, 0, static_cast<std::size_t>(size));
    return size;
  };
  is.xSleep = [](sqlite3_vfs*, int) { return 0; };
  is.xCurrentTime = [](sqlite3_vfs*, double* days) {
    *days = 0;
    return SQLITE_OK;
  };
  is.xGetLastError = [](sqlite3_vfs*, int, char*) { return SQLITE_OK; };
  return is;
}

// Registers the VFS, once. The memory that libsqlite3 never
// frees counts for no archive.
bool has_vfs() {
  static sqlite3_vfs vfs = vfs_of_sources();
  static const bool registered = [] {
    const UnpackScope nobody(nullptr);
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
  }();
  return registered;
}

// A query may read columns of tables, not through a view, and list a
// table's columns.
int authorize(void*, int action, const char* name, const char*, const char*,
              const char* through) {
  const bool may =
      action == SQLITE_SELECT ||
      (action == SQLITE_READ && through == nullptr) ||
      (action == SQLITE_PRAGMA && std::strcmp(name, "table_xinfo") == 0);
  return may ? SQLITE_OK : SQLITE_DENY;
}

// Whether libsqlite3 must stop.
int is_over(void* of) {
  Unpacking& unpacking = *static_cast<Unpacking*>(of);
  return !unpacking.add(0) || unpacking.memory()->refused() ? 1 : 0;
}

// A schema with a mistake, such as a function that only its program has, does
// not hide the tables (WRITABLE_SCHEMA); DEFENSIVE forbids to write it.
void confine(sqlite3* database, Unpacking& unpacking) {
  for (const auto& [option, value] :
       {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 1}})
    sqlite3_db_config(database, option, value, nullptr);
  for (const auto& [limit, value] :
       {std::pair{SQLITE_LIMIT_LENGTH, kMostOfValue},
        {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
        {SQLITE_LIMIT_VDBE_OP, 100'000},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0}})
    sqlite3_limit(database, limit, value);
  constexpr int kOften = 1000;  // steps of libsqlite3's machine
  sqlite3_progress_handler(database, kOften, is_over, &unpacking);
  sqlite3_set_authorizer(database, authorize, nullptr);
  sqlite3_drop_modules(database, nullptr);
}

}  // namespace

std::string sql_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

SqliteFile::~SqliteFile() {
  const UnpackScope scope(unpacking_.memory());
  sqlite3_close(database_);
}

tl::unexpected<Error> SqliteFile::failure(int code) {
  if (!unpacking_.over().empty())
    return fail(ErrorCode::kIo, "{}", unpacking_.over());
  if (unpacking_.memory()->refused() || code == SQLITE_NOMEM)
    return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
  if (code == SQLITE_TOOBIG)
    return fail(ErrorCode::kIo, "it has a value of more than {} MiB",
                kMostOfValue >> 20);
  return fail(ErrorCode::kIo, "{}", sqlite3_errstr(code));
}

Result<void> SqliteFile::open() {
  if (!has_vfs()) return failure(SQLITE_CANTOPEN);
  const int code = [&] {
    const UnpackScope scope(unpacking_.memory());
    opening = &source_;
    const int opened = sqlite3_open_v2(
        "database", &database_,
        SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
        kVfs);
    opening = nullptr;
    if (opened == SQLITE_OK) confine(database_, unpacking_);
    return opened;
  }();
  if (code != SQLITE_OK) return failure(code);
  return {};
}

Result<std::unique_ptr<SqliteRows>> SqliteFile::rows(const std::string& query) {
  sqlite3_stmt* statement = nullptr;
  const int code = [&] {
    const UnpackScope scope(unpacking_.memory());
    return sqlite3_prepare_v3(database_, query.data(),
                              static_cast<int>(query.size()),
                              SQLITE_PREPARE_NO_VTAB, &statement, nullptr);
  }();
  if (code != SQLITE_OK) return failure(code);
  return std::make_unique<SqliteRows>(*this, statement);
}

bool SqliteFile::is_table(const std::string& name) {
  const UnpackScope scope(unpacking_.memory());
  return sqlite3_table_column_metadata(database_, "main", name.c_str(), nullptr,
                                       nullptr, nullptr, nullptr, nullptr,
                                       nullptr) == SQLITE_OK;
}

Result<std::vector<std::string>> SqliteFile::columns(const std::string& table) {
  constexpr int kName = 1;
  constexpr int kHidden = 6;
  SLUICE_TRY_ASSIGN(
      const std::unique_ptr<SqliteRows> info,
      rows(fmt::format("PRAGMA main.table_xinfo({})", sql_name(table))));
  std::vector<std::string> names;
  for (;;) {
    SLUICE_TRY_ASSIGN(const bool any, info->step());
    if (!any) return names;
    // 3: a generated column whose values are kept.
    const std::string_view hidden = info->value(kHidden).bytes;
    if (hidden == "0" || hidden == "3")
      names.emplace_back(info->value(kName).bytes);
  }
}

SqliteRows::~SqliteRows() {
  const UnpackScope scope(file_->unpacking_.memory());
  sqlite3_finalize(statement_);
}

Result<bool> SqliteRows::step() {
  const int code = [&] {
    const UnpackScope scope(file_->unpacking_.memory());
    return sqlite3_step(statement_);
  }();
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return file_->failure(code);
}

SqliteRows::Value SqliteRows::value(int column) {
  const UnpackScope scope(file_->unpacking_.memory());
  Value value;
  switch (sqlite3_column_type(statement_, column)) {
    case SQLITE_NULL:
      return value;
    case SQLITE_BLOB:
      value.type = Type::kBlob;
      break;
    case SQLITE_TEXT:
      value.type = Type::kText;
      break;
    default:
      value.type = Type::kNumber;
      break;
  }
  const void* const bytes =
      value.type == Type::kBlob
          ? sqlite3_column_blob(statement_, column)
          : static_cast<const void*>(sqlite3_column_text(statement_, column));
  const auto size =
      static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  if (bytes != nullptr) value.bytes = {static_cast<const char*>(bytes), size};
  return value;
}

}  // namespace sluice

// libsqlite3 refers to these for extensions, which nothing here loads. The
// linker puts them in their place (lib/archive/meson.build), so that the program
// cannot load any code.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void* __wrap_dlopen(const char*, int) { return nullptr; }
void* __wrap_dlsym(void*, const char*) { return nullptr; }
int __wrap_dlclose(void*) { return 0; }
char* __wrap_dlerror() { return nullptr; }
}
// NOLINTEND(bugprone-reserved-identifier)

// A table is read only if SqlitePages has read its tree, so that reading it
// costs no more than the file's size allows. After it was read whole, the bytes
// of its rows and of its indexes belong to members. Those of a table that
// cannot be read do not, so they are scanned as they stand.
//
// The statements may be what is damaged. A statement with a flipped bit may
// still be one, of a table with fewer columns. So the rows show how many there
// are. If no table can be listed, but the first page has the form of one of
// SQLite, there are no members, and all bytes are scanned as they stand. A file
// whose first page has another form, such as an encrypted one, is no archive.

#include "archive/sqlite_members.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/sqlite_file.h"
#include "archive/sqlite_pages.h"
#include "archive/sqlite_table.h"

namespace sluice {
namespace {

constexpr std::uint64_t kSchemaRoot = 1;
constexpr std::string_view kAsTheyStand =
    ", so its pages were scanned as they stand";

// A tree of pages: a table, or an index of one.
struct Tree {
  std::string name;
  std::string table;
  std::uint64_t root = 0;
};

constexpr std::array<std::string_view, 4> kTypes = {"table", "index", "view",
                                                    "trigger"};

std::uint64_t number_of(std::string_view digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

class SqliteMembers final : public ListedMembers {
 public:
  SqliteMembers(const ByteSource& source, Unpacking& unpacking)
      : ListedMembers(source, Packing::kSqlite, unpacking) {}

  Result<std::optional<Member>> next() override;
  Result<std::size_t> read(char* buffer, std::size_t size) override;
  void leave_out() override {
    if (part_ == Part::kLines && table_ != nullptr) table_->pass_lines();
  }

 private:
  // The kind of the current member.
  enum class Part : std::uint8_t { kSchema, kLines, kValue };

  Result<void> open();
  Result<void> open_tables();
  Result<void> list();
  tl::unexpected<Error> fail_tree();
  Result<void> open_table(const Tree& tree);
  void begin_table();
  void leave_to_pages(std::string why);
  void end_table();
  void end_indexes();
  void add_ranges(const std::vector<ByteRange>& ranges);

  SqliteFile file_{source_, unpacking_};
  SqlitePages pages_{source_, unpacking_};
  bool opened_ = false;
  std::string schema_;  // the statements, from given_ on
  std::size_t given_ = 0;
  std::string not_listed_;        // why the tables are not known
  bool has_other_types_ = false;  // the schema has rows that are nothing
  std::vector<Tree> tables_;
  std::vector<Tree> indexes_;
  std::set<std::string> whole_;  // tables that were read
  CountedBytes listed_{unpacking_.memory()};
  std::size_t next_ = 0;  // of tables_
  Part part_ = Part::kSchema;
  // The table at hand; null if it cannot be read, and why.
  std::unique_ptr<SqliteTable> table_;
  std::string why_not_;
};

Result<std::optional<Member>> SqliteMembers::next() {
  if (!source_.may_seek())
    return fail(ErrorCode::kIo, "it is too large to be read in order");
  if (!std::exchange(opened_, true)) {
    SLUICE_TRY(open());
    // An error of the first call would mean that the file is no archive.
    if (!schema_.empty() || !not_listed_.empty())
      return Member{.name = "sqlite_schema", .is_file = not_listed_.empty()};
  }
  if (!not_listed_.empty()) return fail(ErrorCode::kIo, "{}", not_listed_);
  if (table_ != nullptr && why_not_.empty()) {
    Result<std::optional<std::string>> value = table_->next_value();
    if (!value) return tl::unexpected(std::move(value).error());
    part_ = Part::kValue;
    if (*value)
      return Member{.name = tables_[next_ - 1].name + "/" + **value,
                    .is_file = true};
    end_table();
  }
  table_.reset();
  if (unpacking_.memory()->refused())
    return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
  if (next_ == tables_.size()) {
    end_indexes();
    return std::nullopt;
  }
  begin_table();
  return Member{.name = tables_[next_++].name, .is_file = true};
}

// libsqlite3 compares each name of a schema with a sixty-fourth of all others
// (its tables of names do not grow beyond 1 KiB in Debian's build).
Result<void> SqliteMembers::open_tables() {
  constexpr std::uint64_t kMostStatements = 10'000;
  if (!pages_.open()) return fail(ErrorCode::kIo, "its header is damaged");
  if (!pages_.read_tree(kSchemaRoot)) return fail_tree();
  if (pages_.rows() > kMostStatements)
    return fail(ErrorCode::kIo, "it has more than {} tables and indexes",
                kMostStatements);
  SLUICE_TRY(file_.open());
  SLUICE_TRY(list());
  if (!has_other_types_) add_ranges(pages_.ranges());
  return {};
}

Result<void> SqliteMembers::open() {
  Result<void> opened = open_tables();
  if (opened || !pages_.begins_as_table() || !unpacking_.over().empty())
    return opened;
  not_listed_ = opened.error().message + std::string(kAsTheyStand);
  schema_.clear();
  tables_.clear();
  indexes_.clear();
  return {};
}

// Why a tree was not read.
tl::unexpected<Error> SqliteMembers::fail_tree() {
  if (!unpacking_.over().empty())
    return fail(ErrorCode::kIo, "{}", unpacking_.over());
  if (unpacking_.memory()->refused())
    return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
  return fail(ErrorCode::kIo, "its pages are damaged");
}

// Lists the tables and the indexes, and notes the statements.
Result<void> SqliteMembers::list() {
  SLUICE_TRY_ASSIGN(const std::unique_ptr<SqliteRows> rows,
                    file_.rows("SELECT type, name, tbl_name, rootpage, sql "
                               "FROM main.sqlite_schema NOT INDEXED"));
  std::size_t memory = 0;
  for (;;) {
    SLUICE_TRY_ASSIGN(const bool any, rows->step());
    if (!any) return {};
    Tree tree{.name = std::string(rows->value(1).bytes),
              .table = std::string(rows->value(2).bytes),
              .root = number_of(rows->value(3).bytes)};
    const std::string_view sql = rows->value(4).bytes;
    if (!sql.empty()) schema_.append(sql).append(";\n");
    memory += sizeof(Tree) + tree.name.size() + tree.table.size();
    const std::string_view type = rows->value(0).bytes;
    has_other_types_ |= std::ranges::find(kTypes, type) == kTypes.end();
    if (tree.root != 0 && type == "table")
      tables_.push_back(std::move(tree));
    else if (tree.root != 0 && type == "index")
      indexes_.push_back(std::move(tree));
    listed_.set(memory + schema_.capacity());
    if (unpacking_.memory()->refused())
      return fail(ErrorCode::kIo, "{}", unpacking_.take_refusal());
  }
}

void SqliteMembers::begin_table() {
  part_ = Part::kLines;
  why_not_.clear();
  if (const Result<void> opened = open_table(tables_[next_]); !opened)
    leave_to_pages(opened.error().message);
}

Result<void> SqliteMembers::open_table(const Tree& tree) {
  if (!pages_.read_tree(tree.root)) return fail_tree();
  if (!file_.is_table(tree.name))
    return fail(ErrorCode::kIo, "its statement is not understood");
  SLUICE_TRY_ASSIGN(std::unique_ptr<SqliteTable> table,
                    SqliteTable::open(file_, tree.name));
  if (pages_.columns() > table->columns())
    return fail(ErrorCode::kIo,
                "its rows have more columns than its statement");
  table_ = std::move(table);
  return {};
}

// The table at hand cannot be read any more.
void SqliteMembers::leave_to_pages(std::string why) {
  why_not_ = std::move(why);
  if (unpacking_.over().empty()) why_not_ += kAsTheyStand;
}

// The table was read whole.
void SqliteMembers::end_table() {
  add_ranges(pages_.ranges());
  whole_.insert(tables_[next_ - 1].name);
}

// An index repeats the values of its table.
void SqliteMembers::end_indexes() {
  for (const Tree& index : std::exchange(indexes_, {}))
    if (whole_.contains(index.table) && pages_.read_tree(index.root))
      add_ranges(pages_.ranges());
}

void SqliteMembers::add_ranges(const std::vector<ByteRange>& ranges) {
  for (const ByteRange& range : ranges) add_owned(range);
}

Result<std::size_t> SqliteMembers::read(char* buffer, std::size_t size) {
  if (!why_not_.empty()) return fail(ErrorCode::kIo, "{}", why_not_);
  std::size_t some = 0;
  switch (part_) {
    case Part::kSchema:
      some = schema_.copy(buffer, size, given_);
      given_ += some;
      if (some == 0 && has_other_types_)
        return fail(ErrorCode::kIo, "it has rows of no known type{}",
                    kAsTheyStand);
      break;
    case Part::kLines: {
      Result<std::size_t> got = table_->read(buffer, size);
      if (!got) {
        leave_to_pages(got.error().message);
        return fail(ErrorCode::kIo, "{}", why_not_);
      }
      some = *got;
      break;
    }
    case Part::kValue:
      some = table_->read_value(buffer, size);
      break;
  }
  if (!unpacking_.add(some))
    return fail(ErrorCode::kIo, "{}", unpacking_.over());
  return some;
}

}  // namespace

std::unique_ptr<Members> open_sqlite(const ByteSource& source,
                                     Unpacking& unpacking) {
  return std::make_unique<SqliteMembers>(source, unpacking);
}

}  // namespace sluice

// Reads the rows of one file for one rule whose names are those of columns
// (Assignment::kColumn and its kin).
// Thread-safety: belongs to one file, which one thread reads at a time.
// Ownership: the rule must outlive it; cells point into the line that was
// given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "match/tables/columns.h"
#include "match/tables/tables.h"
#include "rules/rule.h"

namespace sluice {

class RowReader {
 public:
  // Begins a file, at whose head `text` stands.
  void begin(const Rule& rule, std::string_view path, std::string_view text);

  bool has_begun() const { return rule_ != nullptr; }

  // Goes on in the middle of the file, outside of tables.
  void leave_head() { at_head_ = false; }

  // Whether what comes next is read as part of what stands before it.
  bool is_inside() const {
    return !table_.is_outside() || !inserts_.is_outside();
  }

  // Where the table begins that it is inside of, as an offset in the file.
  std::uint64_t inside_since() const { return inside_since_; }

  // False: the rule finds nothing in `text`, which goes on with the file. Asked
  // before the rule's path, whose pattern would be compiled for it.
  bool may_read(std::string_view text) const;

  // Where the next line begins that is to be read, at `from`, the begin of a
  // line, or behind it; text.size() if there is none.
  std::size_t next_line(std::string_view text, std::size_t from) const;

  // Gives the cells of a line, without its end, that the rule asks for; `at` is
  // where it begins in the file. Lines come in their order; of a table, all that
  // begin with a |.
  void read(std::string_view line, std::uint64_t at,
            std::vector<std::string_view>* cells);

 private:
  void read_cells(std::string_view line, std::vector<std::string_view>* cells);

  const Rule* rule_ = nullptr;
  bool at_head_ = true;  // no line was read yet
  // Of its form, the one that is used.
  Columns columns_;
  PipeTable table_;
  SqlRows inserts_;
  std::uint64_t inside_since_ = 0;
  bool path_may_fit_ = false;
};

}  // namespace sluice

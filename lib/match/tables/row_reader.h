// Reads the rows of one file for one rule whose names are names of columns
// (Assignment::kColumn and similar ones).
// Thread-safety: belongs to one file, which one thread reads at a time.
// Ownership: the rule must outlive it; cells point into the given line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "match/tables/columns.h"
#include "match/tables/secret_manifest.h"
#include "match/tables/tables.h"
#include "rules/rule.h"

namespace sluice {

class RowReader {
 public:
  // Begins a file that begins with `text`.
  void begin(const Rule& rule, std::string_view path, std::string_view text);

  bool has_begun() const { return rule_ != nullptr; }

  // Continues in the middle of the file, outside of tables.
  void leave_head() { at_head_ = false; }

  // Whether the next text is read as part of a table that began before it.
  bool is_inside() const {
    return !table_.is_outside() || !inserts_.is_outside() ||
           !manifest_.is_outside();
  }

  // Where this table begins, as an offset in the file.
  std::uint64_t inside_since() const { return inside_since_; }

  // Returns false if the rule finds nothing in `text`, the next part of the
  // file. Call it before the rule's path is tested, as this would compile the
  // path's pattern.
  bool may_read(std::string_view text) const;

  // Returns the beginning of the next line to read, at `from`, which begins a
  // line, or after it. Returns text.size() if there is none.
  std::size_t next_line(std::string_view text, std::size_t from) const;

  // Returns the cells of a line, without its end, that the rule needs. `rest`
  // is the text after the line, up to kLongestRow bytes from the line's
  // beginning. `at` is the offset of the line in the file. Lines must come in
  // order. All lines of a table that begin with a | must come.
  void read(std::string_view line, std::string_view rest, std::uint64_t at,
            std::vector<std::string_view>* cells);

 private:
  void read_cells(std::string_view line, std::string_view rest,
                  std::vector<std::string_view>* cells);

  const Rule* rule_ = nullptr;
  bool at_head_ = true;  // no line was read yet
  // The one of these that the rule's form uses.
  Columns columns_;
  PipeTable table_;
  SqlRows inserts_;
  SecretManifest manifest_;
  std::uint64_t inside_since_ = 0;
  bool path_may_fit_ = false;
};

}  // namespace sluice

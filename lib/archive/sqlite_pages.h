// Finds which bytes of an SQLite database belong to live rows, by the pages of
// the trees that hold them (https://www.sqlite.org/fileformat2.html). All other
// bytes are free pages, unallocated space in pages, and rows that were deleted.
// libsqlite3 does not show these, so they are scanned as they stand.
//
// A tree that reaches a page twice, or a page of another tree, is damaged. So
// the trees that are not damaged have no more rows than the file has room for,
// however often their pages refer to each other.
//
// Thread-safety: one thread at a time. Ownership: refers to the source, which
// can be read from any place. Memory: a bit for each page, and the ranges of
// the current tree, which count for the use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/accounting.h"
#include "archive/unpacking.h"
#include "fs/byte_source.h"

namespace sluice {

class SqlitePages {
 public:
  SqlitePages(const ByteSource& source, Unpacking& unpacking);

  // Reads the header and reserves the memory. Returns false if the header is
  // damaged or the memory is too little. No tree can be read then.
  bool open();

  // Whether the first page has the form of a table's page.
  bool begins_as_table();

  // Returns false if the tree is damaged, or if a bound is met, which the
  // Unpacking then has. Otherwise ranges() are the bytes of its rows.
  bool read_tree(std::uint64_t root);
  const std::vector<ByteRange>& ranges() const { return ranges_; }
  // The most columns of its rows.
  std::uint64_t columns() const { return columns_; }
  // How many rows it has.
  std::uint64_t rows() const { return rows_; }

 private:
  struct Cell {
    std::uint64_t begin = 0;  // in the page
    std::uint64_t end = 0;
    std::uint64_t overflow = 0;  // the first page; 0 if there is none
    std::uint64_t left = 0;      // bytes of the payload in overflow pages
  };

  bool take(std::uint64_t page);
  bool read_page(std::uint64_t page);
  bool read_cells(std::uint64_t page);
  bool read_cell(std::uint64_t at, unsigned kind, Cell* cell);
  bool has_record(std::uint64_t at, std::uint64_t kept, std::uint64_t size);
  bool read_overflow(const Cell& cell);
  void add_ranges(std::uint64_t page);
  std::uint64_t number(std::uint64_t at, unsigned size) const;

  const ByteSource& source_;
  Unpacking& unpacking_;
  std::uint64_t page_size_ = 0;
  std::uint64_t usable_ = 0;  // bytes of a page
  std::uint64_t pages_ = 0;
  std::vector<bool> taken_;
  std::vector<std::uint64_t> waiting_;  // pages of the tree
  std::string page_;                    // the bytes of the page at hand
  std::vector<ByteRange> cells_;        // of the page at hand
  std::vector<ByteRange> ranges_;
  std::vector<std::uint64_t> ends_;  // of the values of a row
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 0;
  CountedBytes counted_;
};

}  // namespace sluice

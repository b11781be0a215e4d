// The text in those bytes of an SQLite database that no row shows: deleted rows,
// free pages, and all pages that cannot be read since something is damaged.
//
// In such bytes a value touches the next one: 'k' '5' 'g' 'h' 'p' '_' ... 'Z',
// and then the size of the next row, which may be a letter, too. But the head
// of a row that is complete has the ends of its values. So the text ends there.
// Text in UTF-16 is found in both byte orders, because the bytes that say which
// one the database has may be damaged.
//
// Thread-safety: one thread at a time. Ownership: keeps nothing of the source.
// Memory: what the Leftover has, and the cuts of a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/accounting.h"
#include "archive/leftover.h"
#include "fs/byte_source.h"

namespace sluice {

class SqliteRemains {
 public:
  enum class Order : std::uint8_t { kLittle, kBig };  // of UTF-16

  // Reads the header of the database.
  explicit SqliteRemains(const ByteSource& source);

  // Returns where the page with byte `at` ends.
  std::uint64_t page_end(std::uint64_t at) const {
    return at - at % page_size_ + page_size_;
  }

  // Adds the text of the bytes that begin at byte `offset` of the database, all
  // in one page.
  void add(std::uint64_t offset, std::string_view bytes, Leftover* rest);

 private:
  // Text in UTF-16: `count` characters from `begin` on.
  struct Wide {
    std::size_t begin = 0;
    std::size_t count = 0;
    Order order = Order::kLittle;
  };

  Wide wide_at(std::string_view piece, std::size_t at) const;
  void find_cuts(std::string_view bytes, bool is_page);
  std::size_t add_cell(std::string_view bytes, std::size_t at, bool is_table);
  void add_listed_cells(std::string_view page);
  void add_piece(std::uint64_t offset, std::string_view piece, Leftover* rest);

  std::uint64_t page_size_ = 0;
  std::uint64_t usable_ = 0;         // bytes of a page
  std::optional<Order> order_;       // nothing if the header says UTF-8
  std::vector<std::size_t> cuts_;    // of the bytes at hand
  std::vector<ByteRange> listed_;    // the cells that the page lists
  std::vector<std::uint64_t> ends_;  // of the values of a row
};

// Returns the text of all bytes outside of `owned`, at most Leftover::kMost.
std::string sqlite_remains(const ByteSource& source,
                           std::vector<ByteRange> owned);

}  // namespace sluice

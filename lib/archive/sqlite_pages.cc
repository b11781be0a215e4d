#include "archive/sqlite_pages.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "archive/sqlite_record.h"

namespace sluice {
namespace {

// The kinds of pages in trees.
constexpr unsigned kInnerIndex = 2;
constexpr unsigned kInnerTable = 5;
constexpr unsigned kLeafIndex = 10;
constexpr unsigned kLeafTable = 13;

constexpr std::uint64_t kFileHeader = 100;  // on the first page
constexpr std::uint64_t kLinkSize = 4;      // a page's number

}  // namespace

SqlitePages::SqlitePages(const ByteSource& source, Unpacking& unpacking)
    : source_(source), unpacking_(unpacking), counted_(unpacking.memory()) {}

// Numbers are big-endian. Bytes after the page's end are 0.
std::uint64_t SqlitePages::number(std::uint64_t at, unsigned size) const {
  std::uint64_t value = 0;
  for (; size > 0; --size, ++at)
    value = value << 8 |
            (at < page_.size() ? static_cast<unsigned char>(page_[at]) : 0U);
  return value;
}

bool SqlitePages::open() {
  constexpr std::uint64_t kLeastUsable = 480;
  constexpr std::uint64_t kLargest = 65'536;
  page_size_ = kFileHeader;
  if (!read_page(1)) return false;
  page_size_ = number(16, 2) == 1 ? kLargest : number(16, 2);
  usable_ = page_size_ - std::min(page_size_, number(20, 1));
  if (usable_ < kLeastUsable) return false;
  pages_ = source_.size() / page_size_;
  if (pages_ / 8 > unpacking_.memory()->most()) return false;
  counted_.set(pages_ / 8);
  if (unpacking_.memory()->refused()) return false;
  taken_.resize(pages_ + 1);
  return true;
}

// Returns false if the page does not exist or belongs to a tree already.
bool SqlitePages::take(std::uint64_t page) {
  if (page == 0 || page > pages_ || taken_[page]) return false;
  taken_[page] = true;
  return true;
}

bool SqlitePages::read_page(std::uint64_t page) {
  page_.resize(page_size_);
  std::size_t filled = 0;
  while (filled < page_.size()) {
    const Result<std::size_t> got =
        source_.read_at(page_.data() + filled, page_.size() - filled,
                        (page - 1) * page_size_ + filled);
    if (got.value_or(0) == 0) return false;
    filled += *got;
  }
  return true;
}

bool SqlitePages::begins_as_table() {
  char byte = 0;
  if (source_.read_at(&byte, 1, kFileHeader).value_or(0) == 0) return false;
  const auto kind = static_cast<unsigned char>(byte);
  return kind == kInnerTable || kind == kLeafTable;
}

bool SqlitePages::read_tree(std::uint64_t root) {
  constexpr std::uint64_t kLook = 64;
  ranges_.clear();
  waiting_.clear();
  rows_ = 0;
  columns_ = 0;
  if (!take(root)) return false;
  waiting_.push_back(root);
  for (std::uint64_t count = 1; !waiting_.empty(); ++count) {
    const std::uint64_t page = waiting_.back();
    waiting_.pop_back();
    if (!read_page(page) || !read_cells(page)) return false;
    counted_.set(pages_ / 8 + ranges_.capacity() * sizeof(ByteRange) +
                 waiting_.capacity() * sizeof(std::uint64_t));
    if (unpacking_.memory()->refused()) return false;
    if (count % kLook == 0 && !unpacking_.add(0)) return false;
  }
  return true;
}

// Adds the ranges of the page at hand, and the pages that it leads to.
bool SqlitePages::read_cells(std::uint64_t page) {
  const std::uint64_t begin = page == 1 ? kFileHeader : 0;
  const auto kind = static_cast<unsigned>(number(begin, 1));
  const bool is_inner = kind == kInnerIndex || kind == kInnerTable;
  if (!is_inner && kind != kLeafIndex && kind != kLeafTable) return false;
  const std::uint64_t count = number(begin + 3, 2);
  const std::uint64_t cells = begin + (is_inner ? 12 : 8);
  if (cells + 2 * count > usable_) return false;
  cells_.assign({{begin, cells + 2 * count}});
  if (kind != kInnerTable) rows_ += count;
  if (is_inner) {
    const std::uint64_t last = number(begin + 8, kLinkSize);
    if (!take(last)) return false;
    waiting_.push_back(last);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    Cell cell;
    const std::uint64_t at = number(cells + 2 * i, 2);
    if (!read_cell(at, kind, &cell)) return false;
    if (is_inner) {
      const std::uint64_t child = number(at, kLinkSize);
      if (!take(child)) return false;
      waiting_.push_back(child);
    }
    cells_.push_back({cell.begin, cell.end});
    if (cell.overflow != 0 && !read_overflow(cell)) return false;
  }
  add_ranges(page);
  return true;
}

// A cell has a child (inner pages), the payload's size (all but inner pages of
// tables), a row's number (tables), as much of the payload as the page keeps,
// and the first overflow page if there is more.
bool SqlitePages::read_cell(std::uint64_t at, unsigned kind, Cell* cell) {
  const std::string_view page =
      std::string_view(page_).substr(0, static_cast<std::size_t>(usable_));
  cell->begin = at;
  if (kind == kInnerIndex || kind == kInnerTable) at += kLinkSize;
  std::uint64_t payload = 0;
  if (kind != kInnerTable) {
    const std::optional<std::uint64_t> size = read_varint(page, &at);
    if (!size || *size > source_.size()) return false;
    payload = *size;
  }
  if ((kind == kInnerTable || kind == kLeafTable) && !read_varint(page, &at))
    return false;
  const std::uint64_t kept =
      kept_in_page(payload, usable_, /*is_table=*/kind == kLeafTable);
  cell->end = at + kept;
  if (cell->end > usable_) return false;
  if (kind != kInnerTable && !has_record(at, kept, payload)) return false;
  if (kept == payload) return true;
  cell->overflow = number(cell->end, kLinkSize);
  cell->left = payload - kept;
  cell->end += kLinkSize;
  return cell->overflow != 0 && cell->end <= usable_;
}

// Whether a record of `size` bytes can begin at `at`. The page keeps `kept` of
// them.
bool SqlitePages::has_record(std::uint64_t at, std::uint64_t kept,
                             std::uint64_t size) {
  const RecordHead head =
      read_record_head(std::string_view(page_).substr(at, kept), size, &ends_);
  if (head == RecordHead::kCut) return kept < size;
  columns_ = std::max<std::uint64_t>(columns_, ends_.size() - 1);
  return head == RecordHead::kRight;
}

// Each overflow page begins with the number of the next one.
bool SqlitePages::read_overflow(const Cell& cell) {
  std::uint64_t page = cell.overflow;
  for (std::uint64_t left = cell.left; left > 0;) {
    if (!take(page)) return false;
    const std::uint64_t begin = (page - 1) * page_size_;
    const std::uint64_t some = std::min(left, usable_ - kLinkSize);
    ranges_.push_back({begin, begin + kLinkSize + some});
    left -= some;
    unsigned char next[kLinkSize] = {};
    const Result<std::size_t> got =
        source_.read_at(reinterpret_cast<char*>(next), kLinkSize, begin);
    if (got.value_or(0) != kLinkSize) return false;
    page = 0;
    for (const unsigned char byte : next) page = page << 8 | byte;
  }
  return true;
}

// Cells stand close together at the end of their page, so few ranges are left
// of them.
void SqlitePages::add_ranges(std::uint64_t page) {
  const std::uint64_t begin = (page - 1) * page_size_;
  std::ranges::sort(cells_, {}, &ByteRange::begin);
  std::uint64_t end = 0;
  for (const ByteRange& cell : cells_) {
    if (end != 0 && cell.begin <= end) {
      end = std::max(end, cell.end);
      ranges_.back().end = begin + end;
    } else {
      end = cell.end;
      ranges_.push_back({begin + cell.begin, begin + end});
    }
  }
}

}  // namespace sluice

#include "archive/sqlite_remains.h"

#include <algorithm>
#include <optional>

#include "archive/sqlite_record.h"

namespace sluice {
namespace {

constexpr std::uint64_t kLeastPage = 512;
constexpr std::uint64_t kLargestPage = 65'536;
constexpr std::size_t kLink = 4;  // a page's number, with which pages begin

bool is_page_size(std::uint64_t size) {
  return size >= kLeastPage && size <= kLargestPage && (size & (size - 1)) == 0;
}

bool is_text(char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\t' || c == '\n' || c == '\r';
}

// How many characters of ASCII in UTF-16 begin at `at`.
std::size_t characters(std::string_view bytes, std::size_t at,
                       SqliteRemains::Order order) {
  const std::size_t nul = order == SqliteRemains::Order::kBig ? 0 : 1;
  std::size_t count = 0;
  for (; at + 1 < bytes.size() && bytes[at + nul] == '\0' &&
         is_text(bytes[at + 1 - nul]);
       at += 2)
    ++count;
  return count;
}

std::string read_at(const ByteSource& source, ByteRange range) {
  std::string bytes(range.end - range.begin, '\0');
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const Result<std::size_t> got = source.read_at(
        bytes.data() + filled, bytes.size() - filled, range.begin + filled);
    if (got.value_or(0) == 0) break;
    filled += *got;
  }
  bytes.resize(filled);
  return bytes;
}

}  // namespace

SqliteRemains::SqliteRemains(const ByteSource& source) {
  constexpr std::size_t kHeader = 100;
  constexpr std::uint64_t kMostReserved = 32;
  std::string header = read_at(source, {0, kHeader});
  header.resize(kHeader);
  const auto byte = [&](std::size_t at) {
    return static_cast<unsigned char>(header[at]);
  };
  const std::uint64_t size = std::uint64_t{byte(16)} << 8 | byte(17);
  std::uint64_t pages = 0;
  for (std::size_t at = 28; at < 32; ++at) pages = pages << 8 | byte(at);
  page_size_ = kLargestPage;
  if (is_page_size(size))
    page_size_ = size;
  else if (pages != 0 && is_page_size(source.size() / pages))
    page_size_ = source.size() / pages;
  usable_ = page_size_ - (byte(20) > kMostReserved ? 0 : byte(20));
  if (byte(59) == 2) order_ = Order::kLittle;
  if (byte(59) == 3) order_ = Order::kBig;
}

// Notes the ends of the values of the cell at `at`, if one begins there.
// Returns its end, or 0 if there is none.
std::size_t SqliteRemains::add_cell(std::string_view bytes, std::size_t at,
                                    bool is_table) {
  const std::size_t begin = at;
  const std::optional<std::uint64_t> size = read_varint(bytes, &at);
  if (!size || *size < Leftover::kShortest) return 0;
  if (is_table && !read_varint(bytes, &at)) return 0;
  const std::uint64_t kept = kept_in_page(*size, usable_, is_table);
  if (kept > bytes.size() - at ||
      read_record_head(bytes.substr(at, kept), *size, &ends_) !=
          RecordHead::kRight)
    return 0;
  cuts_.push_back(begin);
  for (const std::uint64_t end : ends_)
    cuts_.push_back(at + std::min(end, kept));
  return cuts_.back();
}

// Notes the cells to which the page refers after its head. In an inner page of
// an index, a page's number comes before the cell.
void SqliteRemains::add_listed_cells(std::string_view page) {
  constexpr std::size_t kHead = 8;
  std::size_t first = page.size();  // the first cell
  for (std::size_t at = kHead; at + 1 < first; at += 2) {
    const auto cell =
        static_cast<std::size_t>(static_cast<unsigned char>(page[at]) << 8 |
                                 static_cast<unsigned char>(page[at + 1]));
    if (cell <= at || cell + kLink >= page.size()) continue;
    std::size_t end = add_cell(page, cell, /*is_table=*/true);
    if (end == 0) end = add_cell(page, cell, /*is_table=*/false);
    if (end == 0) end = add_cell(page, cell + kLink, /*is_table=*/false);
    if (end == 0) continue;
    listed_.push_back({cell, end});
    first = std::min(first, cell);
  }
  std::ranges::sort(listed_, {}, &ByteRange::begin);
}

// By chance a cell may also seem to begin a byte too early. So those come first
// that the page lists.
void SqliteRemains::find_cuts(std::string_view bytes, bool is_page) {
  cuts_.assign({0, bytes.size()});
  listed_.clear();
  if (is_page) add_listed_cells(bytes);
  std::size_t next = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    if (next < listed_.size() && listed_[next].begin <= at) {
      at = std::max<std::size_t>(at, listed_[next++].end);
      continue;
    }
    const std::size_t end =
        next < listed_.size() ? listed_[next].begin : bytes.size();
    const std::string_view free = bytes.substr(0, end);
    if (bytes[at] != '\0' && add_cell(free, at, /*is_table=*/true) == 0)
      add_cell(free, at, /*is_table=*/false);
    ++at;
  }
  // An overflow page goes on with a value after the number of the next page.
  if (is_page && bytes.size() > kLink) cuts_.push_back(kLink);
  std::ranges::sort(cuts_);
}

void SqliteRemains::add(std::uint64_t offset, std::string_view bytes,
                        Leftover* rest) {
  find_cuts(bytes, /*is_page=*/offset % page_size_ == 0);
  for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
    if (cuts_[i] == cuts_[i + 1]) continue;
    rest->end_run();
    add_piece(offset + cuts_[i],
              bytes.substr(cuts_[i], cuts_[i + 1] - cuts_[i]), rest);
  }
}

// A byte before a text can make it look like one of the other order that begins
// a byte earlier. The header says which one it is; if not, the longer text is taken.
SqliteRemains::Wide SqliteRemains::wide_at(std::string_view piece,
                                           std::size_t at) const {
  const Order order = piece[at] == '\0' ? Order::kBig : Order::kLittle;
  const Order other = order == Order::kBig ? Order::kLittle : Order::kBig;
  const std::size_t count = characters(piece, at, order);
  if (count < Leftover::kShortest || order_ == order) return {at, count, order};
  const std::size_t others = characters(piece, at + 1, other);
  if (others >= Leftover::kShortest && (order_ == other || others >= count))
    return {at + 1, others, other};
  return {at, count, order};
}

void SqliteRemains::add_piece(std::uint64_t offset, std::string_view piece,
                              Leftover* rest) {
  std::size_t plain = 0;  // all before it was added
  for (std::size_t at = 0; at + 2 * Leftover::kShortest <= piece.size();) {
    const Wide wide = wide_at(piece, at);
    if (wide.count < Leftover::kShortest) {
      ++at;
      continue;
    }
    rest->add(offset + plain, piece.substr(plain, wide.begin - plain));
    std::string text;
    for (std::size_t i = 0; i < wide.count; ++i)
      text += piece[wide.begin + 2 * i + (wide.order == Order::kBig ? 1 : 0)];
    rest->add_wide(offset + wide.begin, text);
    at = plain = wide.begin + 2 * wide.count;
  }
  rest->add(offset + plain, piece.substr(plain));
}

std::string sqlite_remains(const ByteSource& source,
                           std::vector<ByteRange> owned) {
  const std::uint64_t size = source.size();
  std::ranges::sort(owned, {}, &ByteRange::begin);
  owned.push_back({size, size});
  SqliteRemains remains(source);
  Leftover rest;
  std::uint64_t at = 0;
  for (const ByteRange& range : owned) {
    while (at < std::min(range.begin, size) && !rest.overflowed()) {
      const std::uint64_t end =
          std::min({range.begin, size, remains.page_end(at)});
      remains.add(at, read_at(source, {at, end}), &rest);
      at = end;
    }
    at = std::max(at, range.end);
  }
  rest.end_run();
  return std::string(rest.text());
}

}  // namespace sluice

// The text is first taken apart into cells: a character, or a byte that is
// none, in the form it will have on the screen, with its width there and with
// whether it belongs to the secret. Everything after that (what fits, where the
// caret stands) counts in columns and never looks at bytes again, so a cut
// cannot split a UTF-8 sequence and an escape cannot move the caret.
//
// The slice that is shown grows from the start of the secret: first to the
// secret's end, then to both sides in turn, a cell at a time, until the line or
// the room ends. A third of the room is kept for the text before the secret,
// which usually contains the name of the variable.
#include "report/shown/snippet.h"

#include <algorithm>
#include <vector>

#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::size_t kMinColumns = 16;

struct Cell {
  std::string text;
  std::size_t columns = 0;
  bool secret = false;
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::vector<Cell> make_cells(const SnippetSource& source) {
  std::vector<Cell> cells;
  std::size_t at = 0;
  const std::size_t size = source.text.size();
  // The rest of a character that was cut in two.
  while (source.cut_left && at < std::min<std::size_t>(3, size) &&
         at < source.secret_begin && is_continuation(source.text[at]))
    ++at;
  while (at < size) {
    VisibleChar visible = next_visible(source.text.substr(at));
    if (source.text[at] == '\t') visible = {" ", 1, 1};
    // A character belongs to the secret even if only its last bytes do.
    const bool secret = at + visible.size > source.secret_begin &&
                        (at < source.secret_begin ||
                         at - source.secret_begin < source.secret_size);
    cells.push_back({std::move(visible.text), visible.columns,
                     secret && source.secret_size > 0});
    at += visible.size;
  }
  return cells;
}

// Cells [begin, end) are shown.
struct Slice {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class SliceBuilder {
 public:
  SliceBuilder(const std::vector<Cell>& cells, std::size_t start,
               std::size_t room)
      : cells_(cells), slice_{start, start}, room_(room) {}

  bool grow_left(std::size_t least_left = 0) {
    if (slice_.begin == 0) return false;
    if (!take(cells_[slice_.begin - 1], least_left)) return false;
    --slice_.begin;
    return true;
  }

  bool grow_right(std::size_t least_left = 0) {
    if (slice_.end == cells_.size()) return false;
    if (!take(cells_[slice_.end], least_left)) return false;
    ++slice_.end;
    return true;
  }

  const Slice& slice() const { return slice_; }

 private:
  // Whether there is room for `cell` that leaves `least_left` columns.
  bool take(const Cell& cell, std::size_t least_left) {
    if (cell.columns + least_left > room_) return false;
    room_ -= cell.columns;
    return true;
  }

  const std::vector<Cell>& cells_;
  Slice slice_;
  std::size_t room_;
};

std::size_t width(const std::vector<Cell>& cells) {
  std::size_t columns = 0;
  for (const Cell& cell : cells) columns += cell.columns;
  return columns;
}

Slice choose_slice(const std::vector<Cell>& cells, std::size_t secret_begin,
                   std::size_t secret_end, std::size_t room) {
  std::size_t before = 0;
  for (std::size_t i = 0; i < secret_begin; ++i) before += cells[i].columns;
  SliceBuilder builder(cells, secret_begin, room);
  const std::size_t keep = std::min(before, room / 3);
  while (builder.slice().end < secret_end && builder.grow_right(keep)) {
  }
  const bool whole = builder.slice().end == secret_end;
  bool left = true;
  bool right = whole;  // past a gap in the secret nothing can be added
  while (left || right) {
    left = left && builder.grow_left();
    right = right && builder.grow_right();
  }
  return builder.slice();
}

}  // namespace

Snippet make_snippet(const SnippetSource& source, std::size_t columns) {
  columns = std::max(columns, kMinColumns);
  std::vector<Cell> cells = make_cells(source);
  const auto is_secret = [](const Cell& cell) { return cell.secret; };
  if (!source.cut_left) {
    const auto first = std::ranges::find_if(cells, [](const Cell& cell) {
      return cell.secret || cell.text != " ";
    });
    cells.erase(cells.begin(), first);
  }
  const auto first_secret = std::ranges::find_if(cells, is_secret);
  const auto secret_begin =
      static_cast<std::size_t>(first_secret - cells.begin());
  const auto secret_end = static_cast<std::size_t>(
      std::find_if_not(first_secret, cells.end(), is_secret) - cells.begin());
  const bool has_secret = secret_begin < secret_end;

  Slice slice{0, cells.size()};
  const std::size_t marks =
      (source.cut_left ? 1u : 0u) + (source.cut_right ? 1u : 0u);
  if (width(cells) + marks > columns) {
    // Leaves room for both ellipses, needed or not: one column does not matter.
    slice = choose_slice(cells, has_secret ? secret_begin : 0,
                         has_secret ? secret_end : 0, columns - 2);
  }

  Snippet snippet;
  std::size_t caret_column = 0;
  std::size_t caret_width = 0;
  if (slice.begin > 0 || source.cut_left) {
    snippet.before += kEllipsis;
    ++caret_column;
  }
  for (std::size_t i = slice.begin; i < slice.end; ++i) {
    const Cell& cell = cells[i];
    if (i < secret_begin || !has_secret) {
      snippet.before += cell.text;
      caret_column += cell.columns;
    } else if (i < secret_end) {
      snippet.secret += cell.text;
      caret_width += cell.columns;
    } else {
      snippet.after += cell.text;
    }
  }
  if (slice.end < cells.size() || source.cut_right) snippet.after += kEllipsis;
  if (has_secret) {
    snippet.caret = std::string(caret_column, ' ') + '^';
    if (caret_width > 1) snippet.caret.append(caret_width - 1, '~');
  }
  return snippet;
}

std::string fit_to_columns(std::string_view text, std::size_t columns) {
  const Snippet snippet = make_snippet({.text = text}, columns);
  return snippet.before + snippet.secret + snippet.after;
}

}  // namespace sluice

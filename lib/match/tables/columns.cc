#include "match/tables/columns.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kDelimiters = ",;\t|";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Takes the next cell off `row`. Returns false if there is none, or if it is
// not closed.
bool take_cell(std::string_view* row, bool* more, char delimiter,
               std::string_view* cell) {
  if (!*more) return false;
  std::size_t end = 0;
  const std::size_t first = row->find_first_not_of(' ');
  const bool quoted = first != row->npos && (*row)[first] == '"';
  if (quoted) {
    // A quote inside is doubled.
    end = first + 1;
    while (true) {
      end = row->find('"', end);
      if (end == row->npos) return false;
      if (end + 1 >= row->size() || (*row)[end + 1] != '"') break;
      end += 2;
    }
    *cell = row->substr(first + 1, end - first - 1);
  }
  const std::size_t cut = row->find(delimiter, end);
  if (!quoted) *cell = trimmed(row->substr(0, cut));
  *more = cut != row->npos;
  row->remove_prefix(*more ? cut + 1 : row->size());
  return true;
}

// Returns the most frequent one.
char delimiter_of(std::string_view header) {
  return *std::ranges::max_element(kDelimiters, {}, [&](char delimiter) {
    return std::ranges::count(header, delimiter);
  });
}

// Markdown may mark a name: **Password**.
bool ends_with_name(std::string_view cell, std::string_view name) {
  while (cell.ends_with('*') || cell.ends_with('`') || cell.ends_with('_'))
    cell.remove_suffix(1);
  return cell.size() >= name.size() &&
         std::ranges::equal(cell.substr(cell.size() - name.size()), name, {},
                            lower);
}

}  // namespace

std::vector<std::uint32_t> wanted_of(std::span<const std::string_view> header,
                                     std::span<const std::string_view> names) {
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t at = 0; at < header.size(); ++at)
    if (std::ranges::any_of(names, [&](std::string_view name) {
          return ends_with_name(header[at], name);
        }))
      wanted.push_back(at);
  return wanted;
}

Columns columns_named(std::string_view header,
                      std::span<const std::string_view> names, char delimiter) {
  Columns columns;
  if (header.size() > kLongestRow) return columns;
  if (header.starts_with("\xef\xbb\xbf")) header.remove_prefix(3);
  columns.delimiter = delimiter != 0 ? delimiter : delimiter_of(header);
  if (header.find(columns.delimiter) == header.npos) return columns;
  std::vector<std::string_view> cells;
  bool more = true;
  std::string_view cell;
  while (take_cell(&header, &more, columns.delimiter, &cell))
    cells.push_back(cell);
  columns.wanted = wanted_of(cells, names);
  return columns;
}

void cells_of(std::string_view row, const Columns& columns,
              std::vector<std::string_view>* cells) {
  cells->clear();
  bool more = true;
  std::string_view cell;
  auto next = columns.wanted.begin();
  for (std::uint32_t at = 0; next != columns.wanted.end() &&
                             take_cell(&row, &more, columns.delimiter, &cell);
       ++at) {
    if (at != *next) continue;
    cells->push_back(cell);
    ++next;
  }
}

std::string_view last_field(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line.front() == ';') return {};
  std::size_t cut = line.rfind(':');
  if (cut == line.npos) cut = line.find_last_of(" \t");
  if (cut != line.npos) line = trimmed(line.substr(cut + 1));
  const bool quoted = line.size() > 1 && line.front() == line.back() &&
                      (line.front() == '"' || line.front() == '\'');
  return quoted ? line.substr(1, line.size() - 2) : line;
}

}  // namespace sluice

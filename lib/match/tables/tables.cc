// A line is read with the columns that an earlier line named. So a table may be
// of any length, and only its wanted columns are remembered.
//
// Markdown: a line that begins with | outside a table is the head of a table.
// The table ends with the first line that does not begin with | (GitHub
// Flavored Markdown, 4.10).
//
// SQL: INSERT INTO t (a, b) VALUES ('x', 'y'), ('z', w());  over any number of
// lines, and pg_dump's COPY t (a, b) FROM stdin; with rows in tabs
// (PostgreSQL's manual, COPY, "Text Format"). The value of a cell is its first
// string, so that of md5('x') is x.
//
// Rejected: a pattern. It would have to count the commas before a name and
// again before a value, once for each number of them.

#include "match/tables/tables.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

bool is_filler(char c) { return is_blank(c) || c == '\r'; }

std::string_view without(std::string_view text, std::string_view ends) {
  const std::size_t begin = text.find_first_not_of(ends);
  if (begin == kNowhere) return {};
  return text.substr(begin, text.find_last_not_of(ends) + 1 - begin);
}

// Returns the place after `words` (lower case, any blanks between them), the
// first of which begins at the place or after it; or kNowhere.
std::size_t behind_words(std::string_view text, std::string_view words) {
  const auto matches = [&](std::size_t at) -> std::size_t {
    for (const char word : words) {
      if (word == ' ') {
        if (at == text.size() || !is_filler(text[at])) return kNowhere;
        while (at < text.size() && is_filler(text[at])) ++at;
      } else if (at == text.size() || lower(text[at++]) != word) {
        return kNowhere;
      }
    }
    return at < text.size() && is_ascii_word(text[at]) ? kNowhere : at;
  };
  const char upper = static_cast<char>(words[0] - 'a' + 'A');
  const char initials[] = {words[0], upper, '\0'};
  for (std::size_t at = text.find_first_of(initials); at != kNowhere;
       at = text.find_first_of(initials, at + 1)) {
    if (at > 0 && is_ascii_word(text[at - 1])) continue;
    if (const std::size_t end = matches(at); end != kNowhere) return end;
  }
  return kNowhere;
}

// Returns the place after the string that begins with the quote at `at`. In it,
// a quote is doubled or follows a backslash. Returns kNowhere if it does not
// end.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  for (; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '\'') {
      ++at;
    } else if (text[at] == quote) {
      if (at + 1 == text.size() || text[at + 1] != quote) return at + 1;
      ++at;
    }
  }
  return kNowhere;
}

// The text of an SQL value: its first string, otherwise all of it.
std::string_view value_of(std::string_view cell) {
  const std::size_t quote = cell.find_first_of("'\"");
  if (quote == kNowhere) return without(cell, " \t\r");
  const std::size_t end = end_of_string(cell, quote);
  return end == kNowhere ? std::string_view()
                         : cell.substr(quote + 1, end - quote - 2);
}

// Takes the next (...) off `text` and splits it at its commas. Returns false
// and takes nothing if there is none that ends. The text before it goes to
// `*before`.
bool take_group(std::string_view* text, std::string_view* before,
                std::vector<std::string_view>* parts) {
  parts->clear();
  const std::size_t open = text->find('(');
  if (open == kNowhere) return false;
  std::size_t depth = 0;
  std::size_t part = open + 1;
  for (std::size_t at = open; at < text->size(); ++at) {
    const char c = (*text)[at];
    if (c == '\'' || c == '"' || c == '`') {
      at = end_of_string(*text, at);
      if (at == kNowhere) return false;
      --at;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      parts->push_back(text->substr(part, at - part));
      *before = text->substr(0, open);
      text->remove_prefix(at + 1);
      return true;
    } else if (c == ',' && depth == 1) {
      parts->push_back(text->substr(part, at - part));
      part = at + 1;
    }
  }
  return false;
}

}  // namespace

void PipeTable::read(std::string_view line,
                     std::span<const std::string_view> names,
                     std::vector<std::string_view>* cells) {
  cells->clear();
  line =
      line.size() > kLongestRow ? std::string_view() : without(line, " \t\r");
  const bool was_inside = inside_;
  inside_ = line.starts_with('|');
  if (!inside_) return;
  if (!was_inside) {
    columns_ = columns_named(line, names, '|');
    return;
  }
  constexpr std::string_view kMarks = " *`\"_";
  cells_of(line, columns_, cells);
  for (std::string_view& cell : *cells) cell = without(cell, kMarks);
}

// A dump names the same columns in each line.
void SqlRows::read_header(std::string_view header,
                          std::vector<std::string_view>* parts,
                          std::span<const std::string_view> names) {
  if (header == header_) return;
  for (std::string_view& part : *parts) part = without(part, " \t\r\"`[]");
  columns_.wanted = wanted_of(*parts, names);
  header_ = header.size() > kLongestHeader ? std::string_view() : header;
}

// Reads the part of a line of the form (names) VALUES (row), (row);
void SqlRows::read_groups(std::string_view line,
                          std::span<const std::string_view> names,
                          std::vector<std::string_view>* cells) {
  std::vector<std::string_view> parts;
  std::string_view before;
  for (std::string_view rest = line; take_group(&rest, &before, &parts);
       line = rest) {
    if (before.find(';') != kNowhere) {
      place_ = State::kOutside;
      return read_rest(line, names, cells);
    }
    if (place_ == State::kValues) {
      for (const std::uint32_t column : columns_.wanted)
        if (column < parts.size()) cells->push_back(value_of(parts[column]));
      continue;
    }
    place_ = State::kValues;
    if (behind_words(before, "values") != kNowhere) {
      columns_.wanted.clear();  // INSERT INTO t VALUES (row): without names
      header_.clear();
      continue;
    }
    read_header(line.substr(0, line.size() - rest.size()), &parts, names);
    if (behind_words(rest, "from stdin") != kNowhere) {
      columns_.delimiter = '\t';
      place_ = State::kCopy;
      return;
    }
  }
  if (line.find(';') != kNowhere) place_ = State::kOutside;
}

void SqlRows::read_rest(std::string_view line,
                        std::span<const std::string_view> names,
                        std::vector<std::string_view>* cells) {
  for (const std::string_view words : {"insert into", "copy"}) {
    const std::size_t behind = behind_words(line, words);
    if (behind == kNowhere) continue;
    place_ = State::kNames;
    return read_groups(line.substr(behind), names, cells);
  }
}

void SqlRows::read(std::string_view line,
                   std::span<const std::string_view> names,
                   std::vector<std::string_view>* cells) {
  cells->clear();
  if (line.size() > kLongestRow) {
    place_ = State::kOutside;
    return;
  }
  switch (place_) {
    case State::kOutside:
      return read_rest(line, names, cells);
    case State::kNames:
    case State::kValues:
      return read_groups(line, names, cells);
    case State::kCopy:
      if (line.starts_with("\\.")) place_ = State::kOutside;
      return cells_of(line, columns_, cells);
  }
}

}  // namespace sluice

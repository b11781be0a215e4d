#include "match/tables/row_reader.h"

#include <algorithm>
#include <optional>
#include <string>

#include "match/tables/token_runs.h"
#include "text/ascii.h"

namespace sluice {
namespace {

bool holds_anchor(std::string_view path, const Rule& rule) {
  std::string small(path);
  std::ranges::transform(small, small.begin(), lower);
  return std::ranges::any_of(rule.anchors, [&](const Anchor& anchor) {
    return (anchor.caseless ? std::string_view(small) : path)
               .find(anchor.text) != path.npos;
  });
}

}  // namespace

void RowReader::begin(const Rule& rule, std::string_view path,
                      std::string_view text) {
  rule_ = &rule;
  if (rule.assignment == Assignment::kColumn)
    columns_ = columns_named(text.substr(0, text.find('\n')), rule.keywords);
  if (rule.assignment == Assignment::kLast)
    path_may_fit_ = holds_anchor(path, rule);
}

bool RowReader::may_read(std::string_view text) const {
  switch (rule_->assignment) {
    case Assignment::kColumn:
      return !columns_.wanted.empty();
    case Assignment::kTable:
      return !table_.is_outside() || text.find('|') != text.npos;
    case Assignment::kInsert:
      return !inserts_.is_outside() || text.find('(') != text.npos;
    case Assignment::kRun:
      return true;  // next_line() tells
    default:
      return path_may_fit_;
  }
}

std::size_t RowReader::next_line(std::string_view text,
                                 std::size_t from) const {
  if (rule_->assignment == Assignment::kRun) {
    const std::optional<TokenRun> run =
        next_token_run(text, std::min(from, text.size()));
    if (!run) return text.size();
    return std::max(from, text.rfind('\n', run->begin) + 1);
  }
  if (rule_->assignment != Assignment::kTable || !table_.is_outside())
    return std::min(from, text.size());
  const std::size_t pipe = text.find('|', from);
  if (pipe == text.npos) return text.size();
  return std::max(from, text.rfind('\n', pipe) + 1);
}

void RowReader::read(std::string_view line, std::uint64_t at,
                     std::vector<std::string_view>* cells) {
  const bool was_inside = is_inside();
  read_cells(line, cells);
  if (!was_inside) inside_since_ = at;
}

void RowReader::read_cells(std::string_view line,
                           std::vector<std::string_view>* cells) {
  cells->clear();
  const bool is_head = at_head_;
  at_head_ = false;
  switch (rule_->assignment) {
    case Assignment::kColumn:
      if (!is_head && line.size() <= kLongestRow)
        cells_of(line, columns_, cells);
      return;
    case Assignment::kTable:
      return table_.read(line, rule_->keywords, cells);
    case Assignment::kInsert:
      return inserts_.read(line, rule_->keywords, cells);
    case Assignment::kRun:
      if (line.size() > kLongestRow) return;
      for (auto run = next_token_run(line, 0); run;
           run = next_token_run(line, run->end)) {
        const std::string_view whole =
            line.substr(run->begin, run->end - run->begin);
        cells->push_back(whole);
        if (const std::size_t value = behind_glued_name(whole); value != 0)
          cells->push_back(whole.substr(value));
      }
      return;
    default:
      if (line.size() <= kLongestRow) cells->push_back(last_field(line));
  }
}

}  // namespace sluice

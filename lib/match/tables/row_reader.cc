#include "match/tables/row_reader.h"

#include <algorithm>
#include <string>

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

// Whether it is a file whose lines are one encrypted text: of Ansible's vault, of
// OpenPGP, of age.
bool is_encrypted_text(std::string_view text) {
  return text.starts_with("$ANSIBLE_VAULT;") ||
         text.starts_with("-----BEGIN PGP MESSAGE") ||
         text.starts_with("-----BEGIN AGE ENCRYPTED");
}

}  // namespace

void RowReader::begin(const Rule& rule, std::string_view path,
                      std::string_view text) {
  rule_ = &rule;
  if (rule.assignment == Assignment::kColumn)
    columns_ = columns_named(text.substr(0, text.find('\n')), rule.keywords);
  if (rule.assignment == Assignment::kLast)
    path_may_fit_ = holds_anchor(path, rule) && !is_encrypted_text(text);
}

bool RowReader::may_read(std::string_view text) const {
  switch (rule_->assignment) {
    case Assignment::kColumn:
      return !columns_.wanted.empty();
    case Assignment::kTable:
      return !table_.is_outside() || text.find('|') != text.npos;
    case Assignment::kInsert:
      return !inserts_.is_outside() || text.find('(') != text.npos;
    case Assignment::kManifest:
      return true;
    default:
      return path_may_fit_;
  }
}

std::size_t RowReader::next_line(std::string_view text,
                                 std::size_t from) const {
  if (rule_->assignment != Assignment::kTable || !table_.is_outside())
    return std::min(from, text.size());
  const std::size_t pipe = text.find('|', from);
  if (pipe == text.npos) return text.size();
  return std::max(from, text.rfind('\n', pipe) + 1);
}

void RowReader::read(std::string_view line, std::string_view rest,
                     std::uint64_t at, std::vector<std::string_view>* cells) {
  const bool was_inside = is_inside();
  read_cells(line, rest, cells);
  if (!was_inside) inside_since_ = at;
}

void RowReader::read_cells(std::string_view line, std::string_view rest,
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
    case Assignment::kManifest:
      return manifest_.read(line, rest, cells);
    default:
      if (line.size() <= kLongestRow) cells->push_back(last_field(line));
  }
}

}  // namespace sluice

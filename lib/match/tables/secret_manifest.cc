// YAML, JSON that is laid out in lines, and HCL have one thing in common: what
// belongs to a key is indented further than the key. So a manifest is read line
// by line, with the column of the object that is a secret, and a template's
// actions between the lines do no harm. `kubectl get -o yaml` sorts keys, which
// puts `data` before `kind`; then the lines below are looked at.
//
//   kind: Secret        the owner: column 0
//   data:               its members follow
//     alpha: dmFsdWU=   the first one is in column 2, and so are all others
//
// An object in braces on one line, {kind: Secret, data: {alpha: v}}, is read by
// its brackets. It may continue on the next lines.
//
// Rejected: a parser of YAML. Templates are no YAML, a part of a file is none,
// and a manifest inside a script, a note or another manifest would have to be
// found first. Rejected, too: a pattern. It finds the first member, and would
// have to count the others.

#include "match/tables/secret_manifest.h"

#include <algorithm>
#include <array>
#include <span>

#include "match/tables/columns.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::string_view kBlankBytes = " \t\r\n";

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

bool is_part_of_key(char c) {
  return is_ascii_word(c) || c == '-' || c == '.' || c == '/';
}

// Where the text in quotes that begins at text[at] ends: the place of the
// closing quote, or text.size().
std::size_t closing_quote(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == quote) {
      return at;
    }
  }
  return text.size();
}

// A key at the beginning of `text`, with what follows its separator.
struct Key {
  std::string_view name;
  std::string_view rest;   // without leading blanks
  std::size_t blanks = 0;  // before `rest`
};

std::optional<Key> key_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  Key key;
  std::size_t at = 0;
  const bool quoted = text[0] == '"' || text[0] == '\'';
  if (quoted) {
    at = closing_quote(text, 0);
    if (at == text.size()) return std::nullopt;
    key.name = text.substr(1, at - 1);
    ++at;
  } else {
    while (at < text.size() && is_part_of_key(text[at])) ++at;
    key.name = text.substr(0, at);
  }
  if (key.name.empty()) return std::nullopt;
  while (at < text.size() && is_blank(text[at])) ++at;
  if (at == text.size() || (text[at] != ':' && text[at] != '='))
    return std::nullopt;
  const bool colon = text[at++] == ':';
  // a:b is a word of YAML, and a==b no assignment.
  if (at < text.size() && !quoted && colon && !is_blank(text[at]) &&
      text[at] != '\r')
    return std::nullopt;
  if (at < text.size() && !colon && text[at] == '=') return std::nullopt;
  const std::size_t sign = at;
  while (at < text.size() && is_blank(text[at])) ++at;
  key.rest = text.substr(at);
  key.blanks = at - sign;
  return key;
}

// A value at the beginning of `text`, and the bytes that it takes with its
// quotes. In braces it ends at , or }, too.
struct Value {
  std::string_view text;
  std::size_t size = 0;
};

Value value_of(std::string_view text, bool in_braces) {
  if (!text.empty() && is_quote(text[0])) {
    const std::size_t end = closing_quote(text, 0);
    if (end == text.size()) return {{}, end};
    return {text.substr(1, end - 1), end + 1};
  }
  std::size_t end = 0;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    if (in_braces && (text[end] == ',' || text[end] == '}' || text[end] == ']'))
      break;
    const bool comment = text[end] == '#' && end > 0 && is_blank(text[end - 1]);
    if (comment) break;
  }
  std::string_view value = trim(text.substr(0, end), kBlankBytes);
  if (!in_braces && value.ends_with(',')) value.remove_suffix(1);
  return {value, end};
}

// Only with the blanks that the rule's keywords have, so that a text without
// them need not be read.
bool is_kind_of_secret(const Key& key) {
  return key.name == "kind" && key.blanks <= 1 &&
         value_of(key.rest, true).text == "Secret";
}

bool is_one_of_names(std::string_view name,
                     std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// Appends the values of --from-literal=alpha=v, of kubectl create secret.
void read_command(std::string_view line,
                  std::vector<std::string_view>* values) {
  constexpr std::string_view kOption = "--from-literal";
  for (std::size_t at = line.find(kOption); at != kNowhere;
       at = line.find(kOption, at)) {
    at += kOption.size();
    constexpr std::size_t kLongest = 2400;  // with its name
    std::string_view pair = line.substr(at, kLongest);
    pair.remove_prefix(std::min(pair.find_first_not_of("= \t"), pair.size()));
    const bool quoted = !pair.empty() && is_quote(pair[0]);
    pair = quoted ? value_of(pair, false).text
                  : pair.substr(0, pair.find_first_of(" \t\r"));
    const std::size_t sign = pair.find('=');
    if (sign == kNowhere) continue;
    std::string_view value = pair.substr(sign + 1);
    if (!value.empty() && is_quote(value[0])) {
      // It may have blanks.
      const auto begin = static_cast<std::size_t>(value.data() - line.data());
      value = value_of(line.substr(begin, kLongest), false).text;
    }
    values->push_back(value);
  }
}

// The text that a template puts into base64: {{ "v" | b64enc }}, {{ b64enc "v" }},
// {{ .Values.v | default "v" | b64enc }}. Empty if there is none.
std::string_view encoded_by_template(std::string_view value) {
  constexpr std::string_view kEncode = "b64enc";
  constexpr std::string_view kDefault = "default ";
  if (!value.starts_with("{{") || value.find(kEncode) == kNowhere) return {};
  value = trim(value, "{- ");
  if (value.starts_with(kEncode)) value = trim(value.substr(kEncode.size()));
  if (const std::size_t at = value.find(kDefault); at != kNowhere)
    value = trim(value.substr(at + kDefault.size()));
  return !value.empty() && is_quote(value[0]) ? value_of(value, false).text
                                              : std::string_view();
}

constexpr std::array<std::string_view, 2> kOfObject = {"data", "stringData"};
constexpr std::array<std::string_view, 4> kOfTerraform = {
    "data", "binary_data", "data_wo", "binary_data_wo"};

// Whether the value of a key is a block that begins on the next line: | or >,
// maybe with signs for its blanks, and a tag before it.
bool is_block_head(std::string_view value) {
  constexpr std::string_view kTag = "!!binary ";
  if (value.starts_with(kTag))
    value = trim(value.substr(kTag.size()), kBlankBytes);
  return !value.empty() && (value[0] == '|' || value[0] == '>') &&
         value.find_first_not_of("+-0123456789", 1) == kNowhere;
}

// The only line of the block in `rest` that belongs to a key in `column`; empty
// if it has more than one.
std::string_view block_of(std::string_view rest, std::size_t column) {
  std::string_view only;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const std::string_view content = trim(line, kBlankBytes);
    if (!content.empty()) {
      if (indentation(line) <= column) return only;
      if (!only.empty()) return {};
      only = content;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return only;
}

// Reads an object in braces, which begins at text[0]. Returns the bytes that it
// takes; all if it does not end. `members`: it is the `data` of a secret.
std::size_t read_braces(std::string_view text, bool members,
                        std::vector<std::string_view>* values) {
  struct Level {
    bool is_secret = false;
    bool has_members = false;
    std::vector<std::string_view> values;
  };
  std::vector<Level> levels;
  bool of_data = members;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '{') {
      constexpr std::size_t kDeepest = 64;
      if (levels.size() == kDeepest) return text.size();
      levels.push_back({.has_members = of_data});
      of_data = false;
      ++at;
      continue;
    }
    if (c == '}') {
      const Level level = std::move(levels.back());
      levels.pop_back();
      ++at;
      if (level.is_secret || (members && levels.empty()))
        values->insert(values->end(), level.values.begin(), level.values.end());
      if (levels.empty()) return at;
      if (level.has_members)
        levels.back().values.insert(levels.back().values.end(),
                                    level.values.begin(), level.values.end());
      continue;
    }
    if (c != '"' && c != '\'' && !is_part_of_key(c)) {
      ++at;
      of_data = false;
      continue;
    }
    const std::string_view here = text.substr(at);
    const auto key = key_of(here);
    if (!key) {
      if (c == '"' || c == '\'') {
        at = closing_quote(text, at) + 1;
      } else {
        while (at < text.size() && is_part_of_key(text[at])) ++at;
      }
      continue;
    }
    at = static_cast<std::size_t>(key->rest.data() - text.data());
    if (key->rest.starts_with('{')) {
      of_data = is_one_of_names(key->name, kOfObject);
      continue;
    }
    if (key->rest.starts_with('[')) continue;
    const Value value = value_of(key->rest, true);
    Level& level = levels.back();
    if (is_kind_of_secret(*key)) level.is_secret = true;
    if (level.has_members) level.values.push_back(value.text);
    at += value.size;
  }
  return text.size();
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

// A line, taken apart.
struct SecretManifest::Line {
  explicit Line(std::string_view whole) : text(whole) {
    first = column = indentation(text);
    while (column + 1 < text.size() && text[column] == '-' &&
           is_blank(text[column + 1])) {
      is_item = true;
      column += 1 + indentation(text.substr(column + 1));
    }
    content = trim(text.substr(column), kBlankBytes);
  }

  std::string_view text;
  std::string_view content;  // without blanks, and the dashes of a list
  std::size_t first = 0;     // column of its first byte that is no blank
  std::size_t column = 0;    // of `content`
  bool is_item = false;      // of a list
};

void SecretManifest::read(std::string_view line, std::string_view rest,
                          std::vector<std::string_view>* values) {
  std::erase_if(ahead_, [&](Ahead& one) {
    one.bytes -= std::min(one.bytes, line.size() + 1);
    return one.bytes == 0;
  });
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  if (line.size() > kLongestRow) return;
  const Line one(line);
  // A comment, or a line of a template.
  if (one.content.empty() || one.content[0] == '#' ||
      one.content.starts_with("//") || one.content.starts_with("{{"))
    return;
  leave(one);
  read_command(line, values);
  if (members_) return read_member(one, rest, values);
  const std::size_t brace = line.find('{');
  if (brace != kNowhere && line.find("Secret") != kNowhere &&
      line.find("kind") != kNowhere) {
    const auto reach =
        static_cast<std::size_t>(rest.data() + rest.size() - line.data());
    const std::string_view all(line.data() + brace, reach - brace);
    const std::string_view read =
        all.substr(0, read_braces(all, false, values));
    to_skip_ = lines_in(read);
    return;
  }
  read_key(one, rest, values);
}

// Leaves what the line no longer belongs to.
void SecretManifest::leave(const Line& line) {
  if (members_) {
    const bool inside =
        line.first > members_->column ||
        (members_->literals && line.is_item && line.first == members_->column);
    if (!inside) members_.reset();
  }
  if (!owner_) return;
  const bool by_column =
      owner_->kind == Kind::kObject
          ? line.first >= owner_->column
          : line.first > owner_->column ||
                (line.first == owner_->column && line.is_item);
  const bool new_document = line.first == 0 && line.text.starts_with("---");
  if (by_column && !new_document) return;
  owner_.reset();
  members_.reset();
}

void SecretManifest::read_member(const Line& line, std::string_view rest,
                                 std::vector<std::string_view>* values) {
  if (members_->literals) {
    const std::string_view pair = value_of(line.content, false).text;
    if (const std::size_t sign = pair.find('='); sign != kNowhere)
      values->push_back(pair.substr(sign + 1));
    return;
  }
  if (members_->first == kNowhere) members_->first = line.column;
  // Deeper lines belong to a member.
  if (line.column != members_->first) return;
  const auto key = key_of(line.content);
  if (!key) return;
  if (const auto encoded = encoded_by_template(key->rest); !encoded.empty())
    return values->push_back(encoded);
  const Value value = value_of(key->rest, false);
  values->push_back(is_block_head(value.text) ? block_of(rest, line.column)
                                              : value.text);
}

// Whether the line's key has the members of a secret. Notes its owner.
bool SecretManifest::owns(const Line& line, std::string_view rest) {
  if (owner_ && owner_->kind == Kind::kObject)
    return line.column == owner_->column;
  if (!looks_ahead(line.column, rest)) return false;
  owner_ = Owner{Kind::kObject, line.column};
  return true;
}

// Whether `kind: Secret` is in this column of `rest`, before the mapping ends.
// Looks at no line twice, or a text of many `data:` would take long.
bool SecretManifest::looks_ahead(std::size_t column, std::string_view rest) {
  auto known = std::ranges::find(ahead_, column, &Ahead::column);
  if (known == ahead_.end()) {
    constexpr std::size_t kMost = 8;
    if (ahead_.size() == kMost) ahead_.pop_back();
    known = ahead_.insert(ahead_.end(), {column, 0, false});
  }
  while (!known->ends && known->bytes < rest.size()) {
    const std::string_view next = rest.substr(known->bytes);
    const std::size_t end = next.find('\n');
    const Line one(next.substr(0, end));
    if (!one.content.empty() && one.content[0] != '#') {
      known->ends = one.first < column || one.text.starts_with("---");
      if (known->ends) break;
      const auto key = one.first == column && !one.is_item ? key_of(one.content)
                                                           : std::nullopt;
      if (key && is_kind_of_secret(*key)) return true;
    }
    if (end == next.npos) break;  // the line may be cut
    known->bytes += end + 1;
  }
  return false;
}

void SecretManifest::read_key(const Line& line, std::string_view rest,
                              std::vector<std::string_view>* values) {
  constexpr std::string_view kResource = "resource \"kubernetes_secret";
  if (line.content.starts_with(kResource)) {
    owner_ = Owner{Kind::kTerraform, line.first};
    return;
  }
  const auto key = key_of(line.content);
  if (!key) return;
  if (is_kind_of_secret(*key)) {
    owner_ = Owner{Kind::kObject, line.column};
    return;
  }
  if (!owner_ && line.content == "secretGenerator:") {
    owner_ = Owner{Kind::kKustomize, line.column};
    return;
  }
  if (!owner_ && line.content == "secrets:") {
    owner_ = Owner{Kind::kCompose, line.column};
    return;
  }
  if (owner_ && owner_->kind == Kind::kCompose && key->name == "content") {
    const Value value = value_of(key->rest, false);
    values->push_back(is_block_head(value.text) ? block_of(rest, line.column)
                                                : value.text);
    return;
  }
  if (owner_ && owner_->kind == Kind::kKustomize && key->name == "literals") {
    members_ = Members{line.column, true};
    return;
  }
  const bool of_terraform = owner_ && owner_->kind == Kind::kTerraform &&
                            is_one_of_names(key->name, kOfTerraform);
  if (!of_terraform &&
      !(is_one_of_names(key->name, kOfObject) && owns(line, rest)))
    return;
  if (!key->rest.starts_with('{') || trim(key->rest, kBlankBytes) == "{") {
    members_ = Members{line.column, false};
    return;
  }
  const auto reach =
      static_cast<std::size_t>(rest.data() + rest.size() - key->rest.data());
  const std::string_view all(key->rest.data(), reach);
  to_skip_ = lines_in(all.substr(0, read_braces(all, true, values)));
}

}  // namespace sluice

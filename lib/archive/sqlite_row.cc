#include "archive/sqlite_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "archive/packing.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongText = 4096;
constexpr std::size_t kLargeBlob = 1024;

// Whether every second byte of the begin is a NUL.
bool looks_like_utf16(std::string_view blob) {
  constexpr std::size_t kLook = 16;
  if (blob.size() < kLook) return false;
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    bool all = true;
    for (std::size_t i = 0; i < kLook && all; ++i)
      all = (blob[i] == '\0') == (i % 2 == first);
    if (all) return true;
  }
  return false;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

// Whether the name is `word`, or ends with it as a word: "option_name".
bool ends_with_word(std::string_view name, std::string_view word) {
  if (name.size() < word.size()) return false;
  const std::string_view end = name.substr(name.size() - word.size());
  return std::ranges::equal(end, word, {}, lower) &&
         (name.size() == word.size() ||
          name[name.size() - word.size() - 1] == '_');
}

bool is_any_of(std::string_view name, const auto& words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return ends_with_word(name, word); });
}

constexpr std::array kKeyColumns = {"key"sv,    "name"sv,      "k"sv,
                                    "option"sv, "setting"sv,   "property"sv,
                                    "param"sv,  "parameter"sv, "variable"sv,
                                    "field"sv,  "item"sv,      "keyname"sv};
constexpr std::array kValues = {"value"sv, "val"sv, "v"sv};

}  // namespace

// In one line with escapes, the end of a value would be a guess.
bool is_member(const SqliteRows::Value& value) {
  if (value.type == SqliteRows::Type::kText) {
    const std::size_t line = value.bytes.find('\n');
    return value.bytes.size() >= kLongText ||
           (line != value.bytes.npos && line + 1 < value.bytes.size());
  }
  if (value.type != SqliteRows::Type::kBlob) return false;
  return value.bytes.size() >= kLargeBlob || packing_of(value.bytes) ||
         looks_like_utf16(value.bytes);
}

void add_json(std::string_view text, std::string* json) {
  *json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      *json += '\\';
      *json += c;
    } else if (c == '\n') {
      *json += "\\n";
    } else if (c == '\r') {
      *json += "\\r";
    } else if (c == '\t') {
      *json += "\\t";
    } else if (is_control(c)) {
      *json += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      *json += c;
    }
  }
  *json += '"';
}

void add_json(const SqliteRows::Value& value, std::string* text) {
  switch (value.type) {
    case SqliteRows::Type::kNull:
      *text += "null";
      return;
    case SqliteRows::Type::kNumber:
      *text += value.bytes;
      return;
    case SqliteRows::Type::kText:
      add_json(value.bytes, text);
      return;
    case SqliteRows::Type::kBlob:
      break;
  }
  std::string shown;
  const bool is_text = is_utf8(value.bytes);
  for (const char c : value.bytes) {
    const bool is_space = c == '\n' || c == '\t' || c == '\r';
    const bool stays = is_text ? !is_control(c) || is_space
                               : is_space || (c >= ' ' && c != 0x7F);
    if (stays)
      shown += c;
    else if (!shown.ends_with(' '))
      shown += ' ';
  }
  add_json(shown, text);
}

std::optional<std::pair<std::size_t, std::size_t>> names_and_values(
    const std::vector<std::string>& columns) {
  const auto only = [&](const auto& words) -> std::optional<std::size_t> {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!is_any_of(columns[i], words)) continue;
      if (found) return std::nullopt;
      found = i;
    }
    return found;
  };
  const auto name = only(kKeyColumns);
  const auto value = only(kValues);
  if (!name || !value) return std::nullopt;
  return std::pair(*name, *value);
}

}  // namespace sluice

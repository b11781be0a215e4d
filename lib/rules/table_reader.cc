#include "rules/table_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "rules/toml_read.h"
#include "text/ascii.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

using Kind = TomlValue::Kind;

std::vector<TableReader::Text> split(const TomlValue& value) {
  std::vector<TableReader::Text> parts;
  std::string_view rest = value.text;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    parts.push_back({std::string(rest.substr(0, comma)), value.line});
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
    if (rest.empty()) parts.push_back({"", value.line});
  }
  return parts;
}

bool holds(std::span<const std::string_view> keys, std::string_view key) {
  return std::any_of(keys.begin(), keys.end(), [key](std::string_view one) {
    return equal_ignoring_case(one, key);
  });
}

// This file is only for sluice: no other program reads it.
constexpr std::string_view kOwnName = ".sluice.toml";

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "`";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    out.push_back(byte < 0x20 || byte == 0x7f ? '?' : c);
  }
  out += text.size() > kLongest ? "...`" : "`";
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

Result<void> TableReader::check_keys(
    std::span<const std::string_view> known) const {
  for (const TomlEntry& entry : table_->entries) {
    if (holds(known, entry.key)) {
      if (find(entry.key) == &entry) continue;
      return fail_at(entry.line, "{} is given twice", shown(entry.key));
    }
    const std::string_view near = nearest(entry.key, known);
    std::string message = fmt::format(
        "{}:{}: unknown key {}{}{}{}", context_->file, entry.line,
        shown(entry.key), owner_.empty() ? "" : " in ", owner_,
        near.empty() ? "" : fmt::format(" (did you mean `{}`?)", near));
    if (!is_weak()) return fail(ErrorCode::kConfig, "{}", message);
    warn(std::move(message));
  }
  return {};
}

const TomlEntry* TableReader::find(std::string_view key) const {
  const auto found =
      std::find_if(table_->entries.begin(), table_->entries.end(),
                   [key](const TomlEntry& entry) {
                     return equal_ignoring_case(entry.key, key);
                   });
  return found == table_->entries.end() ? nullptr : &*found;
}

Result<std::string> TableReader::string(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return std::string();
  if (entry->value.kind == Kind::kString) return entry->value.text;
  if (is_weak()) {
    if (auto text = weak_string(entry->value)) {
      SLUICE_TRY(take_weakly(*entry, "a string"));
      return *std::move(text);
    }
  }
  return wrong_type(*entry, "a string");
}

Result<std::vector<TableReader::Text>> TableReader::strings(
    std::string_view key, EmptyStrings empty) const {
  std::vector<Text> found;
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return found;
  const TomlValue& value = entry->value;
  if (is_weak() && value.kind == Kind::kString) {
    SLUICE_TRY(take_weakly(*entry, "an array of strings"));
    return split(value);
  }
  if (is_weak() && value.kind == Kind::kTable && value.entries.empty()) {
    return found;
  }
  std::span<const TomlValue> items(value.items);
  if (value.kind != Kind::kArray) {
    if (!is_weak() || !weak_string(value)) {
      return wrong_type(*entry, "an array of strings");
    }
    SLUICE_TRY(take_weakly(*entry, "an array of strings"));
    items = std::span(&value, 1);
  }
  found.reserve(items.size());
  for (const TomlValue& item : items) {
    const bool fits = item.kind == Kind::kString || (is_weak() && !is_ours());
    auto text = fits ? weak_string(item) : std::nullopt;
    if (!text) {
      return fail_at(item.line, "{} must hold strings, not {}",
                     shown(entry->key), kind_name(item.kind));
    }
    if (text->empty() && empty == EmptyStrings::kRefuse) {
      return fail_at(item.line, "{} holds an empty string", shown(entry->key));
    }
    found.push_back({*std::move(text), item.line});
  }
  return found;
}

Result<std::int64_t> TableReader::integer(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return 0;
  if (entry->value.kind == Kind::kInteger) return entry->value.integer;
  if (is_weak()) {
    if (const auto value = weak_integer(entry->value)) {
      SLUICE_TRY(take_weakly(*entry, "an integer"));
      return *value;
    }
  }
  return wrong_type(*entry, "an integer");
}

Result<std::uint32_t> TableReader::count(std::string_view key) const {
  SLUICE_TRY_ASSIGN(const std::int64_t value, integer(key));
  if (value < 0) {
    return fail_at(find(key)->line, "{} must not be negative",
                   shown(find(key)->key));
  }
  if (value > std::numeric_limits<std::uint32_t>::max()) {
    return fail_at(find(key)->line, "{} is too large", shown(find(key)->key));
  }
  return static_cast<std::uint32_t>(value);
}

Result<double> TableReader::number(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return 0.0;
  const Kind kind = entry->value.kind;
  const bool fits = is_weak() || kind == Kind::kInteger || kind == Kind::kFloat;
  const auto value = fits ? weak_number(entry->value) : std::nullopt;
  if (!value) return wrong_type(*entry, "a number");
  if (kind != Kind::kInteger && kind != Kind::kFloat)
    SLUICE_TRY(take_weakly(*entry, "a number"));
  if (!std::isfinite(*value) && !is_weak()) {
    return fail_at(entry->line, "{} must be finite", shown(entry->key));
  }
  return *value;
}

Result<bool> TableReader::boolean(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return false;
  if (entry->value.kind == Kind::kBoolean) return entry->value.boolean;
  if (is_weak()) {
    if (const auto value = weak_boolean(entry->value)) {
      SLUICE_TRY(take_weakly(*entry, "a boolean"));
      return *value;
    }
  }
  return wrong_type(*entry, "a boolean");
}

Result<const TomlValue*> TableReader::table(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return nullptr;
  if (entry->value.kind != Kind::kTable) return wrong_type(*entry, "a table");
  return &entry->value;
}

Result<std::vector<const TomlValue*>> TableReader::tables(
    std::string_view key) const {
  std::vector<const TomlValue*> found;
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return found;
  if (entry->value.kind == Kind::kTable) {
    if (!is_weak() || !entry->value.entries.empty()) {
      found.push_back(&entry->value);
    }
    return found;
  }
  if (entry->value.kind != Kind::kArray) {
    return wrong_type(*entry, "an array of tables");
  }
  for (const TomlValue& item : entry->value.items) {
    if (item.kind != Kind::kTable) {
      return fail_at(item.line, "{} must hold tables, not {}",
                     shown(entry->key), kind_name(item.kind));
    }
    found.push_back(&item);
  }
  return found;
}

std::string TableReader::at(std::uint32_t line,
                            std::string_view message) const {
  return fmt::format("{}:{}: {}{}{}", context_->file, line, owner_,
                     owner_.empty() ? "" : ": ", message);
}

void TableReader::warn(std::string message) const {
  SLUICE_CHECK(context_->warnings != nullptr);
  context_->warnings->push_back(std::move(message));
}

bool TableReader::is_ours() const {
  const std::string_view file = context_->file;
  return file.substr(file.rfind('/') + 1) == kOwnName;
}

Result<void> TableReader::take_weakly(const TomlEntry& entry,
                                      std::string_view expected) const {
  if (is_ours()) return wrong_type(entry, expected);
  std::string message = at(
      entry.line, fmt::format("{} is {}, and is read as {}", shown(entry.key),
                              kind_name(entry.value.kind), expected));
  // A value may be read more than once.
  if (context_->warnings->empty() || context_->warnings->back() != message)
    warn(std::move(message));
  return {};
}

tl::unexpected<Error> TableReader::wrong_type(const TomlEntry& entry,
                                              std::string_view expected) const {
  return fail_at(entry.line, "{} must be {}, not {}", shown(entry.key),
                 expected, kind_name(entry.value.kind));
}

}  // namespace sluice

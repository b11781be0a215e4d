#include "rules/table_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sluice {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// The least number of insertions, deletions and replacements (Levenshtein),
// ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced =
          diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

// Empty if none is near.
std::string_view nearest(std::string_view key,
                         std::span<const std::string_view> known) {
  constexpr std::size_t kLongestKey = 40;
  if (key.size() > kLongestKey) return {};
  std::size_t least = std::max<std::size_t>(1, key.size() / 3) + 1;
  std::string_view found;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(key, candidate);
    if (distance >= least) continue;
    least = distance;
    found = candidate;
  }
  return found;
}

bool holds(std::span<const std::string_view> keys, std::string_view key) {
  return std::any_of(keys.begin(), keys.end(), [key](std::string_view one) {
    return equal_ignoring_case(one, key);
  });
}

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
    std::span<const std::string_view> known,
    std::span<const std::string_view> unsupported) const {
  for (const TomlEntry& entry : table_->entries) {
    if (holds(known, entry.key)) {
      if (find(entry.key) != &entry) {
        return fail_at(entry.line, "{} is given twice", shown(entry.key));
      }
      continue;
    }
    if (holds(unsupported, entry.key)) {
      return fail_at(entry.line, "{} is not supported by this version",
                     shown(entry.key));
    }
    const std::string_view near = nearest(entry.key, known);
    return fail(ErrorCode::kConfig, "{}:{}: unknown key {}{}{}{}", file_,
                entry.line, shown(entry.key), owner_.empty() ? "" : " in ",
                owner_,
                near.empty() ? "" : fmt::format(" (did you mean `{}`?)", near));
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

Result<std::string_view> TableReader::string(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return std::string_view();
  if (entry->value.kind != TomlValue::Kind::kString) {
    return wrong_type(*entry, "a string");
  }
  return entry->value.text;
}

Result<std::vector<std::string_view>> TableReader::strings(
    std::string_view key, EmptyStrings empty) const {
  std::vector<std::string_view> found;
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return found;
  if (entry->value.kind != TomlValue::Kind::kArray) {
    return wrong_type(*entry, "an array of strings");
  }
  found.reserve(entry->value.items.size());
  for (const TomlValue& item : entry->value.items) {
    if (item.kind != TomlValue::Kind::kString) {
      return fail_at(item.line, "{} must hold strings, not {}",
                     shown(entry->key), kind_name(item.kind));
    }
    if (item.text.empty() && empty == EmptyStrings::kRefuse) {
      return fail_at(item.line, "{} holds an empty string", shown(entry->key));
    }
    found.emplace_back(item.text);
  }
  return found;
}

Result<std::uint32_t> TableReader::count(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return 0;
  if (entry->value.kind != TomlValue::Kind::kInteger) {
    return wrong_type(*entry, "an integer");
  }
  const std::int64_t value = entry->value.integer;
  if (value < 0) {
    return fail_at(entry->line, "{} must not be negative", shown(entry->key));
  }
  if (value > std::numeric_limits<std::uint32_t>::max()) {
    return fail_at(entry->line, "{} is too large", shown(entry->key));
  }
  return static_cast<std::uint32_t>(value);
}

Result<double> TableReader::number(std::string_view key) const {
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return 0.0;
  double value = entry->value.number;
  if (entry->value.kind == TomlValue::Kind::kInteger) {
    value = static_cast<double>(entry->value.integer);
  } else if (entry->value.kind != TomlValue::Kind::kFloat) {
    return wrong_type(*entry, "a number");
  }
  if (!std::isfinite(value)) {
    return fail_at(entry->line, "{} must be finite", shown(entry->key));
  }
  if (value < 0) {
    return fail_at(entry->line, "{} must not be negative", shown(entry->key));
  }
  return value;
}

Result<std::vector<const TomlValue*>> TableReader::tables(
    std::string_view key) const {
  std::vector<const TomlValue*> found;
  const TomlEntry* entry = find(key);
  if (entry == nullptr) return found;
  if (entry->value.kind == TomlValue::Kind::kTable) {
    found.push_back(&entry->value);
    return found;
  }
  if (entry->value.kind != TomlValue::Kind::kArray) {
    return wrong_type(*entry, "an array of tables");
  }
  for (const TomlValue& item : entry->value.items) {
    if (item.kind != TomlValue::Kind::kTable) {
      return fail_at(item.line, "{} must hold tables, not {}",
                     shown(entry->key), kind_name(item.kind));
    }
    found.push_back(&item);
  }
  return found;
}

tl::unexpected<Error> TableReader::fail_with(std::uint32_t line,
                                             std::string_view message) const {
  return fail(ErrorCode::kConfig, "{}:{}: {}{}{}", file_, line, owner_,
              owner_.empty() ? "" : ": ", message);
}

tl::unexpected<Error> TableReader::wrong_type(const TomlEntry& entry,
                                              std::string_view expected) const {
  return fail_at(entry.line, "{} must be {}, not {}", shown(entry.key),
                 expected, kind_name(entry.value.kind));
}

}  // namespace sluice
